package generate

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// smallDistances returns settings of a small build of distances.
func smallDistances(directory string, metric endgame.Metric) Options {
	o := small(directory)
	o.Metric = metric
	return o
}

// TestRunDistances builds both metrics of three pieces beside the values and asks the
// files for every position, captures included.
func TestRunDistances(t *testing.T) {
	directory := filled(t, endgame.WLD, endgame.DTW, endgame.DTC)
	files := contents(t, directory)
	require.Len(t, files, 3*(3+6), "of two and three pieces, in three metrics")
	for _, metric := range []endgame.Metric{endgame.DTW, endgame.DTC} {
		db, err := egdb.Open(egdb.Options{FilesOnly: true, Directory: directory, Metric: egdb.Metric(metric)})
		require.NoError(t, err)
		set := db.Distances()
		require.Equal(t, 3, set.Complete())
		all := solveDistances(t, metric, 3, 2, narrowest)
		for n := 2; n <= 3; n++ {
			for _, m := range endgame.Slices(n) {
				want, _ := all.Longest(m)
				got, known := set.Longest(m)
				require.True(t, known)
				require.Equal(t, want, got)
				mirrored := false
				all.Each(m, 0, 1, func(p board.Position, d egdb.Distance) {
					if mirrored = !mirrored; mirrored {
						p = p.Mirror()
					}
					if got := set.Distance(p); got != d {
						require.Equal(t, d.String(), got.String(), "%v %s", metric, p.FEN())
					}
				})
			}
		}
		require.NoError(t, db.Close())
	}
	for _, metric := range []endgame.Metric{endgame.DTW, endgame.DTC} { // once more: all is found
		o := smallDistances(directory, metric)
		o.Report = func(p Progress) {
			if p.Phase == Packing {
				require.True(t, p.Finished.Found)
			}
		}
		require.NoError(t, Run(context.Background(), o))
	}
	require.Equal(t, files, contents(t, directory))
}

// TestInterruptedDistances stops a build of distances after every second report and
// goes on: the files are those of a build in one go.
func TestInterruptedDistances(t *testing.T) {
	whole, directory := filled(t, endgame.DTW), t.TempDir()
	stops := 0
	for ; ; stops++ {
		ctx, cancel := context.WithCancel(context.Background())
		o := smallDistances(directory, endgame.DTW)
		finished := 0
		o.Report = func(p Progress) {
			if p.Finished != nil && !p.Finished.Found {
				if finished++; finished == 2 {
					cancel()
				}
			}
		}
		err := Run(ctx, o)
		cancel()
		if err == nil {
			break
		}
		require.ErrorIs(t, err, context.Canceled)
	}
	require.Greater(t, stops, 3)
	require.Equal(t, contents(t, whole), contents(t, directory))
}

// TestDistancesOfOtherValues: a file whose values are not those beside it is refused
// with the names of both, and so is one without values.
func TestDistancesOfOtherValues(t *testing.T) {
	directory := filled(t, endgame.WLD, endgame.DTW)
	all := solveDistances(t, endgame.DTW, 3, 2, narrowest)
	m := endgame.Material{BlackKings: 2, WhiteKings: 1}
	all.slice(m).counts[blackToMove].Wins--
	data, err := all.encode(context.Background(), m, 1, nil)
	require.NoError(t, err)
	name := filepath.Join(directory, "2Kv1K.dtw")
	sound, err := os.ReadFile(name)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, data, 0o600))
	var problems []error
	o := egdb.Options{FilesOnly: true, Directory: directory, LeftOut: func(err error) { problems = append(problems, err) }}
	db, err := egdb.Open(o)
	require.NoError(t, err)
	set := db.Distances()
	require.Len(t, problems, 1)
	require.ErrorIs(t, problems[0], egdb.ErrDamaged)
	require.ErrorContains(t, problems[0], name)
	require.ErrorContains(t, problems[0], filepath.Join(directory, "2Kv1K.zdb"))
	require.Equal(t, 2, set.Complete())
	p, err := board.ParseFEN("B:WK32:BK1,K2")
	require.NoError(t, err)
	require.Equal(t, egdb.Distance{}, set.Distance(p))
	require.NoError(t, db.Close())

	require.NoError(t, os.WriteFile(name, sound, 0o600))
	values, err := filepath.Glob(filepath.Join(directory, "*"+endgame.Extension))
	require.NoError(t, err)
	for _, name := range values {
		if m, err := endgame.ParseMaterial(strings.TrimSuffix(filepath.Base(name), endgame.Extension)); err == nil && m.Pieces() == 3 {
			require.NoError(t, os.Remove(name))
		}
	}
	problems = nil
	fewer, err := egdb.Open(o)
	require.NoError(t, err)
	require.Len(t, problems, 6)
	require.ErrorContains(t, problems[0], ".zdb")
	require.ErrorIs(t, problems[0], egdb.ErrNoFile)
	require.NoError(t, fewer.Close())
}

