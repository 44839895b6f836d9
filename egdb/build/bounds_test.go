package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// bruteBounds are bounds of positions with Black to move: by position, the value if the side to move loses what is unknown,
// and if it wins that.
type bruteBounds map[board.Position]*[2]board.Result

// settle computes the bounds by the rules of engine/board. exact holds the values of fewer pieces.
func (b bruteBounds) settle(pieces int, exact map[board.Position]board.Result) {
	var moves board.MoveList
	value := func(p board.Position) *[2]board.Result {
		switch v := exact[p]; {
		case b[p] != nil:
			return b[p]
		case p.Black == 0:
			return &[2]board.Result{board.Loss, board.Loss}
		case p.Pieces() < pieces:
			return &[2]board.Result{v, v}
		}
		return &[2]board.Result{board.Loss, board.Win}
	}
	after := map[*[2]board.Result][]*[2]board.Result{}
	for p, bounds := range b {
		p.Moves(&moves)
		after[bounds] = nil
		for _, m := range moves.Slice() {
			after[bounds] = append(after[bounds], value(p.Play(m).Mirror()))
		}
	}
	for changed := true; changed; {
		changed = false
		for bounds, successors := range after {
			for bound, old := range bounds {
				best := board.Loss
				for _, s := range successors {
					best = max(best, s[1-bound].Opposite())
				}
				if old == board.Draw && best != board.Draw {
					bounds[bound] = best
					changed = true
				}
			}
		}
	}
}

// solvedBounds returns the bounds of a number of pieces on top of all values of fewer pieces.
func solvedBounds(t *testing.T, complete *Values, pieces, maxKings int) *Bounds {
	b := NewBounds(complete, pieces, maxKings)
	for _, class := range b.Classes() {
		require.NoError(t, b.Solve(t.Context(), class, 2, nil))
	}
	return b
}

// TestBounds compares bounds with brute force and with the exact values; a larger set never weakens a bound.
func TestBounds(t *testing.T) {
	pieces, most := 3, 1
	if os.Getenv("ZONDA_LONG") != "" {
		pieces, most = 4, 2
	}
	all := solveAll(t, pieces, 2)
	complete := solveAll(t, pieces-1, 2)
	exact := map[board.Position]board.Result{}
	for n := 2; n < pieces; n++ {
		for _, m := range egdb.Slices(n) {
			all.Each(m, 0, 1, func(p board.Position, v board.Result) { exact[p] = v })
		}
	}
	before := bruteBounds{}
	for maxKings := range most + 1 {
		b := solvedBounds(t, complete, pieces, maxKings)
		brute, found, values := bruteBounds{}, bruteBounds{}, map[board.Position]board.Result{}
		for _, class := range b.Classes() {
			for _, canonical := range class {
				for _, m := range []egdb.Material{canonical, canonical.Mirror()} {
					b.Each(m, 0, 1, func(p board.Position, low, high board.Result) {
						brute[p] = &[2]board.Result{board.Draw, board.Draw}
						found[p] = &[2]board.Result{low, high}
					})
					all.Each(m, 0, 1, func(p board.Position, v board.Result) { values[p] = v })
				}
			}
		}
		brute.settle(pieces, exact)
		require.Len(t, found, len(values))
		narrow := 0
		for p, bounds := range found {
			if *bounds != *brute[p] || bounds[0] > values[p] || bounds[1] < values[p] {
				t.Fatalf("at most %d kings: %s is a %v, bounds %v, brute force %v", maxKings, p.FEN(), values[p], *bounds, *brute[p])
			}
			if old := before[p]; old != nil && (old[0] > bounds[0] || old[1] < bounds[1]) {
				t.Fatalf("at most %d kings weaken the bounds of %s: %v, before %v", maxKings, p.FEN(), *bounds, *old)
			}
			if bounds[0] == bounds[1] {
				narrow++
			}
		}
		t.Logf("at most %d kings: %d of %d positions exact", maxKings, narrow, len(found))
		before = found
	}
}

// TestRunBounds builds bounds and asks the files for every position. Bounds on other values are refused.
func TestRunBounds(t *testing.T) {
	directory := t.TempDir()
	require.NoError(t, RunBounds(t.Context(), small(directory), 0))
	complete, problems := egdb.Open(egdb.Options{BuiltIn: true, Pieces: 3})
	require.Empty(t, problems)
	read, err := egdb.OpenBounds(directory, complete)
	require.NoError(t, err)
	b := solvedBounds(t, solveAll(t, 2, 2), 3, 0)
	n := 0
	for _, c := range read.Slices {
		m, err := egdb.ParseMaterial(c.Slice)
		require.NoError(t, err)
		require.Equal(t, m.Positions(), c.Wins+c.Draws+c.Losses+c.AtLeastDraw+c.AtMostDraw+c.Unknown)
		b.Each(m, 0, 1, func(p board.Position, low, high board.Result) {
			gotLow, gotHigh := read.Bounds(p)
			if low != gotLow || high != gotHigh {
				t.Fatalf("%s: %v to %v, want %v to %v", p.FEN(), gotLow, gotHigh, low, high)
			}
			n++
		})
	}
	require.Positive(t, n)
	require.NoError(t, read.Close())

	few, problems := egdb.Open(egdb.Options{})
	require.Empty(t, problems)
	_, err = egdb.OpenBounds(directory, few)
	require.ErrorContains(t, err, "needs all values of 2 pieces")
	name := filepath.Join(directory, egdb.BoundsName)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	for old, now := range map[string]string{`"complete": `: `"complete": 1`, `"version": 1`: `"version": 2`, `"pieces": 3`: `"pieces": 99`} {
		require.NoError(t, os.WriteFile(name, []byte(strings.Replace(string(text), old, now, 1)), 0o600))
		_, err = egdb.OpenBounds(directory, complete)
		require.ErrorContains(t, err, directory)
	}
}
