package generate

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// settings of a small build.
func small(directory string) Options {
	return Options{Pieces: 3, Directory: directory, Threads: 2, Memory: 4 << 30}
}

// built holds the files of small builds, one for each metric, made once for all tests.
var built = [...]func() (map[string]string, error){
	endgame.WLD: sync.OnceValues(func() (map[string]string, error) { return build(endgame.WLD) }),
	endgame.DTW: sync.OnceValues(func() (map[string]string, error) { return build(endgame.DTW) }),
	endgame.DTC: sync.OnceValues(func() (map[string]string, error) { return build(endgame.DTC) }),
}

// build makes the files of a small build.
func build(metric endgame.Metric) (files map[string]string, err error) {
	directory, err := os.MkdirTemp("", "zonda-build")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(directory)) }()
	if err := Run(context.Background(), smallDistances(directory, metric)); err != nil {
		return nil, err
	}
	return read(directory)
}

// filled returns a directory with the files of small builds of some metrics.
func filled(t *testing.T, metrics ...endgame.Metric) string {
	directory := t.TempDir()
	for _, metric := range metrics {
		files, err := built[metric]()
		require.NoError(t, err)
		for name, data := range files {
			require.NoError(t, os.WriteFile(filepath.Join(directory, name), []byte(data), 0o600))
		}
	}
	return directory
}

// contents reads all files of a directory but the lock.
func contents(t *testing.T, directory string) map[string]string {
	all, err := read(directory)
	require.NoError(t, err)
	return all
}

func read(directory string) (map[string]string, error) {
	entries, err := os.ReadDir(directory)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, e := range entries {
		if e.Name() != lockName {
			data, err := os.ReadFile(filepath.Join(directory, e.Name()))
			if err != nil {
				return nil, err
			}
			all[e.Name()] = string(data)
		}
	}
	return all, nil
}

// TestRun builds three pieces and asks the files for every position.
func TestRun(t *testing.T) {
	directory := filled(t, endgame.WLD)
	foreign := filepath.Join(directory, "notes.zdb")
	require.NoError(t, os.WriteFile(foreign, []byte("mine"), 0o600))
	files := contents(t, directory)
	require.Len(t, files, 1+3+6, "foreign, two pieces, three pieces")

	library, err := egdb.Open(egdb.Options{FilesOnly: true, ValuesOnly: true, Directory: directory})
	require.NoError(t, err)
	require.Equal(t, 3, library.Complete())
	values := solveAll(t, 3, 1)
	for n := 2; n <= 3; n++ {
		for _, m := range endgame.Slices(n) {
			counts, _ := values.Counts(m)
			require.Equal(t, counts, library.Counts(m))
			values.Each(m, 0, 1, func(p board.Position, r board.Result) {
				if got := library.Probe(p); got != r {
					require.Equal(t, r, got, p.FEN())
				}
			})
		}
	}
	require.NoError(t, library.Close())

	again := 0
	o := small(directory)
	o.Report = func(p Progress) {
		if p.Phase == Packing && p.Finished != nil {
			require.True(t, p.Finished.Found)
			again++
		}
	}
	require.NoError(t, Run(context.Background(), o))
	require.Equal(t, 3+6, again)
	require.Equal(t, files, contents(t, directory))
}

// TestInterruptedRun stops a build at every report in turn and goes on: the files
// are those of a build in one go.
func TestInterruptedRun(t *testing.T) {
	whole, directory := filled(t, endgame.WLD), t.TempDir()
	for stops := 1; ; stops++ {
		ctx, cancel := context.WithCancel(context.Background())
		o := small(directory)
		o.Threads = 1 + stops%2
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
			require.Greater(t, stops, 5)
			break
		}
		require.ErrorIs(t, err, context.Canceled)
	}
	require.Equal(t, contents(t, whole), contents(t, directory))
}

