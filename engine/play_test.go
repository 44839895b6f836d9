package engine

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// hang is how long a test waits for what should come at once.
const hang = time.Minute

// analyst returns an engine with a small table and what else c has.
func analyst(t *testing.T, c Config) *Engine {
	t.Helper()
	c.Hash = 1
	e, err := New(c)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	return e
}

// player returns an engine with the book and the anti-book in the program.
func player(t *testing.T, c Config) *Engine {
	t.Helper()
	entries, err := antibook.BuiltIn()
	require.NoError(t, err)
	avoid := antibook.NewSet(entries)
	c.Book, c.Avoid = &book.Shelf{Avoid: avoid.Contains}, avoid
	return analyst(t, c)
}

// within fails the test if f does not return.
func within(t *testing.T, f func()) {
	t.Helper()
	returned := make(chan struct{})
	go func() {
		defer close(returned)
		f()
	}()
	select {
	case <-returned:
	case <-time.After(hang):
		require.FailNow(t, "the call does not return")
	}
}

// game plays moves from the start position.
func game(t *testing.T, moves ...string) *board.Game {
	t.Helper()
	g := board.NewGame(board.Start())
	require.NoError(t, g.PlayText(moves...))
	return g
}

func position(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// searching returns an engine in the middle of an endless search, and what ends the search and waits for its result.
func searching(t *testing.T, c Config) (e *Engine, stop func() (Lines, error)) {
	t.Helper()
	e = analyst(t, c)
	ctx, cancel := context.WithCancel(context.Background())
	begun, over := make(chan struct{}, 1000), make(chan struct{})
	var best Lines
	var err error
	go func() {
		defer close(over)
		best, err = e.Play(ctx, board.NewGame(board.Start()), Limits{Infinite: true}, func(Lines) { begun <- struct{}{} })
	}()
	<-begun
	return e, func() (Lines, error) {
		cancel()
		<-over
		return best, err
	}
}

// timeless returns l without what differs from one run to the next.
func timeless(l Lines) Lines {
	l = l.clone()
	l.Time = 0
	for i := range l.Others {
		l.Others[i].Time = 0
	}
	return l
}

// TestPlay: every iteration is watched, its lines from the best to the worst, and the result is that of the last one.
func TestPlay(t *testing.T) {
	g := game(t, "12-16", "24-20", "8-12")
	var seen []Lines
	best, err := analyst(t, Config{}).Play(context.Background(), g, Limits{Depth: 5, MultiPV: 2}, func(l Lines) { seen = append(seen, l) })
	require.NoError(t, err)
	require.True(t, best.Final)
	require.Len(t, seen, 3, "depths 1, 3 and 5")
	for i, l := range seen {
		require.False(t, l.Final)
		require.Len(t, l.All(), 2)
		require.Equal(t, search.Depth(2*i+1), l.Depth)
		require.GreaterOrEqual(t, l.Score, l.Others[0].Score)
		require.NotEqual(t, l.Move(), l.Others[0].Move())
	}
	last := timeless(seen[2])
	last.Final = true
	require.Equal(t, last, timeless(best))
	require.Equal(t, game(t, "12-16", "24-20", "8-12"), g, "the game stays as it is")
}

// TestAnalyze yields each iteration and the result last, ends when the reader leaves, and then the next search may begin at once.
func TestAnalyze(t *testing.T) {
	e, ctx := analyst(t, Config{}), context.Background()
	var last Lines
	for l, err := range e.Analyze(ctx, game(t), Limits{Depth: 9}) {
		require.NoError(t, err)
		require.False(t, last.Final, "the result is the last")
		require.GreaterOrEqual(t, l.Depth, last.Depth)
		last = l
	}
	require.True(t, last.Final)
	require.Equal(t, search.Depth(9), last.Depth)
	for range 3 {
		within(t, func() {
			for l, err := range e.Analyze(ctx, game(t), Limits{Infinite: true}) {
				require.NoError(t, err)
				if l.Depth >= 7 {
					break
				}
			}
		})
	}
	within(t, func() {
		defer func() { require.Equal(t, "of a reader", recover()) }()
		for range e.Analyze(ctx, game(t), Limits{Infinite: true}) {
			panic("of a reader")
		}
	})
	for l, err := range e.Analyze(ctx, game(t), Limits{Depth: -1}) {
		require.EqualError(t, err, "depth -1 is below 0")
		require.Empty(t, l.All())
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var ended error
	for _, err := range e.Analyze(ctx, game(t), Limits{Infinite: true}) {
		cancel()
		ended = err
	}
	require.ErrorIs(t, ended, context.Canceled)
}

// TestASlowReader does not hold the search up, and reads the newest lines.
func TestASlowReader(t *testing.T) {
	e := analyst(t, Config{})
	var depths []search.Depth
	for l, err := range e.Analyze(context.Background(), game(t), Limits{Depth: 13}) {
		require.NoError(t, err)
		depths = append(depths, l.Depth)
		require.Eventually(t, func() bool { return e.NewGame() == nil }, hang, time.Millisecond, "the search ends while the reader waits")
	}
	require.LessOrEqual(t, len(depths), 3, "what was read first, the newest lines, and the result")
	require.Equal(t, search.Depth(13), depths[len(depths)-1])
}

// TestASlowEvaluation makes no move late by more than ten evaluations, and no search that is stopped.
func TestASlowEvaluation(t *testing.T) {
	builtIn() // outlives the bubbles
	for name, fen := range map[string]string{"start": board.Start().String(), "won ending": "B:WK4,23,26:B1,K20,24"} {
		t.Run(name, func(t *testing.T) {
			g, maximum := board.NewGame(position(t, fen)), 100*time.Millisecond
			synctest.Test(t, func(t *testing.T) {
				e := analyst(t, Config{Evaluator: broken(func() { time.Sleep(2 * time.Millisecond) })})
				began := time.Now()
				best, err := e.Play(t.Context(), g, Limits{MoveTime: maximum})
				require.NoError(t, err)
				require.Greater(t, best.Depth, search.Depth(1))
				require.InDelta(t, maximum, time.Since(began), float64(20*time.Millisecond))

				ctx, cancel := context.WithTimeout(t.Context(), maximum)
				defer cancel()
				began = time.Now()
				_, err = e.Play(ctx, g, Limits{Infinite: true})
				require.ErrorIs(t, err, context.DeadlineExceeded)
				require.InDelta(t, maximum, time.Since(began), float64(20*time.Millisecond))
			})
		})
	}
}

// TestTheContextEndsASearch, whether it ends before or meanwhile; the best line so far comes with its error.
func TestTheContextEndsASearch(t *testing.T) {
	e := analyst(t, Config{})
	ctx, cancel := context.WithCancel(context.Background())
	for _, watch := range []func(Lines){func(Lines) { cancel() }, func(Lines) {}} {
		within(t, func() {
			best, err := e.Play(ctx, game(t), Limits{Infinite: true}, watch)
			require.ErrorIs(t, err, context.Canceled)
			require.False(t, best.Move().IsNone())
		})
	}
	best, err := e.Play(context.Background(), game(t), Limits{Depth: 5})
	require.NoError(t, err)
	require.Equal(t, search.Depth(5), best.Depth, "the next search knows nothing of that")
}

// TestPlayRefuses what cannot be searched now or at all.
func TestPlayRefuses(t *testing.T) {
	e, stop := searching(t, Config{})
	ctx := context.Background()
	_, err := e.Play(ctx, game(t, "9-13"), Limits{Depth: 1})
	require.ErrorIs(t, err, ErrSearching)
	require.ErrorIs(t, e.NewGame(), ErrSearching)
	require.ErrorIs(t, e.Configure(Config{}), ErrSearching)
	best, err := stop()
	require.ErrorIs(t, err, context.Canceled)
	require.False(t, best.Move().IsNone())
	require.NoError(t, e.NewGame())
	_, err = e.Play(ctx, game(t), Limits{Depth: 1, SearchMoves: []board.Move{{From: 0, To: 31}}})
	require.ErrorIs(t, err, board.ErrIllegal)
	require.ErrorContains(t, err, "move 1-32 is illegal")
	for text, limits := range map[string]Limits{
		"depth -1 is below 0":        {Depth: -1},
		"move time -1ns is below 0":  {MoveTime: -1},
		"-2 lines are below 0":       {Depth: 1, MultiPV: -2},
		"increment -1s is below 0":   {Clock: &search.Clock{Remaining: time.Second, Increment: -time.Second}},
		"-1 moves to go are below 0": {Clock: &search.Clock{Remaining: time.Second, MovesToGo: -1}},
	} {
		within(t, func() {
			_, err := e.Play(ctx, game(t, "11-15"), limits)
			require.EqualError(t, err, text)
		})
	}
	within(t, func() {
		_, err := e.Play(ctx, game(t), Limits{Clock: &search.Clock{Remaining: -time.Second}})
		require.NoError(t, err, "a clock may be below 0")
	})
	legal, err := board.Start().ParseMove("12-16")
	require.NoError(t, err)
	best, err = e.Play(ctx, game(t), Limits{Depth: 3, SearchMoves: []board.Move{legal}})
	require.NoError(t, err)
	require.Equal(t, legal, best.Move())
}

// TestWrongConfigs are errors that name what is wrong, and change nothing.
func TestWrongConfigs(t *testing.T) {
	e := analyst(t, Config{})
	parameters := search.Parameters{}
	for text, c := range map[string]Config{
		"hash -1 is not between 0 and 1048576": {Hash: -1},
		"than this machine can spare":          {Hash: MaxHash},
		"threads 257 is not between 0 and 256": {Threads: 257},
		"level 11 is not between 0 and 10":     {Level: 11},
		"magic":                                {Without: []string{"magic"}},
		"is not between":                       {Parameters: &parameters},
	} {
		_, err := New(c)
		require.ErrorContains(t, err, text)
		require.EqualError(t, e.Configure(c), err.Error())
	}
	best, err := e.Play(context.Background(), game(t), Limits{Depth: 5})
	require.NoError(t, err)
	require.Equal(t, search.Depth(5), best.Depth)
}

// broken is an evaluation that panics. It cannot be compared.
type broken func()

func (b broken) Evaluate(board.Position) eval.Score { b(); return 0 }

func (broken) Note() string { return "broken" }

// TestAFailedSearchReturnsItsError, wherever it fails, with a legal move, and the next search is as good as any.
func TestAFailedSearchReturnsItsError(t *testing.T) {
	fail := func(Lines) { panic("of a test") }
	for name, c := range map[string]struct {
		config Config
		limits Limits
		watch  func(Lines)
	}{
		"watch":      {limits: Limits{Depth: 5}, watch: fail},
		"two":        {config: Config{Threads: 2}, limits: Limits{Infinite: true}, watch: fail},
		"book":       {limits: Limits{MoveTime: hang}, watch: fail},
		"level":      {config: Config{Level: 1}, limits: Limits{Depth: 5}, watch: fail},
		"evaluation": {config: Config{Evaluator: broken(func() { panic("of a test") })}, limits: Limits{Depth: 5}, watch: func(Lines) {}},
	} {
		e := player(t, c.config)
		within(t, func() {
			best, err := e.Play(context.Background(), game(t), c.limits, c.watch)
			require.ErrorIs(t, err, ErrFailed, name)
			require.EqualError(t, err, "the search failed: of a test")
			require.False(t, best.Move().IsNone())
		})
		require.NoError(t, e.Configure(Config{Hash: 1}))
		best, err := e.Play(context.Background(), game(t), Limits{Depth: 5})
		require.NoError(t, err)
		require.Equal(t, search.Depth(5), best.Depth)
	}
}

// promising is an evaluation that returns one score.
type promising eval.Score

func (p promising) Evaluate(board.Position) eval.Score { return eval.Score(p) }

func (promising) Note() string { return "promising" }

// An evaluation may not return a score that means a proven result: the search ends with an error, at full strength and at a level.
func TestAnEvaluationOutOfRange(t *testing.T) {
	for _, level := range []int{0, 1} {
		for _, score := range []eval.Score{eval.MaxUnproven + 1, -eval.MaxUnproven - 1} {
			e := player(t, Config{Evaluator: promising(score), Level: level})
			best, err := e.Play(context.Background(), game(t), Limits{Depth: 5})
			require.ErrorIs(t, err, ErrFailed)
			require.ErrorContains(t, err, fmt.Sprintf("is %d, not between", score))
			require.False(t, best.Move().IsNone())
			require.NoError(t, e.Configure(Config{Hash: 1, Level: level, Evaluator: promising(eval.MaxUnproven)}))
			_, err = e.Play(context.Background(), game(t), Limits{Depth: 5})
			require.NoError(t, err)
		}
	}
}

// A position that cannot be is an error that says why, and no search.
func TestImpossiblePositions(t *testing.T) {
	e := player(t, Config{})
	for want, p := range map[string]board.Position{
		"the board is empty":                      {},
		"square 5 has two pieces":                 {Black: 1 << 4, White: 1 << 4},
		"White has a man on 1, where it would be": {Black: 1 << 4, White: 1},
		"a king's mark and no piece":              {Black: 1, White: 2, Kings: 4},
	} {
		_, err := e.Play(context.Background(), board.NewGame(p), Limits{Depth: 1})
		require.ErrorContains(t, err, want)
		for _, err := range e.Analyze(context.Background(), board.NewGame(p), Limits{Depth: 1}) {
			require.ErrorContains(t, err, want)
		}
	}
}

// A level that is none has no player.
func TestNewLevelPlayer(t *testing.T) {
	for _, number := range []int{-1, 0, MaxLevel + 1} {
		_, err := NewLevelPlayer(number, nil)
		require.ErrorContains(t, err, "is not between 1 and 10")
	}
	p, err := NewLevelPlayer(MaxLevel, nil)
	require.NoError(t, err)
	require.NotNil(t, p)
}

// TestAnEvaluationThatCannotBeCompared may be used again and again.
func TestAnEvaluationThatCannotBeCompared(t *testing.T) {
	e := analyst(t, Config{})
	for range 3 {
		require.NoError(t, e.Configure(Config{Hash: 1, Evaluator: broken(func() {})}))
		best, err := e.Play(context.Background(), game(t), Limits{Depth: 3})
		require.NoError(t, err)
		require.Equal(t, search.Depth(3), best.Depth)
	}
}

// TestClose ends the search, also from a function that the search calls, and every later call returns ErrClosed.
func TestClose(t *testing.T) {
	for _, inside := range []bool{true, false} {
		e, err := New(Config{Hash: 1})
		require.NoError(t, err)
		begun := make(chan struct{}, 1000)
		go func() {
			<-begun
			if !inside {
				require.NoError(t, e.Close())
			}
		}()
		within(t, func() {
			best, err := e.Play(context.Background(), game(t), Limits{Infinite: true}, func(Lines) {
				if inside {
					require.NoError(t, e.Close())
				}
				begun <- struct{}{}
			})
			require.ErrorIs(t, err, ErrClosed)
			require.False(t, best.Move().IsNone())
		})
		_, err = e.Play(context.Background(), game(t), Limits{Depth: 1})
		require.ErrorIs(t, err, ErrClosed)
		for _, err := range []error{e.NewGame(), e.Configure(Config{})} {
			require.ErrorIs(t, err, ErrClosed)
		}
		require.Equal(t, Proof{}, e.Prove(context.Background(), position(t, "B:WK32:BK1,K2")))
		require.NoError(t, e.Close(), "once more")
	}
}

// TestAGameThatIsOver has its result for an answer.
func TestAGameThatIsOver(t *testing.T) {
	e := analyst(t, Config{})
	for fen, want := range map[string]eval.Score{
		"W:W13,12:B9,8,6,5,3": eval.LossIn(0), "W:W:B1": eval.LossIn(0), "B:W:B1": eval.WinIn(0),
	} {
		within(t, func() {
			best, err := e.Play(context.Background(), board.NewGame(position(t, fen)), Limits{Infinite: true})
			require.NoError(t, err)
			require.Empty(t, best.PV)
			require.Equal(t, want, best.Score, fen)
		})
	}
}

// TestPonderHit starts the clock of a search that ponders.
func TestPonderHit(t *testing.T) {
	e, hit := analyst(t, Config{}), make(chan struct{})
	began := time.Now()
	time.AfterFunc(20*time.Millisecond, func() { close(hit) })
	within(t, func() {
		_, err := e.Play(context.Background(), game(t), Limits{Ponder: true, PonderHit: hit, MoveTime: time.Millisecond})
		require.NoError(t, err)
		require.GreaterOrEqual(t, time.Since(began), 20*time.Millisecond)
	})
}

// TestAnalyzeWithoutAGame panics where the caller can recover, as Play does, and the engine goes on.
func TestAnalyzeWithoutAGame(t *testing.T) {
	e := analyst(t, Config{})
	for _, none := range []*board.Game{nil, {}} {
		require.Panics(t, func() {
			for range e.Analyze(context.Background(), none, Limits{Depth: 1}) {
			}
		})
	}
	_, err := e.Play(context.Background(), game(t), Limits{Depth: 1})
	require.NoError(t, err)
}

// TestABookOfOnesOwn is asked, and its errors are told while the move is searched.
func TestABookOfOnesOwn(t *testing.T) {
	move, err := board.Start().ParseMove("9-13")
	require.NoError(t, err)
	var failed error
	source := func(choices []book.Choice, err error) *Engine {
		return analyst(t, Config{
			Book:   book.Func(func(context.Context, board.Position) ([]book.Choice, error) { return choices, err }),
			Failed: func(err error) { failed = err },
		})
	}
	limits, lines := Limits{MoveTime: 20 * time.Millisecond}, 0
	best, err := source([]book.Choice{{Move: move}}, nil).Play(context.Background(), game(t), limits, func(Lines) { lines++ })
	require.NoError(t, err)
	require.Equal(t, []any{move, "book 9-13 d1", 1, uint64(0)}, []any{best.Move(), best.Note, lines, best.Nodes})
	require.NoError(t, failed)
	wrong := errors.New("of a test")
	best, err = source([]book.Choice{{Move: move}}, wrong).Play(context.Background(), game(t), limits)
	require.NoError(t, err)
	require.NotZero(t, best.Nodes)
	require.Equal(t, wrong, failed)
	illegal := board.Move{From: 0, To: 31}
	for _, c := range []book.Choice{{Move: illegal}, {Move: move, Line: []board.Move{illegal}}} {
		failed = nil
		best, err = source([]book.Choice{c}, nil).Play(context.Background(), game(t), limits)
		require.NoError(t, err)
		require.NoError(t, board.Start().CheckMove(best.Move()))
		require.NotZero(t, best.Nodes)
		require.ErrorIs(t, failed, board.ErrIllegal)
	}
}

// TestASlowBook ends with the time of the move, which its time counts to, and with Close.
func TestASlowBook(t *testing.T) {
	asked := make(chan struct{}, 1)
	slow := func(failed func(error)) *Engine {
		return analyst(t, Config{Failed: failed, Book: book.Func(func(ctx context.Context, _ board.Position) ([]book.Choice, error) {
			asked <- struct{}{}
			<-ctx.Done()
			return nil, ctx.Err()
		})})
	}
	for _, limits := range []Limits{
		{MoveTime: 300 * time.Millisecond},
		{Clock: &search.Clock{Remaining: 350 * time.Millisecond, MovesToGo: 1}},
	} {
		within(t, func() {
			var failed error
			best, err := slow(func(err error) { failed = err }).Play(context.Background(), game(t), limits)
			require.NoError(t, err)
			require.ErrorIs(t, failed, context.DeadlineExceeded)
			require.NotZero(t, best.Nodes)
			require.Less(t, best.Nodes, uint64(50_000), "the search has no time left")
			require.NoError(t, board.Start().CheckMove(best.Move()))
			<-asked
		})
	}
	within(t, func() {
		e := slow(nil)
		go func() {
			<-asked
			_ = e.Close()
		}()
		_, err := e.Play(context.Background(), game(t), Limits{MoveTime: hang})
		require.ErrorIs(t, err, ErrClosed)
	})
}

// TestTableIsWarmBesideTheBook: a search just outside the book finds in the table what the book knows of the positions that lead back
// into it.
func TestTableIsWarmBesideTheBook(t *testing.T) {
	nodes := func(warm bool) uint64 {
		e := player(t, Config{})
		if warm {
			e.fillTable(board.Start(), Limits{MoveTime: hang})
		}
		best, err := e.Play(context.Background(), game(t), Limits{Depth: 7})
		require.NoError(t, err)
		return best.Nodes
	}
	require.Less(t, nodes(true), nodes(false))
}

// TestALevelLimitsTheSearch of a move; an analysis and a problem are searched with full strength.
func TestALevelLimitsTheSearch(t *testing.T) {
	e := analyst(t, Config{Level: 1})
	for name, c := range map[string]struct {
		limits  Limits
		limited bool
	}{
		"depth":   {Limits{Depth: 12}, true},
		"clock":   {Limits{Clock: &search.Clock{Remaining: 1 << 40}}, true},
		"problem": {Limits{Depth: 12, Solve: true}, false},
	} {
		lines := 0
		best, err := e.Play(context.Background(), game(t), c.limits, func(Lines) { lines++ })
		require.NoError(t, err)
		require.Equal(t, c.limited, best.Nodes <= 1000, "%s: %d nodes", name, best.Nodes)
		require.Equal(t, c.limited, lines == 1, "%s: one line, of the move that is played", name)
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	within(t, func() {
		best, err := e.Play(ctx, game(t), Limits{Ponder: true})
		require.ErrorIs(t, err, context.Canceled)
		require.NotEmpty(t, best.PV)
	})
}

// TestALevelIsLeft by full strength, which searches as an engine does that had no level.
func TestALevelIsLeft(t *testing.T) {
	fresh, other, ctx, limits := analyst(t, Config{}), analyst(t, Config{Level: 3}), context.Background(), Limits{Depth: 7}
	wanted, err := fresh.Play(ctx, game(t), limits)
	require.NoError(t, err)
	_, err = other.Play(ctx, game(t), limits)
	require.NoError(t, err)
	require.NoError(t, other.Configure(Config{Hash: 1}))
	got, err := other.Play(ctx, game(t), limits)
	require.NoError(t, err)
	require.Equal(t, timeless(wanted), timeless(got))
}

// TestLowLevelsKnowNoBook: levels from minBookLevel on play the moves of the book.
func TestLowLevelsKnowNoBook(t *testing.T) {
	for n := 1; n <= MaxLevel; n++ {
		best, err := player(t, Config{Level: n}).Play(context.Background(), game(t), Limits{MoveTime: 1 << 30})
		require.NoError(t, err)
		require.Equal(t, n >= minBookLevel, best.Nodes == 0, "level %d", n)
	}
}
