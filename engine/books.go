package engine

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// books are the opening books and the anti-book in use.
type books struct {
	own     *book.Book    // the user's, which comes first; nil for none
	avoided *antibook.Set // nil until it is needed first
	user    []antibook.Entry
	random  func(n int) int // 0 to n - 1
}

// close lets go of the user's book.
func (b *books) close() error {
	if b.own == nil {
		return nil
	}
	own := b.own
	b.own = nil
	return own.Close()
}

func newBooks() books { return books{random: rand.IntN} }

// BookEntry returns what the books know of p, the user's own before that in the program. Moves into the
// anti-book are left out if there are others.
func (e *Engine) BookEntry(p board.Position) (book.Entry, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.bookEntry(p)
}

func (e *Engine) bookEntry(p board.Position) (book.Entry, bool) {
	entry, ok := e.look(p)
	if !ok || len(entry.Moves) == 0 {
		return book.Entry{}, false
	}
	if avoided := e.avoided(); avoided != nil {
		safe := slices.DeleteFunc(slices.Clone(entry.Moves), func(m book.Move) bool {
			return avoided.Contains(p.Play(m.Move))
		})
		if len(safe) > 0 {
			entry.Moves = safe
		}
	}
	return entry, true
}

func (e *Engine) look(p board.Position) (book.Entry, bool) {
	if e.books.own != nil {
		if entry, ok := e.books.own.Look(p); ok {
			return entry, true
		}
	}
	shipped, err := book.BuiltIn()
	if err != nil {
		return book.Entry{}, false // a test holds that it is whole
	}
	return shipped.Look(p)
}

// Avoided reports whether p is a position of the anti-book in use, or its mirror, which the side not to
// move should not have entered.
func (e *Engine) Avoided(p board.Position) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	avoided := e.avoided()
	return avoided != nil && avoided.Contains(p)
}

// avoided returns the anti-book, nil if it is switched off.
func (e *Engine) avoided() *antibook.Set {
	if !e.settings.AntiBook {
		return nil
	}
	if e.books.avoided == nil {
		shipped, err := antibook.BuiltIn()
		if err != nil {
			shipped = nil // a test holds that it is whole
		}
		e.books.avoided = antibook.NewSet(slices.Concat(shipped, e.books.user))
	}
	return e.books.avoided
}

// readyBooks gives the anti-book to the search, and to a timed one what the books know of the positions ahead.
func (e *Engine) readyBooks(limits search.Limits) {
	if avoided := e.avoided(); avoided != nil {
		e.searcher.SetAntiBook(avoided)
	} else {
		e.searcher.SetAntiBook(nil)
	}
	if e.asksBook(limits) {
		e.warm(e.game.Position())
	}
}

// asksBook reports whether the move may come from a book: in a game with a clock. Analysis, and searches to
// a depth or a number of nodes, which are to be the same everywhere, never ask.
func (e *Engine) asksBook(limits search.Limits) bool {
	timed := limits.MoveTime > 0 || limits.Clock != nil
	return e.settings.OwnBook != book.Off && timed && !limits.Infinite && !limits.Ponder &&
		!limits.Solve && limits.MultiPV <= 1 && len(limits.SearchMoves) == 0
}

// fromBook returns the move that the books choose for the position on the board, as the search would.
func (e *Engine) fromBook(limits search.Limits) (search.Info, bool) {
	p := e.game.Position()
	if !e.asksBook(limits) || p.Finished() {
		return search.Info{}, false
	}
	entry, ok := e.bookEntry(p)
	choices := e.settings.OwnBook.Choices(entry)
	if !ok || len(choices) == 0 {
		return search.Info{}, false
	}
	chosen := choices[0]
	if len(choices) > 1 {
		chosen = choices[e.books.random(len(choices))]
	}
	info := search.Info{Rank: 1, Score: scoreOr(chosen.Score, eval.Draw), Note: e.bookNote(p, entry)}
	info.PV = append([]board.Move{chosen.Move}, e.bookLine(p.Play(chosen.Move))...)
	return info, true
}

