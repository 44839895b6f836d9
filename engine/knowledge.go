package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// NoEndings are databases that know no position, for Config.Endings.
var NoEndings = &egdb.DB{}

// builtIn are the databases in the program, which all engines share.
var builtIn = sync.OnceValue(func() *egdb.DB {
	d, err := egdb.Open(egdb.Options{})
	if err != nil {
		return NoEndings // tests open these files
	}
	return d
})

// endings returns the databases in use.
func (c Config) endings() search.Databases {
	if c.Endings == nil {
		return builtIn()
	}
	return c.Endings
}

// sources returns what searches know. It is called with the engine locked.
func (e *Engine) sources() search.Sources {
	c := e.config
	s := search.Sources{Evaluator: c.Evaluator, Databases: c.endings(), AntiBook: c.Avoid}
	if files, ok := s.Databases.(interface{ Refresh() }); ok {
		files.Refresh()
	}
	s.Distances, _ = s.Databases.(search.Distances)
	s.Bounds = boundsOf(s.Databases)
	return s
}

// boundsOf returns the bounds of databases, nil if they have none.
func boundsOf(d search.Databases) search.Bounds {
	if b, ok := d.(search.Bounds); ok {
		if fewest, most := b.BoundedPieces(); fewest <= most {
			return b
		}
	}
	return nil
}

// leastBookLevel is the lowest level that plays moves of the book. People of the levels below know no book.
const leastBookLevel = 6

// asksBook reports whether the move may come from the book: only in a search with a time or a clock. An analysis
// does not ask the book. A search to a depth or a number of nodes does not ask it either, because the result of such a
// search must be the same on every machine.
func (e *Engine) asksBook(limits Limits) bool {
	timed := limits.MoveTime > 0 || limits.Clock != nil
	if e.limitsStrength(limits) && e.config.Level < leastBookLevel {
		return false
	}
	return e.config.Book != nil && timed && !limits.Infinite && !limits.Ponder &&
		!limits.Solve && limits.MultiPV <= 1 && len(limits.SearchMoves) == 0
}

// fromBook returns a move of the book for p in the form of the result of a search; false if the move must be searched.
func (e *Engine) fromBook(ctx context.Context, p board.Position, limits Limits) (Lines, bool) {
	if !e.asksBook(limits) || p.Finished() {
		return Lines{}, false
	}
	choices, err := e.config.Book.Choices(ctx, p)
	e.tell(err)
	chosen, ok := book.Choose(choices, rand.IntN)
	if err != nil || !ok {
		return Lines{}, false
	}
	info := search.Info{Rank: 1, Score: chosen.Score, Note: bookNote(p, choices), PV: append([]board.Move{chosen.Move}, chosen.Line...)}
	if !chosen.Scored {
		info.Score = eval.Draw
	}
	return Lines{Info: info}, true
}

// bookNote returns the text that a front end shows for the moves of a book. After each move come its score, as "v"
// and hundredths of a man, if the book has one, and the length of its line in the book, as "d" and plies.
func bookNote(p board.Position, choices []book.Choice) string {
	words := []string{"book"}
	for _, c := range choices {
		words = append(words, p.MoveText(c.Move))
		if c.Scored {
			words = append(words, fmt.Sprintf("v%d", c.Score))
		}
		words = append(words, fmt.Sprintf("d%d", 1+len(c.Line)))
	}
	return strings.Join(words, " ")
}

// maxFilled is the largest number of positions whose book scores are put into the table before a search.
const maxFilled = 300

// fillTable puts the scores of a Shelf for p and for the positions that follow into the transposition table, the nearest
// positions first, for a search that may ask the book, and that was prepared and has not begun. A search that begins where a line of the book
// ends then knows the scores of the book's other lines, to which moves may transpose.
func (e *Engine) fillTable(p board.Position, limits Limits) {
	shelf, ok := e.config.Book.(*book.Shelf)
	if !ok || !e.asksBook(limits) {
		return
	}
	seen := map[board.Position]bool{p: true}
	ahead := []board.Position{p}
	for filled := 0; len(ahead) > 0 && filled < maxFilled; ahead = ahead[1:] {
		at := ahead[0]
		entry, ok := shelf.Look(at)
		if best := book.Best.Choices(entry); ok && best[0].Score != book.NoScore {
			e.searcher.Warm(at, best[0].Move, best[0].Score, search.Depth(entry.Depth))
			filled++
		}
		if !ok && at != p {
			continue
		}
		for m := range at.Legal() {
			if after := at.Play(m); !seen[after] {
				seen[after] = true
				ahead = append(ahead, after)
			}
		}
	}
}
