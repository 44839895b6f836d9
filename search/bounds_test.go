package search

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// partial are bounds of endings of three pieces: of each position the value, a half of it, or nothing.
type partial struct{ *endgames }

func (partial) BoundedPieces() (minimum, maximum int) { return 3, 3 }

func (b partial) StoredBounds(p board.Position) (low, high board.Result) {
	if p.Jumpers() != 0 {
		return board.Loss, board.Win
	}
	return b.Bounds(p)
}

func (b partial) Bounds(p board.Position) (low, high board.Result) {
	value := b.Probe(p)
	switch p.Hash() % 4 {
	case 0:
		return value, value
	case 1:
		return value, board.Win
	case 2:
		return board.Loss, value
	}
	return board.Loss, board.Win
}

// What is proven with bounds is true, with a distance or without.
func TestProofsWithBoundsAreTrue(t *testing.T) {
	for _, threads := range []int{1, 4} {
		s, known, hits := withDatabases(2, threads), 0, uint64(0)
		s.Bounds = partial{small}
		t.Run("", rapid.MakeCheck(func(t *rapid.T) {
			p := knownTo(threePieces()).Draw(t, "ending")
			truth, _ := threePieces().of(p)
			limits := Limits{Depth: Depth(rapid.IntRange(1, 9).Draw(t, "depth")), MultiPV: 2}
			best := s.NewRun(board.NewGame(p), limits, nil).Search()
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

// blackDraws are bounds of four pieces that say that Black draws at least.
type blackDraws struct{}

func (blackDraws) BoundedPieces() (minimum, maximum int) { return 4, 4 }

func (b blackDraws) StoredBounds(p board.Position) (low, high board.Result) { return b.Bounds(p) }

func (blackDraws) Bounds(p board.Position) (low, high board.Result) {
	if p.Turn == board.Black {
		return board.Draw, board.Win
	}
	return board.Loss, board.Draw
}

// A score is not beyond a bound, at the horizon and above it.
func TestScoresAreWithinBounds(t *testing.T) {
	p := position(t, "B:WK30,K31,K32:B5")
	for depth := Depth(1); depth <= 6; depth++ {
		limits := Limits{Depth: depth}
		s := newWith(1)
		require.Negative(t, int(s.NewRun(board.NewGame(p), limits, nil).Search().Score))
		s.Clear()
		s.Bounds = blackDraws{}
		require.Zero(t, int(s.NewRun(board.NewGame(p), limits, nil).Search().Score))
	}
}
