package webboard

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
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
}

// GameHead is a row of the list of games.
type GameHead struct {
	Number  int    `json:"number"` // in its file, 1 for the first
	Black   string `json:"black"`
	White   string `json:"white"`
	Event   string `json:"event"`
	Date    string `json:"date"`
	Result  string `json:"result"`
	Opening string `json:"opening"` // the tag, or the three-move ballot
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
		}
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
