package uci

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/zonda-checkers/zonda/board"
	plain "github.com/zonda-checkers/zonda/internal/number"
	"github.com/zonda-checkers/zonda/search"
)

// maxMilliseconds is the longest time that a go command accepts, thirty years.
const maxMilliseconds = 1_000_000_000_000

// atOnce is the time of a search for a move at once. A go command without a limit that can be kept gets this time: a front end
// that waits for the move would wait for ever.
const atOnce = time.Millisecond

// goParser reads the words of the go command, which starts a search.
type goParser struct {
	words    []string // the words that are not read yet
	position board.Position
	limits   search.Limits
	clock    search.Clock      // the moves to go; the other fields are set at the end
	left     [2]*time.Duration // by colour; nil if the clock is not given
	inc      [2]time.Duration
	numbers  bool    // a limit or a part of a clock is given
	hurried  bool    // a limit is below its least number: a move at once
	illegal  []error // moves of searchmoves that are illegal
}

// errNoneLegal is the error of a go command whose searchmoves has moves, but no legal one.
var errNoneLegal = errors.New("none of the moves is legal")

// goWords are the words that begin a part of a go command. Method read reads the rest of each part.
var goWords = []string{
	"searchmoves", "depth", "nodes", "mate", "movetime", "btime", "wtime", "binc", "winc", "movestogo",
	"infinite", "ponder",
}

// parseGo reads a go command for the position. Without any limit the search is infinite. A limit below 1, or clocks without
// that of the side to move, mean a move at once. Of searchmoves the legal moves count; the errors of the others are returned beside.
func parseGo(words []string, p board.Position) (limits search.Limits, illegal []error, err error) {
	g := &goParser{words: words, position: p}
	if err := g.parse(); err != nil {
		return search.Limits{}, nil, err
	}
	l := &g.limits
	if own := g.left[p.Turn]; own != nil {
		g.clock.Remaining, g.clock.Increment = *own, g.inc[p.Turn]
		l.Clock = &g.clock
	}
	limited := l.Depth > 0 || l.Nodes > 0 || l.MoveTime > 0 || l.WinIn > 0 || l.Clock != nil
	if g.hurried || g.numbers && !limited {
		l.MoveTime = atOnce
	}
	l.Infinite = l.Infinite || !limited && !g.numbers
	l.QuickOnlyMove = l.Depth == 0 && l.Nodes == 0 && len(l.SearchMoves) == 0
	return *l, g.illegal, nil
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
		return nil
	case "ponder":
		g.limits.Ponder = true
		return nil
	case "searchmoves":
		return g.searchMoves()
	}
	n, err := number(g.next())
	if err != nil {
		return err
	}
	g.numbers = true
	switch word {
	case "depth":
		g.limits.Depth = search.Depth(g.limit(n))
	case "nodes":
		g.limits.Nodes = uint64(g.limit(n))
	case "mate":
		g.limits.WinIn = int(min(g.limit(n), int64(search.MaxPly)))
	case "movestogo":
		g.clock.MovesToGo = int(max(n, 0)) // 0 means what no number means
	default:
		return g.readTime(word, n)
	}
	return nil
}

// limit returns the number of a limit, 0 if it is less than 1.
func (g *goParser) limit(n int64) int64 {
	g.hurried = g.hurried || n < 1
	return max(n, 0)
}

// readTime takes the milliseconds of a move time, a clock or an increment. A clock may be below zero.
func (g *goParser) readTime(word string, n int64) error {
	if n > maxMilliseconds {
		return fmt.Errorf("%d is more than %d", n, int64(maxMilliseconds))
	}
	left := max(n, -maxMilliseconds) * int64(time.Millisecond)
	switch word {
	case "movetime":
		g.limits.MoveTime = time.Duration(g.limit(left))
	case "btime":
		g.left[board.Black] = (*time.Duration)(&left)
	case "wtime":
		g.left[board.White] = (*time.Duration)(&left)
	case "binc":
		g.inc[board.Black] = time.Duration(max(left, 0))
	case "winc":
		g.inc[board.White] = time.Duration(max(left, 0))
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

// number reads a whole number.
func number(word string) (int64, error) {
	if word == "" {
		return 0, errors.New("a number is missing")
	}
	n, err := strconv.ParseInt(plain.Plain(word), 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%s is out of range", board.Quote(word))
	}
	if err != nil {
		return 0, fmt.Errorf("%s is not a whole number", board.Quote(word))
	}
	return n, nil
}

// searchMoves reads moves up to the next word of go.
func (g *goParser) searchMoves() error {
	for len(g.words) > 0 && !slices.Contains(goWords, g.words[0]) {
		m, err := g.position.ParseMove(g.next())
		if err != nil {
			g.illegal = append(g.illegal, err)
			continue
		}
		g.limits.SearchMoves = append(g.limits.SearchMoves, m)
	}
	switch {
	case len(g.limits.SearchMoves) > 0:
	case len(g.illegal) > 0:
		return fmt.Errorf("%w: %w", errNoneLegal, g.illegal[0])
	default:
		return errors.New("no moves are named")
	}
	return nil
}
