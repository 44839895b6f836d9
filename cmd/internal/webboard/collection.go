package webboard

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book/openings"
	conversation "github.com/zonda-checkers/zonda/protocol/page"
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
	text  []byte
	games []indexed
}

// indexed is a game's place in the text, and what is searched.
type indexed struct {
	head       GameHead
	begin, end int      // offsets of the game in the text
	positions  []uint64 // hashes, one for each position of the game
	opening    string   // its name by the positions
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
	Problem string `json:"problem"` // what is wrong with the game; empty if nothing is
}

// newCollection reads a file of games. If moves can be read in none of them, there are an error and the collection, whose games keep
// their places in the file.
func newCollection(name string, text []byte) (*collection, error) {
	c := &collection{Collection: Collection{Name: name}, text: text}
	r := pdn.NewReader(bytes.NewReader(text))
	var first error // what is wrong with the first game of which nothing can be read
	for g, err := range r.Games() {
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
	if first != nil && !slices.ContainsFunc(c.games, func(e indexed) bool { return e.head.Plies > 0 }) {
		return c, fmt.Errorf("%s: %w: %w", name, pdn.ErrNoGame, first)
	}
	return c, nil
}

func newIndexed(number int, g *pdn.Game) indexed {
	e := indexed{head: newHead(number, g)}
	if g.StartKnown() {
		for _, p := range g.Positions(g.Start) {
			e.positions = append(e.positions, p.Hash())
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
		Date: g.Tags.Get("Date"), Result: g.Result.String(), Opening: g.Tags.Get("Opening"), Plies: len(g.Moves),
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
	return g, conversation.Problems(g, broken, r.Warnings(), bytes.Count(c.text[:c.games[number-1].begin], []byte("\n"))), nil
}

// GamesRequest asks for a page of the games of a collection that fit all that is given.
type GamesRequest struct {
	Collection string `json:"collection"`
	Player     string `json:"player"`   // part of the name of either side
	Event      string `json:"event"`    // part of the event or the date
	Opening    string `json:"opening"`  // part of the opening's name, or the first moves
	Position   string `json:"position"` // FEN; empty for any
	Result     string `json:"result"`   // as PDN has it; empty for any
	From       int    `json:"from"`     // how many games to leave out
	Count      int    `json:"count"`
}

// GamesPage is a part of a list of games.
type GamesPage struct {
	Games []GameHead `json:"games"`
	Found int        `json:"found"` // of all games that fit
}

// mostRows is the largest number of rows that a page gets at once.
const mostRows = 200

// Collections is the list of the collections that the server has open.
type Collections struct {
	Collections []Collection `json:"collections"`
}

func (v *visit) collections(context.Context, *conversation.Session, conversation.Nothing) (Collections, error) {
	return Collections{v.server.library.list()}, nil
}

func (v *visit) games(_ context.Context, _ *conversation.Session, q GamesRequest) (GamesPage, error) {
	c, err := v.server.library.find(q.Collection)
	if err != nil {
		return GamesPage{}, err
	}
	fits, err := q.filter()
	if err != nil {
		return GamesPage{}, err
	}
	page := GamesPage{Games: []GameHead{}}
	for i := range c.games {
		if !fits(&c.games[i]) {
			continue
		}
		if page.Found++; page.Found > q.From && len(page.Games) < min(q.Count, mostRows) {
			page.Games = append(page.Games, c.games[i].head)
		}
	}
	return page, nil
}

// filter returns a function that tells whether a game fits.
func (q GamesRequest) filter() (func(*indexed) bool, error) {
	hash := uint64(0)
	if q.Position != "" {
		p, err := board.ParseFEN(q.Position)
		if err != nil {
			return nil, err
		}
		hash = p.Hash()
	}
	player, event, opening := folded(q.Player), folded(q.Event), folded(q.Opening)
	return func(e *indexed) bool {
		h := &e.head
		return (player == "" || contains(h.Black, player) || contains(h.White, player)) &&
			(event == "" || contains(h.Event, event) || contains(h.Date, event)) &&
			(opening == "" || contains(h.Opening, opening) || contains(e.opening, opening) || strings.HasPrefix(h.Moves, opening)) &&
			(q.Result == "" || h.Result == q.Result) &&
			(q.Position == "" || slices.Contains(e.positions, hash))
	}, nil
}

func folded(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

func contains(text, part string) bool { return strings.Contains(strings.ToLower(text), part) }

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
}

// GameFound is a game of a collection.
type GameFound struct {
	Game     conversation.Game `json:"game"` // up to the first error
	Origin   Origin            `json:"origin"`
	Problems []string          `json:"problems"` // what is wrong with the text, then what is in doubt
}

func (v *visit) game(_ context.Context, _ *conversation.Session, q GameRequest) (GameFound, error) {
	c, err := v.server.library.find(q.Collection)
	if err != nil {
		return GameFound{}, err
	}
	g, problems, err := c.read(q.Number)
	if err != nil {
		return GameFound{}, err
	}
	from := Origin{c.ID, q.Number, c.Name, c.Digest}
	if c.Packed {
		from.Digest = ""
	}
	return GameFound{conversation.NewGame(g), from, problems}, nil
}
