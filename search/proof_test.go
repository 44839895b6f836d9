package search

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// knownTo draws an ending that the oracle holds.
func knownTo(o *oracle) *rapid.Generator[board.Position] {
	return ending(2, 4).Filter(func(p board.Position) bool {
		_, ok := o.of(p)
		return ok
	})
}

// requireTrue checks that what a score claims can be forced, in the plies it says or
// fewer: truth is the plies to the end, or unknown.
func requireTrue(t require.TestingT, truth int, claim eval.Score, where board.Position) {
	if !claim.IsProven() {
		return
	}
	require.NotEqual(t, unknown, truth, "%s in a draw: %s", claim, where)
	require.Equal(t, claim.IsWin(), truth%2 == 1, "%s, but it ends in %d plies: %s", claim, truth, where)
	require.GreaterOrEqual(t, claim.Plies(), truth, where)
}

func TestOracle(t *testing.T) {
	for fen, want := range map[string]int{
		"W:WK6,K9:BK15":     27, // the distances of a published database
		"B:WK31:BK18,25":    3,
		"B:WK31:B18,25":     3,
		"W:WK32:BK1":        unknown,
		"W:W5:B1":           0,
		"B:W9:B5":           1,
		"B:WK6,K7:BK32,K28": unknown,
	} {
		got, ok := threePieces().of(position(t, fen))
		require.True(t, ok, fen)
		require.Equal(t, want, got, fen)
	}
}

// The table is never cleared: what one search proved must hold in all others.
func TestProvenScoresAreTrue(t *testing.T) {
	checkProofs(t, threePieces())
}

func TestProvenScoresAreTrueLong(t *testing.T) {
	long(t)
	checkProofs(t, fourPieces())
}

func checkProofs(t *testing.T, o *oracle) {
	for name, use := range map[string]Techniques{"all": AllTechniques(), "table": with("table"), "none": {}} {
		t.Run(name, func(t *testing.T) {
			s, proofs := searcher(use), 0
			rapid.Check(t, func(t *rapid.T) {
				p := knownTo(o).Draw(t, "ending")
				depth := Depth(rapid.IntRange(1, 9).Draw(t, "depth"))
				truth, _ := o.of(p)
				s.NewRun(board.NewGame(p), Limits{Depth: depth, MultiPV: 2}, func(i Info) {
					if i.Rank == 1 {
						requireTrue(t, truth, i.Score, p)
					}
					after, _ := o.of(p.Play(i.Move()))
					if i.Score.IsProven() {
						proofs++
						requireTrue(t, after, -i.Score-eval.Score(sign(i.Score)), p.Play(i.Move()))
					}
				}).Search()
			})
			require.Positive(t, proofs)
		})
	}
}

// sign returns 1 for a win and -1 for a loss: what a proven score gains by a move.
func sign(s eval.Score) int {
	if s.IsWin() {
		return 1
	}
	return -1
}

// Without pruning, a depth proves exactly the ends within it, with their distance.
func TestShortProofsAreFound(t *testing.T) {
	const depth = 6
	s := searcher(with("table"))
	rapid.Check(t, func(t *rapid.T) {
		p := knownTo(threePieces()).Draw(t, "ending")
		truth, _ := threePieces().of(p)
		s.Clear()
		best := s.NewRun(board.NewGame(p), Limits{Depth: depth}, nil).Search()
		if truth == unknown || truth > depth {
			return
		}
		want := eval.WinIn(truth)
		if truth%2 == 0 {
			want = eval.LossIn(truth)
		}
		require.Equal(t, want, best.Score, p)
	})
}

func TestProvenScoresKeepTheMoveRule(t *testing.T) {
	proofs := 0
	for _, rule := range []int{1, 2, 3, 6} {
		o := &ruleOracle{rule, map[ruledPosition]int{}}
		s := searcher(AllTechniques())
		t.Run("", rapid.MakeCheck(func(t *rapid.T) {
			g := wandered(t, ending(2, 3).Draw(t, "ending"), rule-1)
			p, depth := g.Position(), Depth(rapid.IntRange(1, 9).Draw(t, "depth"))
			if rapid.Bool().Draw(t, "without a rule before") {
				s.NewRun(ruled(board.NewGame(p), 0), Limits{Depth: depth}, nil).Search()
			}
			s.NewRun(ruled(g, rule), Limits{Depth: depth}, func(i Info) {
				if i.Score.IsProven() {
					proofs++
				}
				requireTrue(t, o.of(p, g.QuietPlies()), i.Score, p)
			}).Search()
		}))
	}
	require.Positive(t, proofs)
}

// The rule ends a win that takes one ply more than it leaves.
func TestWinAtTheMoveRule(t *testing.T) {
	p := position(t, "B:WK17:BK6,K12")
	truth, _ := threePieces().of(p)
	require.Equal(t, 9, truth)
	for rule, want := range map[int]bool{8: false, 9: true, 0: true} {
		s := searcher(AllTechniques())
		s.NewRun(ruled(board.NewGame(p), 0), Limits{Depth: 12}, nil).Search() // fills the table with the win
		best := s.NewRun(ruled(board.NewGame(p), rule), Limits{Depth: 12}, nil).Search()
		require.Equal(t, want, best.Score == eval.WinIn(9), "rule %d: %s", rule, best.Score)
		require.Equal(t, want, best.Score.IsProven(), "rule %d: %s", rule, best.Score)
	}
}
