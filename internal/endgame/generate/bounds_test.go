package generate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// bruteBounds computes bounds of positions with Black to move by the rules of board: the value if the side to move loses what
// is unknown, and the value if it wins that.
type bruteBounds struct {
	index  map[board.Position]int32
	bounds [][2]board.Result
}

// bruteForce settles the bounds of positions. exact holds the values of all positions of up to this number of pieces.
func bruteForce(positions []board.Position, complete int, exact map[board.Position]board.Result) *bruteBounds {
	b := &bruteBounds{index: make(map[board.Position]int32, len(positions))}
	for i, p := range positions {
		b.index[p] = int32(i)
	}
	b.bounds = make([][2]board.Result, len(positions), len(positions)+len(fixedBounds))
	for i := range b.bounds {
		b.bounds[i] = [2]board.Result{board.Draw, board.Draw}
	}
	b.bounds = append(b.bounds, fixedBounds[:]...)
	var after []int32 // successors of all positions
	first := []int32{0}
	var moves board.MoveList
	for _, p := range positions {
		p.Moves(&moves)
		for _, m := range moves.Slice() {
			after = append(after, b.place(p.Play(m).Mirror(), complete, exact))
		}
		first = append(first, int32(len(after)))
	}
	for changed := true; changed; {
		changed = false
		for i := range positions {
			for bound, old := range b.bounds[i] {
				if old != board.Draw {
					continue
				}
				best := board.Loss
				for _, s := range after[first[i]:first[i+1]] {
					best = max(best, b.bounds[s][1-bound].Opposite())
				}
				if best != board.Draw {
					b.bounds[i][bound] = best
					changed = true
				}
			}
		}
	}
	return b
}

// fixedBounds follow the bounds of the positions: those of values from board.Loss on, and unknown.
var fixedBounds = [4][2]board.Result{
	{board.Loss, board.Loss}, {board.Draw, board.Draw}, {board.Win, board.Win}, {board.Loss, board.Win},
}

// place returns where the bounds of a position with Black to move are.
func (b *bruteBounds) place(p board.Position, complete int, exact map[board.Position]board.Result) int32 {
	fixed := int32(len(b.index))
	if i, inside := b.index[p]; inside {
		return i
	}
	switch {
	case p.Black == 0:
		return fixed
	case p.Pieces() <= complete:
		return fixed + int32(exact[p]-board.Loss)
	}
	return fixed + int32(len(fixedBounds)) - 1
}

// solvedBounds returns the bounds with some limits of kings, on top of all values of up to this number of pieces.
func solvedBounds(t *testing.T, complete *Values, pieces int, limits ...int) *Bounds {
	b := NewBounds(complete, endgame.BoundsDescription{Pieces: pieces + len(limits), MaxKings: limits})
	for _, class := range b.Classes() {
		require.NoError(t, b.Solve(t.Context(), class, 2, nil))
	}
	return b
}

// TestBounds compares bounds with brute force and with the exact values; a larger set never weakens a bound.
func TestBounds(t *testing.T) {
	type set struct {
		complete int
		limits   [][]int // of sets of which each has all positions of the set before
	}
	sets := []set{{2, [][]int{{0}, {1}}}}
	if os.Getenv("ZONDA_LONG") != "" {
		sets = []set{{3, [][]int{{0}, {1}, {2}}}, {2, [][]int{{0, 0}, {0, 1}, {1, 1}, {3, 1}}}}
	}
	for _, s := range sets {
		checkBounds(t, s.complete, s.limits)
	}
}

// checkBounds checks sets of bounds on top of all values of up to this number of pieces.
func checkBounds(t *testing.T, pieces int, sets [][]int) {
	all := solveAll(t, pieces+len(sets[0]), 2)
	complete := solveAll(t, pieces, 2)
	exact := map[board.Position]board.Result{}
	for n := 2; n <= pieces; n++ {
		for _, m := range endgame.Slices(n) {
			all.Each(m, 0, 1, func(p board.Position, v board.Result) { exact[p] = v })
		}
	}
	before := map[board.Position][2]board.Result{}
	for _, limits := range sets {
		b := solvedBounds(t, complete, pieces, limits...)
		var positions []board.Position
		var found [][2]board.Result
		var values []board.Result
		for _, class := range b.Classes() {
			for _, canonical := range class {
				for _, m := range endgame.Slices(canonical.Pieces()) {
					if m != canonical && m != canonical.Mirror() {
						continue
					}
					b.Each(m, 0, 1, func(p board.Position, low, high board.Result) {
						positions = append(positions, p)
						found = append(found, [2]board.Result{low, high})
					})
					all.Each(m, 0, 1, func(_ board.Position, v board.Result) { values = append(values, v) })
				}
			}
		}
		brute := bruteForce(positions, pieces, exact)
		require.Len(t, brute.index, len(positions), "no position twice")
		require.Len(t, values, len(positions))
		narrow := 0
		for i, bounds := range found {
			p := positions[i]
			if bounds != brute.bounds[i] || bounds[0] > values[i] || bounds[1] < values[i] {
				t.Fatalf("at most %d kings: %s is a %v, bounds %v, brute force %v", limits, p.FEN(), values[i], bounds, brute.bounds[i])
			}
			if old, was := before[p]; was && (old[0] > bounds[0] || old[1] < bounds[1]) {
				t.Fatalf("at most %d kings weaken the bounds of %s: %v, before %v", limits, p.FEN(), bounds, old)
			}
			if bounds[0] == bounds[1] {
				narrow++
			}
		}
		t.Logf("complete %d, at most %d kings: %d of %d positions exact", pieces, limits, narrow, len(found))
		clear(before)
		for i, p := range positions {
			before[p] = found[i]
		}
	}
}

