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
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// books are the opening books and the anti-book in use.
type books struct {
	userBook    *book.Book       // comes before the book in the program; nil for none
	userEntries []antibook.Entry // of option AntiBookFile
	antiBook    *antibook.Set    // the entries in the program and those of the user; nil before the first use
	random      func(n int) int  // 0 to n - 1
}

func newBooks() books { return books{random: rand.IntN} }

// BookEntry returns the entry of p in the user's book or, if that book has none, in the program's book; false if neither
// book has an entry. Moves to positions of the anti-book are left out unless all moves lead there.
func (e *Engine) BookEntry(p board.Position) (book.Entry, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.bookEntry(p)
}

func (e *Engine) bookEntry(p board.Position) (book.Entry, bool) {
	entry, ok := e.storedEntry(p)
	if !ok || len(entry.Moves) == 0 {
		return book.Entry{}, false
	}
	if entries := e.antiBook(); entries != nil {
		safe := slices.DeleteFunc(slices.Clone(entry.Moves), func(m book.Move) bool {
			return entries.Contains(p.Play(m.Move))
		})
		if len(safe) > 0 {
			entry.Moves = safe
		}
	}
	return entry, true
}

// storedEntry returns the entry of p with all its moves, those to positions of the anti-book too.
func (e *Engine) storedEntry(p board.Position) (book.Entry, bool) {
	if e.books.userBook != nil {
		if entry, ok := e.books.userBook.Look(p); ok {
			return entry, true
		}
	}
	shipped, err := book.BuiltIn()
	if err != nil {
		return book.Entry{}, false // a test makes sure that the book in the program can be read
	}
	return shipped.Look(p)
}

// InAntiBook reports whether p or its mirror is a position of the anti-book, which is lost for the side that moved last.
// InAntiBook returns false while option AntiBook is off.
func (e *Engine) InAntiBook(p board.Position) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	entries := e.antiBook()
	return entries != nil && entries.Contains(p)
}

// antiBook returns the anti-book, nil if option AntiBook is off.
func (e *Engine) antiBook() *antibook.Set {
	if !e.settings.AntiBook {
		return nil
	}
	if e.books.antiBook == nil {
		shipped, err := antibook.BuiltIn()
		if err != nil {
			shipped = nil // a test makes sure that the anti-book in the program can be read
		}
		e.books.antiBook = antibook.NewSet(slices.Concat(shipped, e.books.userEntries))
	}
	return e.books.antiBook
}

// asksBook reports whether the move may come from the opening book: only in a search with a time or a clock. An analysis
// does not ask the book. A search to a depth or a number of nodes does not ask it either, because the result of such a
// search must be the same on every machine.
func (e *Engine) asksBook(limits search.Limits) bool {
	timed := limits.MoveTime > 0 || limits.Clock != nil
	if e.limitsStrength(limits) && e.settings.Level < leastBookLevel {
		return false
	}
	return e.settings.OwnBook != book.Off && timed && !limits.Infinite && !limits.Ponder &&
		!limits.Solve && limits.MultiPV <= 1 && len(limits.SearchMoves) == 0
}

// fromBook returns a move of a book for the position on the board, in the form of the result of a search; false if the
// move must be searched.
func (e *Engine) fromBook(limits search.Limits) (search.Info, bool) {
	p := e.game.Position()
	if !e.asksBook(limits) || p.Finished() {
		return search.Info{}, false
	}
	entry, ok := e.bookEntry(p)
	chosen, some := e.settings.OwnBook.Choose(entry, e.books.random)
	if !ok || !some {
		return search.Info{}, false
	}
	info := search.Info{Rank: 1, Score: scoreOr(chosen.Score, eval.Draw), Note: e.bookNote(p, entry)}
	info.PV = append([]board.Move{chosen.Move}, e.bookLine(p.Play(chosen.Move))...)
	return info, true
}

// scoreOr returns s, or other if s is book.NoScore.
func scoreOr(s, other eval.Score) eval.Score {
	if s == book.NoScore {
		return other
	}
	return s
}

// bookNote returns the text that a front end shows for the moves of a book entry. After each move come its score, as "v"
// and hundredths of a man, if the book has one, and the length of its line in the book, as "d" and plies.
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

// longestBookLine is the largest number of plies that bookLine returns.
const longestBookLine = 60

// bookLine returns the line of best moves from p, as long as the books have an entry.
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

// maxFilled is the largest number of positions whose book scores are put into the table before a search.
const maxFilled = 300

// fillTable puts the book's scores of p and of the positions that follow into the transposition table, the nearest
// positions first, for a search that was prepared and has not begun. A search that begins where a line of the book ends then knows the scores of the book's other lines, to
// which moves may transpose.
func (e *Engine) fillTable(p board.Position) {
	seen := map[board.Position]bool{p: true}
	ahead := []board.Position{p}
	for filled := 0; len(ahead) > 0 && filled < maxFilled; ahead = ahead[1:] {
		at := ahead[0]
		entry, ok := e.bookEntry(at)
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

// setOwnBook sets option OwnBook to the level with the name value. Chess tools send true, which means the best moves,
// and false, which means no book.
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

// setBookFile opens the user's book, the file named value; <empty> stands for no book.
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
	e.books.userBook, e.settings.BookFile = own, value
	e.searcher.Clear() // the table holds scores of the other book
	return nil
}

// setAntiBookFile reads the file named value, with positions to avoid besides those in the program; <empty> stands for
// no file.
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
	e.books.userEntries, e.books.antiBook, e.settings.AntiBookFile = user, nil, value
	return nil
}

func readAntiBook(name string, file io.ReadCloser) ([]antibook.Entry, error) {
	entries, err := antibook.Parse(name, file)
	return entries, errors.Join(err, file.Close())
}
