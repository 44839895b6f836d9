package bookgrowth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/pool"
	"github.com/zonda-checkers/zonda/search"
)

// Question is a position to search. Its finding depends on the position, the search and the moves alone.
type Question struct {
	Number   int // of the question among those that are asked at the same time
	Position board.Position
	Search   Search
	Moves    []board.Move // those to search; nil for all
}

// Finding is the result of a search.
type Finding struct {
	Moves []book.Move // the best ones, at least one, the best first; without visits
	Depth int         // in plies
}

// NewPool returns a pool that searches in this process, up to threads positions at the same time.
func NewPool(threads int) pool.Pool[Question, Finding] {
	return pool.Goroutines[Question, Finding]{
		Number: threads,
		New:    func() (pool.Worker[Question, Finding], error) { return &Searcher{}, nil },
	}
}

// Searcher searches positions one after the other. The zero value is ready; the caller must call Close.
type Searcher struct {
	engine *engine.Engine // nil before the first search
	hash   int            // of the engine in MiB
}

// Do searches the position of a question.
func (s *Searcher) Do(ctx context.Context, q Question) (f Finding, err error) {
	if err := s.prepare(q.Search); err != nil {
		return f, err
	}
	if f, err = q.find(ctx, s.engine); err != nil {
		return f, fmt.Errorf("%s: %w", q.Position.FEN(), err)
	}
	return f, nil
}

// prepare makes an engine with the settings of a search, unless there is one.
func (s *Searcher) prepare(search Search) (err error) {
	if s.engine != nil && s.hash == search.HashMiB {
		return s.engine.NewGame()
	}
	if err := s.Close(); err != nil {
		return err
	}
	s.hash = search.HashMiB
	s.engine, err = engine.New(engine.Config{Hash: max(1, search.HashMiB)})
	return err
}

// Close ends the engine.
func (s *Searcher) Close() error {
	if s.engine == nil {
		return nil
	}
	e := s.engine
	s.engine = nil
	return e.Close()
}

// find searches the position with an engine whose table is empty.
func (q Question) find(ctx context.Context, e *engine.Engine) (f Finding, err error) {
	nodes := q.Search.Nodes
	if isForced(q.Position) {
		nodes = max(1, nodes/forcedShare)
	}
	limits := search.Limits{Nodes: nodes, MultiPV: q.Search.Moves, SearchMoves: q.Moves}
	found, err := e.Play(ctx, board.NewGame(q.Position), limits)
	if err != nil {
		return f, err
	}
	if ctx.Err() != nil { // the search did not come to its end
		return f, context.Cause(ctx)
	}
	for _, i := range found.All() {
		score := i.Score
		if i.Known == board.Draw {
			score = eval.Draw
		}
		f.Depth = max(f.Depth, int(i.Depth))
		f.Moves = append(f.Moves, book.Move{Move: i.Move(), Score: score, Searched: score, Depth: int(i.Depth)})
	}
	f.Depth = max(f.Depth, 1)
	return f, nil
}

// Sample says which positions of a book are searched for a check, and how.
type Sample struct {
	Number  int     // of positions with a choice of moves
	Seed    uint64  // decides which positions
	Times   float64 // ratio of the nodes of a check's search to those of the book's
	HashMiB int     // size of the table of each search
	Threads int     // searches at the same time
}

// Trial is the result of a check's searches of a position. Scores are in hundredths of a man.
type Trial struct {
	Position board.Position
	Move     board.Move // the book's best
	Nodes    uint64     // of each search
	Best     eval.Score // of the best move, from a search of all moves
	Kept     eval.Score // of the book's move, from a search of that move alone
}

// Lost returns how much worse the book's move is than the best, in hundredths of a man; 0 if it is not worse.
func (t Trial) Lost() eval.Score { return max(0, t.Best-t.Kept) }

// Check searches a random sample of the positions of a book. Report is called after each, one call at a time, with
// the number of positions in the sample, which is less than Number if the book has fewer. A book without a searched
// position with a choice of moves is an error.
func Check(ctx context.Context, b *book.Book, s Sample, report func(t Trial, all int)) error {
	trials := s.trials(b)
	if len(trials) == 0 {
		return fmt.Errorf("book %s: no position with a choice of moves was searched", b.Name())
	}
	searchers := pool.Goroutines[Trial, Trial]{Number: s.Threads, New: func() (pool.Worker[Trial, Trial], error) {
		return pool.Func[Trial, Trial](s.try), nil
	}}
	return searchers.Do(ctx, pool.Tasks(trials...), func(_, t Trial) error {
		report(t, len(trials))
		return nil
	})
}

// trials returns the positions of the sample, each with the book's best move.
func (s Sample) trials(b *book.Book) (all []Trial) {
	for p, e := range b.All() {
		if nodes := e.Search.Nodes; nodes > 0 && !isForced(p) && len(e.Moves) > 0 {
			all = append(all, Trial{Position: p, Move: e.Moves[0].Move, Nodes: max(1, uint64(s.Times*float64(nodes)))})
		}
	}
	rand.New(rand.NewPCG(s.Seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(s.Number, len(all))]
}

// try searches all moves of a position, and the book's move alone if it is not the best.
func (s Sample) try(ctx context.Context, t Trial) (Trial, error) {
	searcher := &Searcher{}
	defer func() { _ = searcher.Close() }() // it wrote nothing
	q := Question{Position: t.Position, Search: Search{Nodes: t.Nodes, Moves: 1, HashMiB: s.HashMiB}}
	all, err := searcher.Do(ctx, q)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return t, err
	}
	t.Best, t.Kept = all.Moves[0].Searched, all.Moves[0].Searched
	if all.Moves[0].Move == t.Move {
		return t, nil
	}
	q.Moves = []board.Move{t.Move}
	alone, err := searcher.Do(ctx, q)
	if err = cmp.Or(err, ctx.Err()); err == nil {
		t.Kept = alone.Moves[0].Searched
	}
	return t, err
}

// Store is a book file that this program alone may change. Use OpenStore.
type Store struct {
	Builder *book.Builder
	lock    *file.Lock
}

// OpenStore locks a book file, and reads it if it exists. If another program changes the file, the error says so. The
// caller must call Close.
func OpenStore(name string) (*Store, error) {
	if err := file.Check(name); err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	lock, err := file.Acquire(name, file.Moment)
	if errors.Is(err, file.ErrLocked) {
		return nil, fmt.Errorf("book %w", err)
	}
	if err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	s := &Store{Builder: book.NewBuilder(), lock: lock}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	b, err := book.Open(name)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.Builder = b.Builder()
	return s, nil
}

// Save replaces the file by the book as it is now, in the present version of the format.
func (s *Store) Save() error { return file.WriteWhole(s.lock.Name(), s.Builder.Write) }

// Close releases the lock. Changes that were not saved are lost.
func (s *Store) Close() error { return s.lock.Release() }
