package eval

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval/internal/evaltest"
)

// drawSides draws a set of squares for each side.
func drawSides(t *rapid.T) sides { return sides(rapid.Uint64().Draw(t, "sides")) }

// A step on both halves gives the same squares as a step on each half: no square moves to the other half.
func TestStepsOfBothSides(t *testing.T) {
	steps := map[string]struct {
		both func(sides) sides
		one  func(board.Bitboard) board.Bitboard
	}{
		"down left":  {sides.downLeft, board.Bitboard.DownLeft},
		"down right": {sides.downRight, board.Bitboard.DownRight},
		"up left":    {sides.upLeft, board.Bitboard.UpLeft},
		"up right":   {sides.upRight, board.Bitboard.UpRight},
		"ahead":      {sides.ahead, func(b board.Bitboard) board.Bitboard { return b.DownLeft() | b.DownRight() }},
		"behind":     {sides.behind, func(b board.Bitboard) board.Bitboard { return b.UpLeft() | b.UpRight() }},
	}
	for name, step := range steps {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			s := drawSides(t)
			require.Equal(t, join(step.one(s.black()), step.one(s.white())), step.both(s))
		}))
	}
}

func TestCounters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSides(t)
		black, white := int32(s.black().Count()), int32(s.white().Count())
		require.Equal(t, black, ofBlack.count(s))
		require.Equal(t, white, ofWhite.count(s))
		require.Equal(t, black-white, ofBoth.count(s))
		require.Equal(t, black, ofBlack.number(black, white))
		require.Equal(t, white, ofWhite.number(black, white))
		require.Equal(t, black-white, ofBoth.number(black, white))
	})
}

func TestStronger(t *testing.T) {
	require.Equal(t, blackHalf, strongerHalf(1, 0))
	require.Equal(t, whiteHalf, strongerHalf(11, 12))
	require.Zero(t, strongerHalf(5, 5))
}

func TestOwners(t *testing.T) {
	require.Zero(t, sides(0).nonEmptyHalves())
	require.Equal(t, blackHalf, join(1<<31, 0).nonEmptyHalves())
	require.Equal(t, whiteHalf, join(0, 1).nonEmptyHalves())
	require.Equal(t, blackHalf|whiteHalf, join(1, 1).nonEmptyHalves())
}

// What is counted for both sides at once is what is counted for each, and the sum by the weights
// is that of the counts.
func TestOneWalkCountsForBothSides(t *testing.T) {
	evaltest.Every(t, func(t *rapid.T, p board.Position) {
		var v view
		v.take(p)
		v.lookAhead()
		row := &BuiltIn().rows[p.Pieces()]
		var both counts
		both.take(&v, &ofBoth)
		want := Weight(0)
		black, white := countsOf(p)
		for h := range heuristics {
			require.Equal(t, black[h]-white[h], both[h], "%s: %s", descriptions[h].Name, p.FEN())
			want += Weight(black[h]-white[h]) * row[h]
		}
		require.Equal(t, want, v.sum(row), p.FEN())
	})
}