// TestDistancesWithoutASlice: where the shortest win may lead to a slice that is not there, the distance is unknown.
func TestDistancesWithoutASlice(t *testing.T) {
	directory := filled(t, endgame.WLD, endgame.DTW)
	for _, extension := range []string{endgame.Extension, ".dtw"} {
		require.NoError(t, os.Remove(filepath.Join(directory, "2Kv1K"+extension)))
	}
	db, err := egdb.Open(egdb.Options{FilesOnly: true, Directory: directory})
	require.NoError(t, err)
	set, all := db.Distances(), solveDistances(t, endgame.DTW, 3, 2, narrowest)
	known, unknown := 0, 0
	for _, m := range endgame.Slices(3) {
		all.Each(m, 0, 1, func(p board.Position, want egdb.Distance) {
			switch got := set.Distance(p); got {
			case want:
				known++
			case egdb.Distance{}:
				unknown++
			default:
				require.Equal(t, want, got, p.FEN())
			}
		})
	}
	require.Greater(t, known, unknown)
	require.Positive(t, unknown)
	require.NoError(t, db.Close())
}

// TestDamagedDistances: whatever happens to a file, it is refused with its name or
// answers as before.
func TestDamagedDistances(t *testing.T) {
	directory := filled(t, endgame.DTW)
	sound, err := os.ReadFile(filepath.Join(directory, "1K1Cv1K.dtw"))
	require.NoError(t, err)
	for i := 0; i < len(sound); i += 1 + i/20 {
		flipped := append([]byte(nil), sound...)
		flipped[i] ^= 0x10
		for _, data := range [][]byte{flipped, sound[:i], append(sound[:len(sound):len(sound)], 0)} {
			_, err := endgame.OpenDistances("name.dtw", endgame.DTW, data)
			require.ErrorContains(t, err, "name.dtw")
		}
	}
	_, err = endgame.OpenDistances("name.dtc", endgame.DTC, sound)
	require.ErrorContains(t, err, "not a slice of dtc distances")
}

// TestDistancesFile saves every slice of two and three pieces, of which one set keeps
// most blocks as they are, and reads it back; with any byte changed a file is refused,
// and so is one of another metric.
func TestDistancesFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "slice")
	for _, reach := range []score{narrowest, 3} {
		d := solveDistances(t, endgame.DTW, 3, 2, reach)
		wide := 0
		for n := 2; n <= 3; n++ {
			for _, m := range slices.Concat(Classes(n)...) {
				wide += len(d.slice(m).wide)
				require.NoError(t, d.slice(m).save(name, endgame.DTW))
				s, err := openDistances(name, m, endgame.DTW)
				require.NoError(t, err)
				mapped := NewDistances(endgame.DTW)
				mapped.put(s, maxKings(m))
				var want, got []egdb.Distance
				for _, m := range pair(m) {
					d.Each(m, 0, 1, func(_ board.Position, v egdb.Distance) { want = append(want, v) })
					mapped.Each(m, 0, 1, func(_ board.Position, v egdb.Distance) { got = append(got, v) })
					maximum, _ := d.Longest(m)
					read, _ := mapped.Longest(m)
					require.Equal(t, maximum, read)
				}
				require.Equal(t, want, got)
				require.NoError(t, mapped.Close())
				_, err = openDistances(name, m, endgame.DTC)
				require.ErrorIs(t, err, errDamaged)
				_, err = openValues(name, m)
				require.ErrorIs(t, err, errDamaged)
			}
		}
		require.Equal(t, reach < narrowest, wide > 0)
		sound, err := os.ReadFile(name)
		require.NoError(t, err)
		for i := 0; i < len(sound); i += 1 + len(sound)/100 {
			changed := slices.Clone(sound)
			changed[i] ^= 1
			require.NoError(t, os.WriteFile(name, changed, 0o600))
			_, err = openDistances(name, endgame.Material{BlackMen: 2, WhiteMen: 1}, endgame.DTW)
			require.ErrorIs(t, err, errDamaged)
			require.NoError(t, os.WriteFile(name, sound[:i], 0o600))
			_, err = openDistances(name, endgame.Material{BlackMen: 2, WhiteMen: 1}, endgame.DTW)
			require.Error(t, err)
		}
	}
}

// TestStoppedBlock: a build that is stopped leaves a block in the middle and keeps nothing.
func TestStoppedBlock(t *testing.T) {
	d := solveDistances(t, endgame.DTW, 3, 1, narrowest)
	m := endgame.Material{BlackKings: 2, WhiteKings: 2}
	ctx, cancel := context.WithCancel(context.Background())
	r := newDistanceSolver(ctx, d)
	d.tables.need(3)
	r.slice = newDistanceSlice(m)
	r.begin(&r.slice.form, 0, 0)
	cancel()
	r.solve()
	require.Zero(t, r.slice.packed.slabs)
	require.ErrorIs(t, d.Solve(ctx, []endgame.Material{m}, 2, nil), context.Canceled)
	counts, _ := d.Counts(m)
	require.Zero(t, counts)
	require.NoError(t, d.Solve(context.Background(), []endgame.Material{m}, 2, nil))
	counts, _ = d.Counts(m)
	require.Equal(t, m.Positions(), counts.Wins+counts.Losses+counts.Draws)
}
