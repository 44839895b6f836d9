package library

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/internal/pattern"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// Collection describes a file of games.
type Collection struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Games  int    `json:"games"`
	Broken int    `json:"broken"` // games with an error, which are there as they were read
	Digest string `json:"digest"` // of a file of the folder; empty for a file that the page has sent
	Undo   string `json:"undo"`   // the last change of the file that can be taken back; empty for none
	UndoID string `json:"undoID"` // of this change
	Packed bool   `json:"packed"` // the file is packed or UTF-16: single games cannot be changed
}

// collection is a file of games with an index. It does not change.
type collection struct {
	Collection
	text    []byte
	games   []indexed
	problem error       // why no game of it can be read; nil if one can
	twins   map[int]int // games with the same start and the same moves: by their numbers the first of them
}

// indexed is a game's place in the text, and what is searched.
type indexed struct {
	track
	head       GameHead
	begin, end int    // offsets of the game in the text
	opening    string // its name by the positions
}

// GameHead is a row of the list of games.
type GameHead struct {
	Number  int    `json:"number"` // in its file, 1 for the first
	Black   string `json:"black"`
	White   string `json:"white"`
	Event   string `json:"event"`
	Date    string `json:"date"`
	Result  string `json:"result"`
	Opening string `json:"opening"` // the tag, or the name by the moves
	Moves   string `json:"moves"`   // the first ones
	Plies   int    `json:"plies"`
	Notes   bool   `json:"notes"`   // it has comments, signs or variations
	Problem string `json:"problem"` // what is wrong with the game; empty if nothing is
	Twin    int    `json:"twin"`    // the first other game with the same start and the same moves; 0 for none
	At      int    `json:"at"`      // the plies to the position that was searched
	Report  bool   `json:"report"`  // a report of the game is kept
}

