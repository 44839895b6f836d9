package board

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMoveKinds(t *testing.T) {
	quiet := Move{From: 10, To: 14}
	capture := Move{From: 14, To: 10, Captured: 1 << 20}
	circle := Move{From: 10, To: 10, Captured: 0x66}

	require.True(t, Move{}.IsNone())
	require.False(t, quiet.IsNone())
	require.False(t, circle.IsNone())

	require.False(t, quiet.IsCapture())
	require.True(t, capture.IsCapture())
}

func TestMoveList(t *testing.T) {
	var l MoveList
	require.Zero(t, l.Len())
	require.Empty(t, l.Slice())

	first, second := Move{From: 1, To: 5}, Move{From: 2, To: 6}
	l.add(first)
	l.add(second)
	require.Equal(t, []Move{first, second}, l.Slice())
	require.True(t, l.Contains(second))
	require.False(t, l.Contains(Move{From: 2, To: 7}))

	l.Swap(0, 1)
	require.Equal(t, second, l.At(0))
	require.Equal(t, first, l.At(1))
}

// The most moves that long searches have found; the comment of MaxMoves states them.
const (
	maxQuiet    = 42
	maxCaptures = 28
	maxPaths    = 34
)

// TestMaxMoves looks for positions with as many moves as can be, and checks that a
// MoveList has three times the room.
func TestMaxMoves(t *testing.T) {
	t.Parallel()
	goals := map[string]struct {
		count func(Position) int
		max   int
	}{
		"quiet moves":   {Position.quietCount, maxQuiet},
		"captures":      {captureCount, maxCaptures},
		"capture paths": {pathCount, maxPaths},
	}
	for name, goal := range goals {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			best := climb(goal.count)
			require.Equal(t, goal.max, goal.count(best), "%s", best)
		})
		require.LessOrEqual(t, 3*goal.max, MaxMoves)
	}
}

// pathCount counts capture paths without a list that they might overflow.
func pathCount(p Position) int {
	n := 0
	p.eachPath(func(Path, Move) { n++ })
	return n
}

func captureCount(p Position) int {
	var found []Move
	p.eachPath(func(_ Path, m Move) {
		if !slices.Contains(found, m) {
			found = append(found, m)
		}
	})
	return len(found)
}

// climb returns the position with the highest count that several simulated
// annealings find: worse positions are taken too, ever more rarely.
func climb(count func(Position) int) Position {
	const (
		restarts  = 3
		steps     = 50_000
		startHeat = 2.0
		endHeat   = 0.2
	)
	random := rand.New(rand.NewPCG(1, 2))
	best := Start()
	for range restarts {
		p, value := Start(), count(Start())
		for step := range steps {
			heat := startHeat * math.Pow(endHeat/startHeat, float64(step)/steps)
			next := changed(p, random)
			n := count(next)
			if n < value && random.Float64() > math.Exp(float64(n-value)/heat) {
				continue
			}
			if p, value = next, n; n > count(best) {
				best = p
			}
		}
	}
	return best
}

// changed returns p, Black to move, with a few squares filled anew, or p itself if
// the rules do not allow what comes out.
func changed(p Position, random *rand.Rand) Position {
	const maxSquares = 3
	next := p
	for range 1 + random.IntN(maxSquares) {
		s := Square(random.IntN(Squares)).Bit()
		next.Black, next.White, next.Kings = next.Black&^s, next.White&^s, next.Kings&^s
		switch random.IntN(3) {
		case 0:
			next.Black |= s
		case 1:
			next.White |= s
		}
		if next.Empty()&s == 0 && random.IntN(2) == 0 {
			next.Kings |= s
		}
	}
	if next.White == 0 || next.Check() != nil {
		return p
	}
	return next
}

func TestMoveString(t *testing.T) {
	require.Equal(t, "11-15", Move{From: 10, To: 14}.String())
	require.Equal(t, "15x22", fmt.Sprint(Move{From: 14, To: 21, Captured: 1 << 17}))
	require.Equal(t, "none", Move{}.String())
}
