package search

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

const wonFEN = "B:W7:BK6,15,K32"

// goalOf returns the goal of a search of p, which has the given value.
func goalOf(t *testing.T, fen string, value board.Result) *goal {
	g := newGoal(position(t, fen), value)
	return &g
}

// A line ends when it loses the value of the root, or when it converts a won root.
func TestGoalCutoff(t *testing.T) {
	for _, c := range []struct {
		fen   string
		value board.Result
		root  board.Result
		cut   bool
	}{
		{"W:W7:BK6,15,K28", board.Loss, board.Win, false}, // a king moved
		{"B:W7:BK6,15,K28", board.Win, board.Win, false},
		{"W:W7:BK6,15,K28", board.Draw, board.Win, true}, // the win is gone
		{"W:W7:BK6,15,K28", board.Win, board.Win, true},
		{"W:W7:BK6,18,K32", board.Loss, board.Win, true}, // a man moved
		{"W:WK2:BK6,15,K32", board.Loss, board.Win, true},
		{"W:W7:BK6,K32", board.Loss, board.Win, true}, // a capture
		{"W:W7:BK6,15,K28", board.Win, board.Loss, false},
		{"W:W7:BK6,K28", board.Win, board.Loss, false}, // a loser plays on
		{"W:W7:BK6,15,K28", board.Draw, board.Loss, true},
		{"W:W7:BK6,15,K28", board.Draw, board.Draw, false},
		{"W:W7:BK6,K32", board.Draw, board.Draw, false},
		{"W:W7:BK6,15,K28", board.Win, board.Draw, true},
		{"W:W7:BK6,15,K28", board.Draw, board.Unknown, true},
		{"W:W7:BK6,15,K28", board.Win, board.Unknown, true},
	} {
		score, cut := goalOf(t, wonFEN, c.root).cutoff(position(t, c.fen), c.value, 3)
		require.Equal(t, c.cut, cut, "%+v", c)
		require.False(t, cut && (c.value == board.Win) != score.IsWin(), "%+v", c)
		require.False(t, cut && (c.value == board.Loss) != score.IsLoss(), "%+v", c)
	}
}

// Near wins have higher scores than far wins, and easy wins higher scores than hard wins. All of them have higher scores
// than positions that only keep the value of the root.
func TestOrderOfKnownWins(t *testing.T) {
	ahead, even := position(t, "B:W30:BK1,K2,K3"), position(t, "B:W30,31:BK1,K2")
	won := func(p board.Position, ply int) eval.Score { return valueScore(p, board.Win, ply) }
	require.Greater(t, won(ahead, 3), won(ahead, 4))
	require.Greater(t, won(ahead, 4), won(even, 3))
	require.Greater(t, eval.WinIn(MaxPly), won(ahead, 0))
	rapid.Check(t, func(t *rapid.T) {
		p := ending(2, 7).Draw(t, "ending")
		ply, far := rapid.IntRange(0, MaxPly).Draw(t, "ply"), rapid.IntRange(0, MaxPly).Draw(t, "far")
		require.Equal(t, won(p, ply), -valueScore(mirrored(p), board.Loss, ply), "the same for both sides")
		require.True(t, isSettled(won(p, ply)))
		for _, value := range []board.Result{board.Win, board.Loss} {
			g := newGoal(p, value)
			kept := g.static(Sources{}.Evaluation().Evaluate(p), p, far)
			require.Equal(t, value == board.Win, kept.IsWin())
			require.Equal(t, value == board.Loss, kept.IsLoss())
			require.False(t, isSettled(kept))
			require.Less(t, max(kept, -kept), won(p, ply))
			require.GreaterOrEqual(t, max(kept, -kept), noProgress)
		}
	})
}

// mirrored returns p with the colours of all pieces exchanged. The side to move stays.
func mirrored(p board.Position) board.Position {
	p.Black, p.White = p.White, p.Black
	return p
}

// Scores of searches with different goals cannot be compared: such searches must not share entries of the table.
func TestGoalsShareNoEntries(t *testing.T) {
	won := goalOf(t, wonFEN, board.Win)
	require.Equal(t, won.salt, goalOf(t, "B:W7:BK6,15,K28", board.Win).salt, "the same win goes on")
	for _, other := range []*goal{
		{}, goalOf(t, wonFEN, board.Draw), goalOf(t, wonFEN, board.Loss),
		goalOf(t, "B:W7:BK6,18,K32", board.Win), goalOf(t, "B:W7:BK6,15", board.Win),
	} {
		require.NotEqual(t, won.salt, other.salt)
	}
	s := withDatabases(4, 1)
	best := s.NewRun(board.NewGame(position(t, "B:WK1:BK25,K27")), Limits{Depth: 5}, nil).Search()
	require.Equal(t, board.Win, best.Known)
	child := position(t, "B:WK1:BK25,K27").Play(best.Move())
	_, found := s.table.probe(child.Hash())
	require.False(t, found)
	_, found = s.table.probe(child.Hash() ^ s.workers[0].goal.salt)
	require.True(t, found)
}

