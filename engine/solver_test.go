package engine

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// A position of 8 pieces that White, who is to move, wins, and the note on it. The number of nodes is that of every
// proof of the position.
const (
	provable     = "W:W21,22,28,32:B5,12,13,20"
	provableNote = "proven win for White, 6248 nodes"
)

// TestSolverTellsItsProof once during the search, and in the result.
func TestSolverTellsItsProof(t *testing.T) {
	e, ctx := analyst(t, Config{Solver: true}), context.Background()
	var last Lines
	notes, proven := 0, 0
	within(t, func() {
		ctx, cancel := context.WithCancel(ctx)
		best, err := e.Play(ctx, board.NewGame(position(t, provable)), Limits{Infinite: true}, func(l Lines) {
			require.NotEmpty(t, l.PV)
			if l.Proven == board.Win {
				proven++
			}
			if l.Note != "" {
				require.Equal(t, provableNote, l.Note)
				notes++
				cancel()
			}
		})
		require.ErrorIs(t, err, context.Canceled)
		last = best
	})
	require.Equal(t, 1, notes, "once")
	require.Positive(t, proven)
	require.Equal(t, board.Win, last.Proven)
	require.Equal(t, provableNote, last.Note)
	require.True(t, last.Score.IsWin())
}

// TestSolverIsOff without its setting, and in searches that must give the same result every time.
func TestSolverIsOff(t *testing.T) {
	e, p := analyst(t, Config{}), position(t, provable)
	limits := Limits{Infinite: true}
	require.False(t, e.asksSolver(limits, p, builtIn()), "the default")
	require.NoError(t, e.Configure(Config{Hash: 1, Solver: true}))
	require.True(t, e.asksSolver(limits, p, builtIn()))
	require.True(t, e.asksSolver(Limits{MoveTime: time.Minute}, p, builtIn()))
	for _, other := range []Limits{{Depth: 9}, {Nodes: 9}, {Infinite: true, SearchMoves: make([]board.Move, 1)}} {
		require.False(t, e.asksSolver(other, p, builtIn()))
	}
	require.False(t, e.asksSolver(limits, position(t, "W:W32:B1"), builtIn()), "the databases know it")
	require.False(t, e.asksSolver(limits, position(t, "W:W:B1"), builtIn()), "the game is over")
}

// TestConcludeKeepsGoodLines: the line of the proof comes in place of one that is not known to win, and of no other.
func TestConcludeKeepsGoodLines(t *testing.T) {
	p := position(t, provable)
	var moves board.MoveList
	p.Moves(&moves)
	own, other := []board.Move{moves.At(0)}, []board.Move{moves.At(1)}
	conclude := func(value board.Result, score eval.Score) search.Info {
		s := &solver{position: p, stop: func() {}, proof: Proof{Value: value, Nodes: 7, Line: other}}
		return s.conclude(search.Info{Score: score, PV: own})
	}
	best := conclude(board.Win, 30)
	require.Equal(t, other, best.PV)
	require.Equal(t, "win", best.ScoreText())
	require.Equal(t, "proven win for White, 7 nodes", best.Note)
	require.Equal(t, own, conclude(board.Win, eval.WinIn(9)).PV, "the search has a win of its own")
	for _, value := range []board.Result{board.Draw, board.Loss} {
		best := conclude(value, 30)
		require.Equal(t, own, best.PV)
		require.Equal(t, eval.Score(30), best.Score)
		require.Equal(t, value, best.Proven)
	}
	require.Equal(t, search.Info{Score: 30, PV: own}, conclude(board.Unknown, 30))
}

