package engine

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// A position of 8 pieces that White, who is to move, wins, and the note on it. The number of nodes is that of every
// proof of the position.
const (
	provable     = "W:W21,22,28,32:B5,12,13,20"
	provableNote = "proven win for White, 6248 nodes"
)

func fromFEN(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// TestSolverTellsItsProof once during the search, and in the result.
func TestSolverTellsItsProof(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("Solver", "true"))
	require.NoError(t, e.SetGame(board.NewGame(fromFEN(t, provable))))
	notes, proven, results := make(chan string, 100), 0, make(chan search.Info, 1)
	require.NoError(t, e.Start(search.Limits{Infinite: true}, func(i search.Info) {
		require.NotEmpty(t, i.PV)
		if i.Proven == board.Win {
			proven++
		}
		if i.Note != "" {
			notes <- i.Note
		}
	}, func(i search.Info) { results <- i }))
	within(t, func() { require.Equal(t, provableNote, <-notes) })
	e.Stop()
	within(t, e.Wait)
	require.Empty(t, notes, "once")
	require.Positive(t, proven)
	best := <-results
	require.Equal(t, board.Win, best.Proven)
	require.Equal(t, provableNote, best.Note)
	require.True(t, best.Score.IsWin())
}

// TestSolverIsOff without its option, and in searches that must give the same result every time.
func TestSolverIsOff(t *testing.T) {
	e, p := small(t), fromFEN(t, provable)
	limits := search.Limits{Infinite: true}
	e.opened()
	require.False(t, e.asksSolver(limits, p), "the default")
	require.NoError(t, e.SetOption("Solver", "true"))
	require.True(t, e.asksSolver(limits, p))
	require.True(t, e.asksSolver(search.Limits{MoveTime: time.Minute}, p))
	for _, other := range []search.Limits{{Depth: 9}, {Nodes: 9}, {Infinite: true, SearchMoves: make([]board.Move, 1)}} {
		require.False(t, e.asksSolver(other, p))
	}
	require.False(t, e.asksSolver(limits, fromFEN(t, "W:W32:B1")), "the databases know it")
	require.False(t, e.asksSolver(limits, fromFEN(t, "W:W:B1")), "the game is over")
}

// TestConcludeKeepsGoodLines: the line of the proof comes in place of one that is not known to win, and of no other.
func TestConcludeKeepsGoodLines(t *testing.T) {
	p := fromFEN(t, provable)
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

// TestSolverEndsWithTheSearch: a search that is stopped while the solver works gives its result at once.
func TestSolverEndsWithTheSearch(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("Solver", "true"))
	for _, pause := range []time.Duration{0, solverDelay + 200*time.Millisecond} {
		require.NoError(t, e.Start(search.Limits{Infinite: true}, nil, nil))
		time.Sleep(pause)
		e.Stop()
		within(t, e.Wait)
		require.NoError(t, e.SetOption("EGDBPieces", "5"), "the databases can be closed")
	}
}

// TestProve finds values for the side to move, with a line that begins with a legal move.
func TestProve(t *testing.T) {
	e := small(t)
	for fen, want := range map[string]board.Result{
		provable:                    board.Win,
		"B:WK10,28,31,32:BK5,12,20": board.Loss,
		"B:W32:B1":                  board.Draw,
	} {
		p := fromFEN(t, fen)
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
	require.Equal(t, Proof{}, e.prove(context.Background(), &databases{}, board.Start()), "no library: a panic")
	require.Contains(t, e.Ready()[0], "the proof solver failed: ")
}