// TestInterruptedBounds stops a build of bounds at every finished slice and goes on: the files are those of a build in one go,
// which no later build changes, and no working file of bounds is left.
func TestInterruptedBounds(t *testing.T) {
	whole, directory := t.TempDir(), t.TempDir()
	require.NoError(t, RunBounds(t.Context(), small(whole), endgame.KingLimits{1}))
	again := small(whole)
	again.Report = func(p Progress) { require.True(t, p.Finished == nil || p.Phase == Solving || p.Finished.Found) }
	want := contents(t, whole)
	require.NoError(t, RunBounds(t.Context(), again, endgame.KingLimits{1}))
	require.Equal(t, want, contents(t, whole))
	for name := range want {
		require.NotContains(t, name, ".k1.")
	}
	for stops := 1; ; stops++ {
		ctx, cancel := context.WithCancel(t.Context())
		o := small(directory)
		o.Report = func(p Progress) {
			if p.Finished != nil && !p.Finished.Found {
				cancel()
			}
		}
		err := RunBounds(ctx, o, endgame.KingLimits{1})
		cancel()
		if err == nil {
			require.Greater(t, stops, 5)
			break
		}
		require.ErrorIs(t, err, context.Canceled)
	}
	require.Equal(t, want, contents(t, directory))
}

// TestBoundsWithLittleMemory: with memory for one slice at a time the files are the same. With less memory the build is refused,
// unless the working files of all large slices are there.
func TestBoundsWithLittleMemory(t *testing.T) {
	limits := endgame.KingLimits{1}
	if long() {
		limits = endgame.KingLimits{2}
	}
	want := t.TempDir()
	o := small(want)
	require.NoError(t, RunBounds(t.Context(), o, limits))
	minimum := EstimateBounds(o, limits).Memory

	o = small(t.TempDir())
	o.Memory = minimum - 1
	require.ErrorContains(t, RunBounds(t.Context(), o, limits), "MiB are allowed")
	o.Memory = minimum
	require.NoError(t, RunBounds(t.Context(), o, limits))
	require.Equal(t, contents(t, want), contents(t, o.Directory))

	o = small(want)
	o.KeepValues = true
	require.NoError(t, RunBounds(t.Context(), o, limits))
	o.Memory = minimum - 1
	require.NoError(t, RunBounds(t.Context(), o, limits))
}

// TestBoundsOfSides: bounds without the slices of three against one are those of the whole set, and need no values of such slices.
func TestBoundsOfSides(t *testing.T) {
	directory := t.TempDir()
	o := small(directory)
	o.Pieces, o.SidePieces = 4, 2
	require.NoError(t, RunBounds(t.Context(), o, endgame.KingLimits{0}))
	read, err := openBounds(directory, 0)
	require.NoError(t, err)
	require.Len(t, read.BoundsDescription().Slices, 1)
	b := solvedBounds(t, solveAll(t, 3, 2), 3, 0)
	m, err := endgame.ParseMaterial("2Cv2C")
	require.NoError(t, err)
	b.Each(m, 0, 8, func(p board.Position, low, high board.Result) {
		gotLow, gotHigh := read.Bounds(p)
		if low != gotLow || high != gotHigh {
			t.Fatalf("%s: %v to %v, want %v to %v", p.FEN(), gotLow, gotHigh, low, high)
		}
	})
	low, high := read.Bounds(board.Position{Black: 1 << 1, White: 7 << 16})
	require.Equal(t, board.Loss, low)
	require.Equal(t, board.Win, high)
	require.NoError(t, read.Close())
}

// openBounds opens the bounds in a directory on top of the values in the program.
func openBounds(directory string, memory uint64) (*egdb.DB, error) {
	return egdb.Open(egdb.Options{ValuesOnly: true, Pieces: 3, Bounds: directory, Memory: memory})
}

