package searchtune

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/book/openings"
)

// run runs a tuning of the settings with some workers into a journal, and returns what was reported.
func run(t *testing.T, ctx context.Context, s Settings, workers int, name string) (reported []Iteration, err error) {
	t.Helper()
	deck, err := openings.Open("3move", true)
	require.NoError(t, err)
	j, err := OpenJournal(name, s)
	require.NoError(t, err)
	tuning := Tuning{Settings: s, Decks: [][]openings.Opening{deck[:20], deck[20:]}, Databases: flat{}, Workers: workers}
	err = tuning.Run(ctx, j, func(i Iteration) { reported = append(reported, i) })
	require.NoError(t, j.Close())
	return reported, err
}

// wholeRun returns the journal of a tuning that ran through on one worker.
func wholeRun(t *testing.T, s Settings) (journal []byte, reported []Iteration) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "whole")
	reported, err := run(t, t.Context(), s, 1, name)
	require.NoError(t, err)
	require.Len(t, reported, s.Iterations)
	return read(t, name), reported
}

// moving is a tuning whose point has moved after each of its first two iterations: one that goes on must read the
// point.
var moving struct {
	once     sync.Once
	settings Settings
	journal  []byte
}

// movingRun returns moving. The first call looks for a seed.
func movingRun(t *testing.T) (s Settings, journal []byte) {
	t.Helper()
	moving.once.Do(func() {
		start := someSettings()
		for s = start; ; s.Seed++ {
			whole, reported := wholeRun(t, s)
			if first := reported[0].Point; !slices.Equal(first, s.ascent().Point) && !slices.Equal(first, reported[1].Point) {
				moving.settings, moving.journal = s, whole
				return
			}
			require.Less(t, s.Seed, start.Seed+10, "no tuning moves")
		}
	})
	return moving.settings, moving.journal
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return text
}

// The number of workers changes nothing, and another seed does.
func TestTuningIsDeterministic(t *testing.T) {
	s, whole := movingRun(t)
	name := filepath.Join(t.TempDir(), "journal")
	_, err := run(t, t.Context(), s, 3, name)
	require.NoError(t, err)
	require.Equal(t, string(whole), string(read(t, name)))
	reported, err := run(t, t.Context(), s, 3, name)
	require.NoError(t, err)
	require.Empty(t, reported, "everything was done")
	s.Seed++
	other, _ := wholeRun(t, s)
	_, after, _ := bytes.Cut(other, []byte("\n"))
	_, before, _ := bytes.Cut(whole, []byte("\n"))
	require.NotEqual(t, string(before), string(after))
}

// Programs are killed at any byte: a resumed tuning ends as one that ran through.
func TestTuningCutAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	s, whole := movingRun(t)
	header := bytes.IndexByte(whole, '\n') + 1
	name := filepath.Join(t.TempDir(), "journal")
	const cuts = 9
	for n := range cuts {
		cut := header + n*(len(whole)-header)/(cuts-1)
		require.NoError(t, os.WriteFile(name, whole[:cut], 0o600))
		_, err := run(t, t.Context(), s, 2, name)
		require.NoError(t, err)
		require.Equal(t, string(whole), string(read(t, name)), "cut at %d", cut)
	}
	require.NoError(t, os.WriteFile(name, whole[:header-1], 0o600))
	j, err := OpenJournal(name, s)
	require.NoError(t, err)
	require.NoError(t, j.Close())
	require.Equal(t, string(whole[:header]), string(read(t, name)))
}

// An interruption in any iteration leaves what was complete, and the tuning goes on.
func TestTuningInterrupted(t *testing.T) {
	s, whole := movingRun(t)
	name := filepath.Join(t.TempDir(), "journal")
	j, err := OpenJournal(name, s)
	require.NoError(t, err)
	deck, err := openings.Open("3move", true)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	tuning := Tuning{Settings: s, Decks: [][]openings.Opening{deck[:20], deck[20:]}, Databases: flat{}, Workers: 2}
	err = tuning.Run(ctx, j, func(i Iteration) {
		if i.Number == 2 {
			cancel()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, j.Iterations(), 2)
	_, err = OpenJournal(name, s)
	require.EqualError(t, err, "journal "+name+": another program is writing it")
	require.NoError(t, j.Close())
	reported, err := run(t, t.Context(), s, 1, name)
	require.NoError(t, err)
	require.Len(t, reported, 2)
	require.Equal(t, string(whole), string(read(t, name)))
}

// The point moves to the side that won, and games are counted.
func TestIterationCounts(t *testing.T) {
	i := Iteration{Won: 3, Drawn: 4, Lost: 1}
	require.Equal(t, 8, i.Games())
	require.EqualValues(t, 1, i.difference())
	s, whole := movingRun(t)
	for n, line := range strings.Split(strings.TrimSpace(string(whole)), "\n")[1:] {
		j := &Journal{iterations: make([]Iteration, n)}
		require.NoError(t, j.restore([]byte(line), s))
		require.Equal(t, 2*s.Pairs, j.iterations[n].Games())
	}
}