// scoreOr returns s, or another score where the book has none.
func scoreOr(s, other eval.Score) eval.Score {
	if s == book.NoScore {
		return other
	}
	return s
}

// bookNote returns what a front end shows of a book's moves: each with its value v in hundredths of a
// man, if there is one, and the length d of the line behind it in the book, in plies.
func (e *Engine) bookNote(p board.Position, entry book.Entry) string {
	words := []string{"book"}
	for _, m := range entry.Moves {
		words = append(words, p.MoveText(m.Move))
		if m.Score != book.NoScore {
			words = append(words, fmt.Sprintf("v%d", m.Score))
		}
		words = append(words, fmt.Sprintf("d%d", 1+len(e.bookLine(p.Play(m.Move)))))
	}
	return strings.Join(words, " ")
}

// longestBookLine is the most plies of a line that are followed.
const longestBookLine = 60

// bookLine returns the best moves from p as far as the books go.
func (e *Engine) bookLine(p board.Position) (line []board.Move) {
	for len(line) < longestBookLine {
		entry, ok := e.bookEntry(p)
		if !ok {
			break
		}
		best := book.Best.Choices(entry)[0].Move
		line = append(line, best)
		p = p.Play(best)
	}
	return line
}

// warmPositions is the most positions that the table is told of before a search.
const warmPositions = 300

// warm tells the table what the books know of the positions ahead of p, the nearest first, so that a
// search that begins where a book ends, or comes back to it another way, does not begin with nothing.
func (e *Engine) warm(p board.Position) {
	seen := map[board.Position]bool{p: true}
	ahead := []board.Position{p}
	for told := 0; len(ahead) > 0 && told < warmPositions; ahead = ahead[1:] {
		at := ahead[0]
		entry, ok := e.bookEntry(at)
		if best := book.Best.Choices(entry); ok && best[0].Score != book.NoScore {
			e.searcher.Warm(at, best[0].Move, best[0].Score, search.Depth(entry.Depth))
			told++
		}
		if !ok && at != p {
			continue
		}
		var moves board.MoveList
		at.Moves(&moves)
		for _, m := range moves.Slice() {
			if after := at.Play(m); !seen[after] {
				seen[after] = true
				ahead = append(ahead, after)
			}
		}
	}
}

// setOwnBook takes a level, or true and false as chess tools say it.
func (e *Engine) setOwnBook(value string) error {
	switch value {
	case "true":
		value = book.Best.String()
	case "false":
		value = book.Off.String()
	}
	level, err := book.ParseLevel(value)
	if err != nil {
		return err
	}
	e.settings.OwnBook = level
	return nil
}

// setBookFile takes the user's own book, <empty> for none.
func (e *Engine) setBookFile(value string) error {
	if value == emptyString {
		value = ""
	}
	var own *book.Book
	if value != "" {
		var err error
		if own, err = book.Open(value); err != nil {
			return err
		}
	}
	before := e.books.own
	e.books.own, e.settings.BookFile = own, value
	e.searcher.Clear() // what the other book said
	if before == nil {
		return nil
	}
	return before.Close()
}

// setAntiBookFile takes a file of positions to avoid besides those in the program, <empty> for none.
func (e *Engine) setAntiBookFile(value string) error {
	if value == emptyString {
		value = ""
	}
	var user []antibook.Entry
	if value != "" {
		file, err := os.Open(value)
		if err != nil {
			return fmt.Errorf("anti-book: %w", err)
		}
		user, err = readAntiBook(value, file)
		if err != nil {
			return err
		}
	}
	e.books.user, e.books.avoided, e.settings.AntiBookFile = user, nil, value
	return nil
}

func readAntiBook(name string, file io.ReadCloser) ([]antibook.Entry, error) {
	entries, err := antibook.Parse(name, file)
	return entries, errors.Join(err, file.Close())
}