// On the way to a win the line may lead past a position of the game, but not twice.
func TestRepetitionOnTheWayToAWin(t *testing.T) {
	for value, want := range map[board.Result]int{board.Unknown: 1, board.Draw: 1, board.Win: 2, board.Loss: 2} {
		past := ""
		for times := 1; times <= 2; times++ {
			g := game(t, threeKings, past+" 1-5 32-28 5-1")
			next := g.Position().Play(move(t, g.Position(), "28-32"))
			w := newWorker(g.Position(), AllTechniques())
			w.reset(w.run, w.table, w.use, g)
			w.goal = newGoal(g.Position(), value)
			w.enter(next, false, 1)
			require.Equal(t, times >= want, w.drawn(next, 1), "%s %d", value, times)
			past += toAndFro
		}
	}
}

// A winner that finds no conversion does not move back to an earlier position of the game.
func TestWinnerDoesNotComeBack(t *testing.T) {
	s, kept := withDatabases(4, 1), 0
	rapid.Check(t, func(t *rapid.T) {
		g := wandered(t, knownTo(threePieces()).Draw(t, "ending"), 12)
		p := g.Position()
		best := s.NewRun(g, Limits{Depth: 2}, nil).Search()
		if best.Known != board.Win || isSettled(best.Score) || !visited(g, best.Move()) {
			return
		}
		for _, m := range legalMoves(p) {
			if after(p, m) == board.Win {
				require.True(t, visited(g, m), "%s: %s instead of %s", p, p.MoveText(best.Move()), p.MoveText(m))
			}
		}
		kept++
	})
}

// visited reports whether m leads to a position that has stood on the board.
func visited(g *board.Game, m board.Move) bool {
	for _, p := range g.Reversible() {
		if p == g.Position().Play(m) {
			return true
		}
	}
	return false
}

// A search of a known win does not end early.
func TestKnownWinsAreThoughtAbout(t *testing.T) {
	g := board.NewGame(position(t, "B:WK1:BK25,K27"))
	best := withDatabases(4, 1).NewRun(g, Limits{MoveTime: 50 * time.Millisecond}, nil).Search()
	require.Equal(t, board.Win, best.Known)
	require.Greater(t, best.Depth, Depth(3))
}

// The move rule can save a position that is lost by the databases.
func TestTheMoveRuleSavesTheLost(t *testing.T) {
	saved := 0
	for _, rule := range []int{1, 2, 3} {
		o := &ruleOracle{rule, map[ruledPosition]int{}}
		s := withDatabases(4, 1)
		t.Run("", rapid.MakeCheck(func(t *rapid.T) {
			p := knownTo(threePieces()).Draw(t, "ending")
			if men := p.Pieces() - p.Kings.Count(); men > 0 || small.Probe(p) != board.Loss || o.of(p, 0) != unknown {
				return // men put the rule off beyond the horizon
			}
			s.Clear()
			best := s.NewRun(ruled(board.NewGame(p), rule), Limits{Depth: 8}, nil).Search()
			require.Equal(t, eval.Draw, best.Score, p)
			saved++
		}))
	}
	require.Positive(t, saved)
}

// A short win is found with its plies also where any man's move would keep the win.
func TestTheEndIsSought(t *testing.T) {
	s := withDatabases(4, 1)
	p := position(t, "B:WK31:B18,25")
	best := s.NewRun(board.NewGame(p), Limits{Depth: 6}, nil).Search()
	require.Equal(t, eval.WinIn(3), best.Score)
	require.Equal(t, "18-23", p.MoveText(best.Move()))
	require.Equal(t, Depth(6), best.Depth)
}

// The nearest end is known with its plies, though the databases know its value too.
func TestTheEndIsKnownWithItsPlies(t *testing.T) {
	s := withDatabases(4, 1)
	rapid.Check(t, func(t *rapid.T) {
		p := knownTo(threePieces()).Draw(t, "ending")
		depth := Depth(rapid.IntRange(1, 6).Draw(t, "depth"))
		if small.plies(p) == 1 {
			best := s.NewRun(board.NewGame(p), Limits{Depth: depth}, nil).Search()
			require.Equal(t, eval.WinIn(1), best.Score, p)
		}
	})
}
