package library

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/book/repertoire"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/training"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// Deck names the openings of a kind of play.
type Deck struct {
	Deck string `json:"deck"` // of the program
}

// Ballots are the openings of a suite.
type Ballots struct {
	Ballots []Ballot `json:"ballots"`
}

// Ballot is an opening.
type Ballot struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Names  string `json:"names"` // under which people look for it
	Moves  string `json:"moves"`
	FEN    string `json:"fen"`    // of the position at its end
	Proven string `json:"proven"` // draw, "no win" of Black, or empty
	Barred bool   `json:"barred"` // it loses by force
}

// RepertoireRequest asks what a side plays after an opening.
type RepertoireRequest struct {
	Deck
	Trainee
	ID   string `json:"id"`
	Side string `json:"side"` // Black or White
}

// Repertoire is what a side plays after an opening, as a tree.
type Repertoire struct {
	Rows []RepertoireRow `json:"rows"` // in the order of the tree
	Due  int             `json:"due"`
}

// RepertoireRow is a position in which the user has to know the move.
type RepertoireRow struct {
	Depth   int      `json:"depth"`   // rows above it that lead to it
	Reply   string   `json:"reply"`   // what was played since the row above: a reply of the opponent, and forced moves; empty at the root
	Losing  []string `json:"losing"`  // moves that are known to lose
	Chance  float64  `json:"chance"`  // that the opponent leads there
	State   string   `json:"state"`   // new, due, later or known
	Problem Problem  `json:"problem"` // its first key is the repertoire's move, the others are as good
}

// dealtSuites are the opening suites for whose openings people learn moves.
var dealtSuites = []string{"3move", "2move", "11man"}

func (q Deck) open() ([]openings.Opening, error) {
	if !slices.Contains(dealtSuites, q.Deck) {
		return nil, fmt.Errorf("no deck %s: there are %s", board.Quote(q.Deck), strings.Join(dealtSuites, ", "))
	}
	return openings.Open(q.Deck, true)
}

func (v *visit) ballots(_ context.Context, _ *talk.Session, q Deck) (Ballots, error) {
	deck, err := q.open()
	list := Ballots{[]Ballot{}}
	for _, o := range deck {
		yield.Point()
		p := o.Game().Position()
		list.Ballots = append(list.Ballots, Ballot{o.ID, o.Name, strings.Join(o.Names(), ", "), o.String(), p.FEN(), o.Proven, o.Barred})
	}
	return list, err
}

// shelf is the opening book of a page's engine.
type shelf struct{ *talk.Session }

// Look makes a shelf a repertoire.Book.
func (s shelf) Look(p board.Position) (book.Entry, bool) { return s.Engine().BookEntry(p) }

func (v *visit) repertoire(ctx context.Context, s *talk.Session, q RepertoireRequest) (Repertoire, error) {
	made := Repertoire{Rows: []RepertoireRow{}}
	deck, err := q.open()
	if err != nil {
		return made, err
	}
	i := slices.IndexFunc(deck, func(o openings.Opening) bool { return o.ID == q.ID })
	if i < 0 {
		return made, fmt.Errorf("deck %s has no opening %s", q.Deck.Deck, board.Quote(q.ID))
	}
	side := map[string]board.Color{"Black": board.Black, "White": board.White}
	if _, known := side[q.Side]; !known {
		return made, fmt.Errorf("%s is no side", board.Quote(q.Side))
	}
	state, err := v.state(q.Trainee)
	if err != nil {
		return made, err
	}
	r, err := repertoire.New(ctx, shelf{s}, deck[i].Game(), side[q.Side], repertoire.Options{Chosen: state.Own(), Loses: s.Engine().InAntiBook})
	if err != nil {
		return made, err
	}
	begun := deck[i].Start.LineText(deck[i].Moves)
	for _, b := range inTree(r) {
		row := newRow(r, b, state, q.now())
		row.Problem.Name, row.Problem.Source = strings.TrimSpace(begun+" "+row.Problem.Name), strings.TrimSpace(deck[i].Name)
		if row.State == training.IsDue {
			made.Due++
		}
		made.Rows = append(made.Rows, row)
	}
	return made, nil
}

// branch is a decision in the tree of a repertoire.
type branch struct {
	repertoire.Decision
	index int // in the repertoire
	above int // plies of the line up to the move of the decision above; 0 at the root
	depth int // decisions above
}

// inTree returns the decisions of a repertoire in the order of its tree: each behind the one that leads to it, the likeliest first.
func inTree(r *repertoire.Repertoire) (ordered []branch) {
	const root = -1
	byLine := map[string]int{} // decisions by the line that their own move ends
	below := map[int][]branch{}
	for i, d := range r.Decisions {
		byLine[fmt.Sprint(append(slices.Clone(d.Line), d.Move))] = i
		parent, n := root, len(d.Line)
		for ; n > 0; n-- {
			if at, found := byLine[fmt.Sprint(d.Line[:n])]; found {
				parent = at
				break
			}
		}
		below[parent] = append(below[parent], branch{Decision: d, index: i, above: n})
	}
	var add func(parent, depth int)
	add = func(parent, depth int) {
		for _, b := range below[parent] {
			b.depth = depth
			ordered = append(ordered, b)
			add(b.index, depth+1)
		}
	}
	add(root, 0)
	return ordered
}

func newRow(r *repertoire.Repertoire, b branch, state training.State, now time.Time) RepertoireRow {
	d, at := b.Decision, b.Position
	row := RepertoireRow{Depth: b.depth, Losing: choices(at, d.Losing), Chance: d.Chance}
	row.Reply = strings.Join(strings.Fields(r.Start.LineText(d.Line))[b.above:], " ")
	name := training.MoveCard(at.FEN())
	row.State = state.Known(name, now)
	row.Problem = Problem{
		ID: name, Name: r.Start.LineText(d.Line), FEN: at.FEN(), Result: board.Unknown.String(), Claim: ofBook,
		Keys: choices(at, append([]board.Move{d.Move}, d.AsGood...)), Avoid: []string{}, Line: []string{}, Themes: []string{},
	}
	return row
}

// Departures are where the sides of a game have left the book.
type Departures struct {
	Departures []Departure `json:"departures"`
}

// Departure is a move that is neither the book's best nor as good.
type Departure struct {
	Side   string   `json:"side"`
	Ply    int      `json:"ply"` // of the game, 1 for the first move
	Played string   `json:"played"`
	Wanted []string `json:"wanted"` // the book's moves, the best first
}

// departures returns where the sides of a game have left the book. The moves of a ballot are nobody's choice.
func (v *visit) departures(_ context.Context, s *talk.Session, q talk.History) (Departures, error) {
	found := Departures{[]Departure{}}
	start, err := board.ParseFEN(q.Start)
	if q.Start == "" {
		start, err = board.Start(), nil
	}
	if err != nil {
		return found, err
	}
	g := board.NewGame(start)
	if err := g.PlayText(q.Moves...); err != nil {
		return found, err
	}
	deck, err := openings.Open("3move", true)
	if err != nil {
		return found, err
	}
	state, err := v.library.trainer.state(0)
	if err != nil {
		return found, err
	}
	for _, side := range []board.Color{board.Black, board.White} {
		if d, left := repertoire.Left(shelf{s}, g, side, openings.Dealt(g, deck), repertoire.Options{Chosen: state.Own()}); left {
			at := d.Want.Position
			found.Departures = append(found.Departures, Departure{
				side.String(), d.Ply, at.MoveText(d.Played), choices(at, append([]board.Move{d.Want.Move}, d.Want.AsGood...)),
			})
		}
	}
	return found, nil
}
