package webboard

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/protocol/pdn"
)

// Collection describes a file of games.
type Collection struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Games  int    `json:"games"`
	Broken int    `json:"broken"` // games with an error, which are there up to the error
}

// collection is a file of games with an index. It does not change.
type collection struct {
	Collection
	text  []byte
	games []indexed
}

// indexed is a game's place in the text, and what is searched.
type indexed struct {
	head      GameHead
	offset    int      // of the line on which the game begins
	before    int      // games that begin on the same line before it
	positions []uint64 // hashes, one for each position of the game
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
}

// newCollection reads a file of games.
func newCollection(name string, text []byte) (*collection, error) {
	c := &collection{Collection: Collection{Name: name}, text: text}
	r := pdn.NewReader(bytes.NewReader(text))
	at := lineFinder{text: text, line: 1}
	var first error // what is wrong with the first game of which nothing can be read
	for {
		g, err := r.Read()
		var broken *pdn.GameError
		switch {
		case err == io.EOF && len(c.games) == 0:
			return nil, fmt.Errorf("%s: no game in the file", name)
		case err == io.EOF:
			c.Games = len(c.games)
			if first != nil && !slices.ContainsFunc(c.games, func(e indexed) bool { return e.head.Plies > 0 }) {
				return nil, fmt.Errorf("%s: no game in the file: %w", name, first)
			}
			return c, nil
		case errors.As(err, &broken):
			c.Broken++
			first = cmp.Or(first, err)
		case err != nil:
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		c.add(g, at.offset(r.Line()))
	}
}

// add adds a game that begins on the line at an offset.
func (c *collection) add(g *pdn.Game, offset int) {
	e := indexed{head: newHead(len(c.games)+1, g), offset: offset}
	if last := len(c.games) - 1; last >= 0 && c.games[last].offset == offset {
		e.before = c.games[last].before + 1
	}
	if g.StartKnown() {
		e.positions = make([]uint64, 0, len(g.Moves)+1)
		p := g.Start
		e.positions = append(e.positions, p.Hash())
		for _, n := range g.Moves {
			p = p.Play(n.Move)
			e.positions = append(e.positions, p.Hash())
		}
	}
	c.games = append(c.games, e)
}

// firstPlies is the number of plies that a row of the list shows.
const firstPlies = 8

func newHead(number int, g *pdn.Game) GameHead {
	h := GameHead{
		Number: number, Black: g.Tags.Get("Black"), White: g.Tags.Get("White"), Event: g.Tags.Get("Event"),
		Date: g.Tags.Get("Date"), Result: g.Result.String(), Opening: g.Tags.Get("Opening"), Plies: len(g.Moves),
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

// read returns a game by its number.
func (c *collection) read(number int) (*pdn.Game, error) {
	if number < 1 || number > len(c.games) {
		return nil, fmt.Errorf("%s has no game %d", c.Name, number)
	}
	e := c.games[number-1]
	r := pdn.NewReader(bytes.NewReader(c.text[e.offset:]))
	for {
		g, err := r.Read()
		var broken *pdn.GameError
		if err != nil && !errors.As(err, &broken) {
			return nil, err
		}
		if e.before > 0 {
			e.before--
			continue
		}
		if !g.StartKnown() {
			return nil, err
		}
		return g, nil
	}
}

// lineFinder finds the offsets of lines that are asked for in rising order.
type lineFinder struct {
	text []byte
	line int
	at   int
}

func (f *lineFinder) offset(line int) int {
	for f.line < line {
		n := bytes.IndexByte(f.text[f.at:], '\n')
		if n < 0 {
			break
		}
		f.at += n + 1
		f.line++
	}
	return f.at
}