// checkMemory: the bounds in a directory are read into memory if they fit what the values leave of it, and say the same there.
func checkMemory(t *testing.T, directory string) {
	size := uint64(0)
	for _, extension := range []string{endgame.LowerExtension, endgame.UpperExtension} {
		names, err := filepath.Glob(filepath.Join(directory, "*"+extension))
		require.NoError(t, err)
		for _, name := range names {
			info, err := os.Stat(name)
			require.NoError(t, err)
			size += uint64(info.Size())
		}
	}
	mapped, err := openBounds(directory, 0)
	require.NoError(t, err)
	read, err := openBounds(directory, size)
	require.NoError(t, err)
	require.Equal(t, size, read.Resident())
	part, err := openBounds(directory, size-1)
	require.NoError(t, err)
	require.Less(t, part.Resident(), size)
	p := board.Position{Black: 1 << 1, White: 3 << 16}
	for _, b := range []*egdb.DB{read, part} {
		low, high := b.Bounds(p)
		wantLow, wantHigh := mapped.Bounds(p)
		require.Equal(t, []board.Result{wantLow, wantHigh}, []board.Result{low, high})
		require.NoError(t, b.Close())
	}
	require.NoError(t, mapped.Close())

	require.NoError(t, Run(t.Context(), small(directory)))
	above, err := egdb.Open(egdb.Options{FilesOnly: true, ValuesOnly: true, Directory: directory, Memory: size})
	require.NoError(t, err)
	require.Positive(t, above.Resident())
	both, err := egdb.Open(egdb.Options{FilesOnly: true, ValuesOnly: true, Directory: directory, Bounds: directory, Memory: above.Resident()})
	require.NoError(t, err)
	require.Equal(t, above.Resident(), both.Resident(), "nothing is left for the bounds")
	require.NoError(t, both.Close())
	require.NoError(t, above.Close())
}

// TestRunBounds builds bounds and asks the files for every position. Bounds on other values are refused.
func TestRunBounds(t *testing.T) {
	all := [][]int{{1}}
	if long() {
		all = [][]int{{0}, {1, 0}}
	}
	for _, limits := range all {
		checkFiles(t, limits)
	}
}

// checkFiles checks the files of bounds with some limits of kings, on top of all values of two pieces.
func checkFiles(t *testing.T, limits endgame.KingLimits) {
	directory := t.TempDir()
	o := small(directory)
	o.Pieces = 2 + len(limits)
	require.NoError(t, RunBounds(t.Context(), o, limits))
	read, err := openBounds(directory, 0)
	require.NoError(t, err)
	b := solvedBounds(t, solveAll(t, 2, 2), 2, limits...)
	n := 0
	for _, c := range read.BoundsDescription().Slices {
		m, err := endgame.ParseMaterial(c.Slice)
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
	require.Zero(t, read.Resident())
	require.NoError(t, read.Close())
	checkMemory(t, directory)

	slice := filepath.Join(directory, read.BoundsDescription().Slices[0].Slice)
	lower, err := os.ReadFile(slice + endgame.LowerExtension)
	require.NoError(t, err)
	upper, err := os.ReadFile(slice + endgame.UpperExtension)
	require.NoError(t, err)
	for _, change := range []error{os.WriteFile(slice+endgame.LowerExtension, upper, 0o600), os.Remove(slice + endgame.LowerExtension)} {
		require.NoError(t, change)
		_, err = openBounds(directory, 0)
		require.ErrorContains(t, err, "the files of "+filepath.Base(slice)+" are not those that bounds.json describes")
		require.ErrorIs(t, err, egdb.ErrDamaged)
	}
	require.NoError(t, os.WriteFile(slice+endgame.LowerExtension, lower, 0o600))

	_, err = egdb.Open(egdb.Options{FilesOnly: true, Bounds: directory})
	require.ErrorContains(t, err, "needs all values of 2 pieces")
	require.ErrorIs(t, err, egdb.ErrNoFile)
	name := filepath.Join(directory, endgame.BoundsName)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	pieces := fmt.Sprintf(`"pieces": %d`, o.Pieces)
	for old, now := range map[string]string{
		`"complete": `: `"complete": 1`, `"version": 2`: `"version": 1`, pieces: `"pieces": 99`, `"max_kings": [`: `"max_kings": [-1, `,
	} {
		require.Contains(t, string(text), old)
		require.NoError(t, os.WriteFile(name, []byte(strings.Replace(string(text), old, now, 1)), 0o600))
		_, err = openBounds(directory, 0)
		require.ErrorContains(t, err, directory)
		require.ErrorIs(t, err, egdb.ErrDamaged)
	}
}
