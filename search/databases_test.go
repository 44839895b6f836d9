package search

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// small holds the endings that the tests probe. It computes each when it is probed first. Most tests use threePieces.
var small = &endgames{pieces: 5}

// valueOf returns the value of a position whose game ends in the given plies.
func valueOf(plies int) board.Result {
	switch {
	case plies == unknown:
		return board.Draw
	case plies%2 == 0:
		return board.Loss
	}
	return board.Win
}

// withDatabases returns a small Searcher that knows the endings of up to pieces pieces.
func withDatabases(pieces, threads int) *sourced {
	s := newWith(threads)
	s.Databases = fewer{small, pieces}
	return s
}

// fewer is databases of fewer pieces.
type fewer struct {
	*endgames
	pieces int
}

func (f fewer) Pieces() int { return f.pieces }

func TestEndgamesAgreeWithTheOracle(t *testing.T) {
	o := threePieces()
	for i, p := range o.positions {
		if !p.Finished() {
			require.Equal(t, int(o.plies[i]), small.plies(p), p)
		}
	}
}

// What is proven with databases of fewer pieces is true, with a distance or without.
func TestProofsWithDatabasesAreTrue(t *testing.T) {
	for _, threads := range []int{1, 4} {
		s, known, hits := withDatabases(3, threads), 0, uint64(0)
		t.Run("", rapid.MakeCheck(func(t *rapid.T) {
			p := knownTo(threePieces()).Draw(t, "ending")
			truth, _ := threePieces().of(p)
			limits := Limits{Depth: Depth(rapid.IntRange(1, 9).Draw(t, "depth")), MultiPV: 2}
			best := s.NewRun(board.NewGame(p), limits, func(i Info) {
				after, _ := threePieces().of(p.Play(i.Move()))
				requireValue(t, valueOf(after).Opposite(), after, i.Score, p)
			}).Search()
			if best.Score.IsProven() && !best.Score.HasPlies() {
				known++
			}
			requireValue(t, valueOf(truth), truth, best.Score, p)
			hits += best.DatabaseHits
		}))
		require.Positive(t, known)
		require.Positive(t, hits)
	}
}

// requireValue checks that a proven score has the right value, and that its plies are not fewer than the given
// plies.
func requireValue(t require.TestingT, value board.Result, plies int, claim eval.Score, where board.Position) {
	switch {
	case claim.IsWin():
		require.Equal(t, board.Win, value, "%s: %s", where, claim)
	case claim.IsLoss():
		require.Equal(t, board.Loss, value, "%s: %s", where, claim)
	}
	if claim.HasPlies() {
		require.GreaterOrEqual(t, claim.Plies(), plies, where)
	}
}

// With any limits, the move keeps the best value that the moves in SearchMoves can keep.
func TestTheRootKeepsItsValue(t *testing.T) {
	for _, threads := range []int{1, 4} {
		s := withDatabases(4, threads)
		t.Run("", rapid.MakeCheck(func(t *rapid.T) {
			g := wandered(t, knownTo(threePieces()).Draw(t, "ending"), 6)
			p := g.Position()
			g.MoveRule = rapid.SampledFrom([]int{0, 4, 80}).Draw(t, "rule")
			limits := Limits{
				Nodes:   uint64(rapid.SampledFrom([]int{1, 2, 10, 100, 2000}).Draw(t, "nodes")),
				MultiPV: rapid.SampledFrom([]int{0, 1, 2, board.MaxMoves}).Draw(t, "lines"),
			}
			allowed := legalMoves(p)
			if rapid.Bool().Draw(t, "search moves") {
				allowed = rapid.SliceOfNDistinct(rapid.SampledFrom(allowed), 1, len(allowed),
					func(m board.Move) board.Move { return m }).Draw(t, "moves")
				limits.SearchMoves = allowed
			}
			best := board.Loss
			for _, m := range allowed {
				best = max(best, after(p, m))
			}
			lines := lastLines(s, g, limits)
			require.Contains(t, allowed, lines[0].Move())
			require.Len(t, lines, min(max(limits.MultiPV, 1), len(allowed)))
			for _, line := range lines {
				require.Equal(t, after(p, line.Move()), line.Known)
				require.LessOrEqual(t, line.Known, best)
				requireValue(t, line.Known, 0, line.Score, p)
			}
			require.Equal(t, best, lines[0].Known, "%s: %s", p, p.MoveText(lines[0].Move()))
		}))
	}
}

// after returns the value of the move m for the side that makes it in p.
func after(p board.Position, m board.Move) board.Result {
	child := p.Play(m)
	if child.Finished() {
		return board.Win
	}
	return small.Probe(child).Opposite()
}

// counted counts the answers that it gives.
type counted struct {
	Databases
	answers *uint64
}

func (c counted) ProbeStored(p board.Position) board.Result {
	value := c.Databases.ProbeStored(p)
	if value != board.Unknown {
		*c.answers++
	}
	return value
}

func TestEveryAnswerIsCounted(t *testing.T) {
	for _, nodes := range []uint64{100, 10_000} {
		s, answers := newWith(1), uint64(0)
		s.Databases = counted{fewer{small, 3}, &answers}
		best := s.NewRun(board.NewGame(position(t, "B:W22,31,K32:BK18,K9")), Limits{Nodes: nodes}, nil).Search()
		require.Equal(t, nodes, best.Nodes)
		require.Equal(t, answers, best.DatabaseHits)
		require.Positive(t, answers)
	}
}

func TestDatabasesChangeNothingTwice(t *testing.T) {
	for _, fen := range []string{"B:W30,31,32:B1,2,3", "W:W22,K31:B1,K9,12", "B:W22:BK5,K9"} {
		once := playOut(withDatabases(3, 1), position(t, fen), 7, gamePlies)
		require.Equal(t, once, playOut(withDatabases(3, 1), position(t, fen), 7, gamePlies))
		s := withDatabases(3, 1)
		playOut(s, position(t, "W:W22,K31:BK9,12"), 7, gamePlies)
		s.Clear()
		require.Equal(t, once, playOut(s, position(t, fen), 7, gamePlies))
		s.Databases = nil
		s.Clear()
		require.Equal(t, playOut(newWith(1), position(t, fen), 7, gamePlies), playOut(s, position(t, fen), 7, gamePlies))
	}
}