// TestFilesByClass interrupts a build that makes the files of every class as soon as the class is solved, as builds of seven
// pieces do, and goes on. Working files disappear while it works, no slice is solved twice without need, and all positions have
// their values in the end.
func TestFilesByClass(t *testing.T) {
	if testing.Short() {
		t.Skip("builds four pieces in many parts")
	}
	pieces, slices := 3, 6
	if long() {
		pieces, slices = 4, 15
	}
	directory := t.TempDir()
	solved, stops, removed := map[endgame.Material]int{}, 0, false
	for ; ; stops++ {
		ctx, cancel := context.WithCancel(context.Background())
		o := small(directory)
		o.Pieces, o.byClass = pieces, true
		o.Report = func(p Progress) {
			if p.Finished == nil || p.Finished.Found {
				return
			}
			if p.Phase == Solving {
				solved[p.Slice]++
			}
			left, err := filepath.Glob(filepath.Join(directory, "*"+ValuesExtension))
			require.NoError(t, err)
			removed = removed || len(left) > 0 && len(left) < len(solved)
			cancel()
		}
		err := Run(ctx, o)
		cancel()
		if err == nil {
			break
		}
		require.ErrorIs(t, err, context.Canceled)
	}
	require.Greater(t, stops, slices)
	require.True(t, removed || !long(), "three pieces have too few classes")
	for m, times := range solved {
		require.Equal(t, 1, times, m)
	}
	left, err := filepath.Glob(filepath.Join(directory, "*"+ValuesExtension))
	require.NoError(t, err)
	require.Empty(t, left)
	library, err := egdb.Open(egdb.Options{FilesOnly: true, ValuesOnly: true, Directory: directory})
	require.NoError(t, err)
	require.Equal(t, pieces, library.Complete())
	values := solveAll(t, pieces, 2)
	for _, m := range endgame.Slices(pieces) {
		counts, _ := values.Counts(m)
		require.Equal(t, counts, library.Counts(m))
		values.Each(m, 3, 64, func(p board.Position, r board.Result) {
			if got := library.Probe(p); got != r {
				require.Equal(t, r, got, p.FEN())
			}
		})
	}
	require.NoError(t, library.Close())
}

