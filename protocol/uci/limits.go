package uci

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// maxMilliseconds is the longest time that a go command accepts, thirty years.
const maxMilliseconds = 1_000_000_000_000

// goParser reads the words of the go command, which starts a search.
type goParser struct {
	words    []string // the words that are not read yet
	position board.Position
	limits   search.Limits
	clock    search.Clock      // the moves to go; the other fields are set at the end
	left     [2]*time.Duration // by colour; nil if the clock is not given
	inc      [2]time.Duration
}

// goWords are the words that begin a part of a go command. Method read reads the rest of each part.
var goWords = []string{
	"searchmoves", "depth", "nodes", "movetime", "btime", "wtime", "binc", "winc", "movestogo",
	"infinite", "ponder",
}

// parseGo reads a go command for the position. Without any limit the search is
// infinite.
func parseGo(words []string, p board.Position) (search.Limits, error) {
	g := &goParser{words: words, position: p}
	if err := g.parse(); err != nil {
		return search.Limits{}, err
	}
	l := &g.limits
	if g.left[board.Black] != nil || g.left[board.White] != nil {
		own := g.left[p.Turn]
		if own == nil {
			return search.Limits{}, fmt.Errorf("%s is to move, but only its opponent's clock is given", p.Turn)
		}
		g.clock.Remaining, g.clock.Increment = *own, g.inc[p.Turn]
		l.Clock = &g.clock
	} else if g.clock.MovesToGo > 0 || g.inc != [2]time.Duration{} {
		return search.Limits{}, errors.New("movestogo, binc and winc need a clock, btime or wtime")
	}
	limited := l.Depth > 0 || l.Nodes > 0 || l.MoveTime > 0 || l.Clock != nil
	l.Infinite = l.Infinite || !limited
	l.QuickOnlyMove = l.Depth == 0 && l.Nodes == 0 && len(l.SearchMoves) == 0
	return *l, nil
}

// parse reads the words one after the other. The error names the wrong word.
func (g *goParser) parse() error {
	var seen []string
	for len(g.words) > 0 {
		word := g.next()
		if !slices.Contains(goWords, word) {
			return fmt.Errorf("%s is not a word of go", board.Quote(word))
		}
		if slices.Contains(seen, word) {
			return fmt.Errorf("%s stands twice", word)
		}
		seen = append(seen, word)
		if err := g.read(word); err != nil {
			return fmt.Errorf("%s: %w", word, err)
		}
	}
	return nil
}

// read reads the words that belong to a word of go.
func (g *goParser) read(word string) error {
	switch word {
	case "infinite":
		g.limits.Infinite = true
	case "ponder":
		g.limits.Ponder = true
	case "searchmoves":
		return g.searchMoves()
	case "depth":
		return number(g, 1, &g.limits.Depth)
	case "nodes":
		return number(g, 1, &g.limits.Nodes)
	case "movestogo":
		return number(g, 1, &g.clock.MovesToGo)
	case "movetime":
		return milliseconds(g, 1, &g.limits.MoveTime)
	case "btime":
		return g.remaining(board.Black)
	case "wtime":
		return g.remaining(board.White)
	case "binc":
		return milliseconds(g, 0, &g.inc[board.Black])
	case "winc":
		return milliseconds(g, 0, &g.inc[board.White])
	}
	return nil
}

// next removes the next word and returns it; it returns "" at the end of the line.
func (g *goParser) next() string {
	if len(g.words) == 0 {
		return ""
	}
	word := g.words[0]
	g.words = g.words[1:]
	return word
}

// number reads a whole number that is at least least.
func number[T ~int | ~uint64 | ~int64](g *goParser, least int64, to *T) error {
	word := g.next()
	if word == "" {
		return errors.New("a number is missing")
	}
	n, err := strconv.ParseInt(word, 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("%s is out of range", board.Quote(word))
	}
	if err != nil {
		return fmt.Errorf("%s is not a whole number", board.Quote(word))
	}
	if n < least {
		return fmt.Errorf("%d is less than %d", n, least)
	}
	*to = T(n)
	return nil
}

func milliseconds(g *goParser, least int64, to *time.Duration) error {
	var n int64
	if err := number(g, least, &n); err != nil {
		return err
	}
	if n > maxMilliseconds {
		return fmt.Errorf("%d is more than %d", n, int64(maxMilliseconds))
	}
	*to = time.Duration(n) * time.Millisecond
	return nil
}

// remaining reads the time left on a clock, which may be below zero.
func (g *goParser) remaining(c board.Color) error {
	g.left[c] = new(time.Duration)
	return milliseconds(g, -maxMilliseconds, g.left[c])
}

// searchMoves reads moves up to the next word of go.
func (g *goParser) searchMoves() error {
	for len(g.words) > 0 && !slices.Contains(goWords, g.words[0]) {
		m, err := g.position.ParseMove(g.next())
		if err != nil {
			return err
		}
		g.limits.SearchMoves = append(g.limits.SearchMoves, m)
	}
	if len(g.limits.SearchMoves) == 0 {
		return errors.New("no moves are named")
	}
	return nil
}