// TestAProofIsTold: during the search too the line of a proof comes in place of one that is not known to win, which stands where another
// line began with the same move.
func TestAProofIsTold(t *testing.T) {
	p := position(t, provable)
	var moves board.MoveList
	p.Moves(&moves)
	line := func(rank int) search.Info {
		return search.Info{Rank: rank, Score: 30, PV: []board.Move{moves.At(rank - 1)}}
	}
	var told Lines
	s := &solver{position: p, proof: Proof{Value: board.Win, Line: line(3).PV}, report: func(l Lines) { told = l }}
	s.hear(Lines{Info: line(1), Others: []search.Info{line(2), line(3)}})
	first := map[int]board.Move{}
	for i, l := range told.All() {
		require.Equal(t, i+1, l.Rank)
		first[l.Rank] = l.Move()
	}
	require.Equal(t, map[int]board.Move{1: moves.At(2), 2: moves.At(1), 3: moves.At(0)}, first)
	require.True(t, told.Score.IsWin())
	require.False(t, told.Others[1].Score.IsWin())
}

// TestAFailureBesideTheSearch: a receiver that panics when it is told a proof ends the search with an error, not the process.
func TestAFailureBesideTheSearch(t *testing.T) {
	p := position(t, provable)
	s := &solver{position: p, stop: func() {}, last: anyMove(p), report: func(Lines) { panic("of a test") },
		prove: func(context.Context) (Proof, error) { return Proof{Value: board.Win}, nil }}
	within(t, func() { require.NoError(t, s.run(context.Background())) })
	_, failed := guarded(func() search.Info { return s.conclude(search.Info{}) })
	require.EqualError(t, failed, "the search failed: of a test")
}

// TestSolverEndsWithTheSearch: a search that is stopped while the solver works gives its result at once, and the databases can
// be closed when the engine has others.
func TestSolverEndsWithTheSearch(t *testing.T) {
	for _, pause := range []time.Duration{0, solverDelay + 200*time.Millisecond} {
		e, stop := searching(t, Config{Solver: true})
		time.Sleep(pause)
		within(t, func() {
			_, err := stop()
			require.ErrorIs(t, err, context.Canceled)
			require.NoError(t, e.Configure(Config{Hash: 1, Endings: NoEndings}))
		})
	}
}

// failing are databases that fail when the solver asks them, after a call.
type failing struct {
	*egdb.DB
	before func()
}

func (f *failing) Pieces() int {
	if f.before != nil {
		f.before()
	}
	panic("of a test")
}

// TestAFailedSolver tells Config.Failed, which may call every method, while Configure waits for the solver.
func TestAFailedSolver(t *testing.T) {
	asked, told := make(chan struct{}), make(chan error, 1)
	var e *Engine
	fail := func(err error) {
		_ = e.NewGame()
		told <- err
	}
	e = analyst(t, Config{Failed: fail, Endings: &failing{NoEndings, func() {
		close(asked)
		for e.mu.TryLock() { // until Configure has it
			e.mu.Unlock()
		}
	}}})
	e.mu.Lock()
	e.beginSolver(position(t, provable), nil)
	e.mu.Unlock()
	within(t, func() {
		<-asked
		require.NoError(t, e.Configure(Config{Hash: 1, Failed: fail}))
		require.EqualError(t, <-told, "the proof solver: the search failed: of a test")
	})
}

// TestProve finds values for the side to move, with a line that begins with a legal move.
func TestProve(t *testing.T) {
	var told error
	e := analyst(t, Config{Failed: func(err error) { told = err }})
	for fen, want := range map[string]board.Result{
		provable:                    board.Win,
		"B:WK10,28,31,32:BK5,12,20": board.Loss,
		"B:W32:B1":                  board.Draw,
	} {
		p := position(t, fen)
		found := e.Prove(context.Background(), p)
		require.Equal(t, want, found.Value, fen)
		if p.Pieces() > 6 {
			var moves board.MoveList
			p.Moves(&moves)
			require.True(t, moves.Contains(found.Line[0]))
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	require.Equal(t, board.Unknown, e.Prove(ended, board.Start()).Value)
	require.NoError(t, told)
	e.config.Endings = &failing{DB: NoEndings}
	require.Equal(t, Proof{}, e.Prove(context.Background(), board.Start()))
	require.EqualError(t, told, "the proof solver: the search failed: of a test")
}