// TestTwoBuilds: the second in a directory is refused while the first is at work.
func TestTwoBuilds(t *testing.T) {
	o := small(t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	tried := false
	o.Report = func(Progress) {
		if !tried {
			tried = true
			require.ErrorContains(t, Run(context.Background(), small(o.Directory)), "another build")
			cancel() // the rest of the first build is not wanted
		}
	}
	require.ErrorIs(t, Run(ctx, o), context.Canceled)
	require.True(t, tried)
}

func TestRunRefusals(t *testing.T) {
	o := small(t.TempDir())
	o.Memory = 1 << 20
	require.ErrorContains(t, Run(context.Background(), o), "MiB of memory")

	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	require.ErrorContains(t, Run(context.Background(), small(file)), "not a directory")
}

// TestDamagedLibrary damages files of a library in every way: what is sound still
// answers, and never wrongly.
func TestDamagedLibrary(t *testing.T) {
	directory := filled(t, endgame.WLD)
	name := filepath.Join(directory, "2Kv1K"+endgame.Extension)
	sound, err := os.ReadFile(name)
	require.NoError(t, err)
	other, err := os.ReadFile(filepath.Join(directory, "1K1Cv1K"+endgame.Extension))
	require.NoError(t, err)
	kings, err := board.ParseFEN("B:WK32:BK1,K2")
	require.NoError(t, err)
	pair, err := board.ParseFEN("B:WK32:BK1")
	require.NoError(t, err)
	flipped := append([]byte(nil), sound...)
	flipped[len(sound)/2] ^= 1
	for what, data := range map[string][]byte{
		"cut short": sound[:len(sound)/2], "flipped": flipped, "swapped": other, "empty": {},
	} {
		require.NoError(t, os.WriteFile(name, data, 0o600))
		for _, memory := range []uint64{0, 1 << 20} {
			o := egdb.Options{FilesOnly: true, ValuesOnly: true, Directory: directory, Memory: memory}
			_, err := egdb.Open(o)
			require.ErrorIs(t, err, egdb.ErrDamaged)
			var problems []error
			o.LeftOut = func(err error) { problems = append(problems, err) }
			l, err := egdb.Open(o)
			require.NoError(t, err)
			require.Len(t, problems, 1, what)
			require.ErrorContains(t, problems[0], name)
			require.ErrorIs(t, problems[0], egdb.ErrDamaged)
			require.Equal(t, 2, l.Complete())
			require.Equal(t, board.Unknown, l.Probe(kings))
			require.NotEqual(t, board.Unknown, l.Probe(pair))
			require.NoError(t, l.Close())
		}
	}
	require.NoError(t, os.Remove(name))
	require.NoError(t, os.Mkdir(name, 0o700))
	_, err = egdb.Open(egdb.Options{FilesOnly: true, ValuesOnly: true, Directory: directory})
	require.ErrorContains(t, err, "not a file")
	l, err := egdb.Open(egdb.Options{FilesOnly: true, ValuesOnly: true, Directory: directory, Pieces: 2})
	require.NoError(t, err)
	require.Equal(t, 2, l.Pieces())
	require.NoError(t, l.Close())
	_, err = egdb.Open(egdb.Options{FilesOnly: true, ValuesOnly: true, Directory: directory + "x"})
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorIs(t, err, egdb.ErrNoFile)
}

// TestCutInsideAPage: the rest of a page reads as zeros and gives no fault, so a
// library is asked to look at its files before a search.
func TestCutInsideAPage(t *testing.T) {
	directory := filled(t, endgame.WLD)
	name := filepath.Join(directory, "2Kv1K"+endgame.Extension)
	sound, err := os.ReadFile(name)
	require.NoError(t, err)
	p, err := board.ParseFEN("B:WK32:BK1,K2")
	require.NoError(t, err)
	for cut := 1; cut < len(sound); cut += 1 + len(sound)/20 {
		require.NoError(t, os.WriteFile(name, sound, 0o600))
		faults := 0
		l, err := egdb.Open(egdb.Options{FilesOnly: true, ValuesOnly: true, Directory: directory, LeftOut: func(error) { faults++ }})
		require.NoError(t, err)
		l.Refresh()
		require.Equal(t, board.Win, l.Probe(p))
		require.NoError(t, os.Truncate(name, int64(len(sound)-cut)))
		l.Refresh()
		l.Refresh()
		require.Equal(t, board.Unknown, l.Probe(p))
		require.Equal(t, 1, faults)
		require.NoError(t, l.Close())
	}
}

// TestForeignFileIsBuiltAnew: a file of the right name that holds another slice is
// not taken for what is to be built.
func TestForeignFileIsBuiltAnew(t *testing.T) {
	directory := filled(t, endgame.WLD)
	want := contents(t, directory)
	for _, wrong := range []string{want["1Kv1C.zdb"], want["1Kv1C.zdb"][:50], "nonsense", ""} {
		require.NoError(t, os.WriteFile(filepath.Join(directory, "2Kv1K.zdb"), []byte(wrong), 0o600))
		require.NoError(t, Run(context.Background(), small(directory)))
		require.Equal(t, want, contents(t, directory))
	}
}

// TestShrunkWhileMapped cuts a file under a library that has it mapped: no crash,
// no value, and one report.
func TestShrunkWhileMapped(t *testing.T) {
	directory := filled(t, endgame.WLD)
	var faults []error
	l, err := egdb.Open(egdb.Options{FilesOnly: true, ValuesOnly: true, Directory: directory, LeftOut: func(err error) { faults = append(faults, err) }})
	require.NoError(t, err)
	name := filepath.Join(directory, "2Kv1K"+endgame.Extension)
	p, err := board.ParseFEN("B:WK32:BK1,K2")
	require.NoError(t, err)
	require.NotEqual(t, board.Unknown, l.Probe(p))
	require.NoError(t, os.Truncate(name, 0))
	for range 3 {
		require.Equal(t, board.Unknown, l.Probe(p))
		require.Equal(t, board.Unknown, l.ProbeStored(p))
	}
	require.Len(t, faults, 1)
	require.True(t, strings.Contains(faults[0].Error(), name), faults[0].Error())
	var path *os.PathError
	require.True(t, errors.As(faults[0], &path))
	require.NoError(t, l.Close())
}