// newCollection reads a file of games. If moves can be read in none of them, there are an error and the collection, whose games keep
// their places in the file. Far is called with the bytes that have been read; an error of it ends the reading.
func newCollection(name string, text []byte, far func(bytes int) error) (*collection, error) {
	c := &collection{Collection: Collection{Name: name}, text: text}
	r := pdn.NewReader(bytes.NewReader(text))
	var first error // what is wrong with the first game of which nothing can be read
	for g, err := range r.Games() {
		yield.Point()
		_, end := r.Span()
		if err := far(end); err != nil {
			return nil, err
		}
		var broken *pdn.GameError
		switch {
		case errors.Is(err, pdn.ErrNoGame) && len(c.games) > 0:
			c.Games = len(c.games)
			return c, fmt.Errorf("%s: %w", name, err)
		case errors.As(err, &broken):
			c.Broken++
			first = cmp.Or(first, err)
		case err != nil:
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		e := newIndexed(len(c.games)+1, g)
		e.begin, e.end = r.Span()
		if err != nil {
			e.head.Problem = err.Error()
		}
		c.games = append(c.games, e)
	}
	c.Games = len(c.games)
	c.findTwins()
	if first != nil && !slices.ContainsFunc(c.games, func(e indexed) bool { return e.head.Plies > 0 }) {
		return c, fmt.Errorf("%s: %w: %w", name, pdn.ErrNoGame, first)
	}
	return c, nil
}

func newIndexed(number int, g *pdn.Game) indexed {
	e := indexed{head: newHead(number, g)}
	if g.StartKnown() {
		for _, p := range g.Positions(g.Start) {
			e.add(p)
			e.opening = cmp.Or(openings.NameAt(p), e.opening)
		}
		e.head.Opening = cmp.Or(e.head.Opening, e.opening)
	}
	return e
}

// firstPlies is the number of plies that a row of the list shows.
const firstPlies = 8

func newHead(number int, g *pdn.Game) GameHead {
	h := GameHead{
		Number: number, Black: g.Tags.Get("Black"), White: g.Tags.Get("White"), Event: g.Tags.Get("Event"),
		Date: g.Tags.Get("Date"), Result: g.Result.String(), Opening: g.Tags.Get("Opening"), Plies: len(g.Moves), Notes: hasNotes(g.Line),
	}
	if game := g.Foreign(); game != "" {
		h.Moves = game + ", not English draughts"
		return h
	}
	if !g.StartKnown() {
		h.Moves = "the starting position cannot be read"
		return h
	}
	var first []board.Move
	for _, n := range g.Moves[:min(firstPlies, len(g.Moves))] {
		first = append(first, n.Move)
	}
	h.Moves = g.Start.LineText(first)
	return h
}

// hasNotes reports whether a line has comments, signs or variations. What programs write about their clocks is none.
func hasNotes(line pdn.Line) bool {
	return slices.ContainsFunc(line.Comments, isWords) || slices.ContainsFunc(line.Moves, func(n pdn.Node) bool {
		return len(n.NAGs) > 0 || len(n.Variations) > 0 || slices.ContainsFunc(n.Comments, isWords)
	})
}

// commands are what programs write into comments, such as [%clk 0:00:59].
var commands = pattern.Of(`\[%[^\]]*\]`)

// isWords reports whether a comment has a word of two letters.
func isWords(comment string) bool {
	return twoLetters().MatchString(commands().ReplaceAllString(comment, ""))
}

var twoLetters = pattern.Of(`\pL\pL`)

// findTwins finds games with the same start and the same moves.
func (c *collection) findTwins() {
	seed, first := maphash.MakeSeed(), map[uint64]int{}
	c.twins = map[int]int{}
	for i := range c.games {
		yield.Point()
		e := &c.games[i]
		if e.head.Plies == 0 {
			continue
		}
		sum := e.sum(seed)
		switch other := first[sum]; {
		case other == 0:
			first[sum] = e.head.Number
		default:
			e.head.Twin, c.twins[e.head.Number] = other, other
			if h := &c.games[other-1].head; h.Twin == 0 {
				h.Twin, c.twins[other] = e.head.Number, other
			}
		}
	}
}

// textOf returns the text of a game by its number.
func (c *collection) textOf(number int) []byte {
	e := c.games[number-1]
	return c.text[e.begin:e.end]
}

// read returns a game by its number, and what is wrong with its text and in doubt. A game with an error is there as it was read.
func (c *collection) read(number int) (*pdn.Game, []string, error) {
	if number < 1 || number > len(c.games) {
		return nil, nil, fmt.Errorf("%s has no game %d", c.Name, number)
	}
	r := pdn.NewReader(bytes.NewReader(c.textOf(number)))
	g, err := r.Read()
	var broken *pdn.GameError
	switch {
	case err != nil && !errors.As(err, &broken):
		return nil, nil, err
	case !g.StartKnown() || g.Foreign() != "":
		return nil, nil, errors.New(c.games[number-1].head.Problem)
	}
	return g, talk.Problems(g, r.Remarks(), bytes.Count(c.text[:c.games[number-1].begin], []byte("\n"))), nil
}

// GamesPage is a part of a list of games.
type GamesPage struct {
	Games []GameHead `json:"games"`
	Found int        `json:"found"` // of all games that fit
}

// maxRows is the largest number of rows that a page gets at once.
const maxRows = 200

// Collections is the list of the collections that the server has open.
type Collections struct {
	Collections []Collection `json:"collections"`
}

func (v *visit) collections(context.Context, *talk.Session, talk.Nothing) (Collections, error) {
	return Collections{v.library.collections.list()}, nil
}

// GameRequest asks for a game of a collection.
type GameRequest struct {
	Collection string `json:"collection"`
	Number     int    `json:"number"`
}

// Origin says where a game was read, or where it was saved.
type Origin struct {
	Collection string `json:"collection"`
	Number     int    `json:"number"`
	File       string `json:"file"`   // a name
	Digest     string `json:"digest"` // of the file of the folder when it was read; empty for a file in which the game cannot be changed
	Text       string `json:"text"`   // digest of the text of the game alone
}

// GameFound is a game of a collection.
type GameFound struct {
	Game     talk.Game `json:"game"` // up to the first error
	Origin   Origin    `json:"origin"`
	Problems []string  `json:"problems"` // what is wrong with the text, then what is in doubt
}

// locate says where a game is in a file that has changed since: its text tells. The number is 0 if it is not there any more, or twice.
func (v *visit) locate(_ context.Context, _ *talk.Session, q Origin) (Origin, error) {
	c, err := v.library.collections.find(q.Collection)
	if err != nil || c.Digest == q.Digest {
		return q, err
	}
	return Origin{c.ID, c.numberOf(q.Text), c.Name, c.Digest, q.Text}, nil
}

// numberOf returns the number of the only game with a text, of which the digest is given, 0 if there is none or several.
func (c *collection) numberOf(text string) (found int) {
	for number := range c.Games {
		if c.sum(number+1) != text {
			continue
		}
		if found > 0 {
			return 0
		}
		found = number + 1
	}
	return found
}

func (v *visit) game(_ context.Context, _ *talk.Session, q GameRequest) (GameFound, error) {
	c, err := v.library.collections.find(q.Collection)
	if err != nil {
		return GameFound{}, err
	}
	g, problems, err := c.read(q.Number)
	if err != nil {
		return GameFound{}, err
	}
	from := Origin{c.ID, q.Number, c.Name, c.Digest, c.sum(q.Number)}
	if c.Packed {
		from.Digest = ""
	}
	return GameFound{talk.NewGame(g), from, problems}, nil
}
