package generate

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/internal/endgame"
)

// TestEstimate: the estimate has the positions of the build, and a build with the memory that it names is not refused.
func TestEstimate(t *testing.T) {
	o := small(t.TempDir())
	n := Estimate(o)
	require.EqualValues(t, 3_488+196_032, n.Positions)
	require.Positive(t, n.Disk)
	o.Memory, o.ValuesOnly = n.Memory, true
	require.NoError(t, Run(t.Context(), o))
	o.Directory, o.Memory = t.TempDir(), Estimate(o).Memory/2
	require.ErrorContains(t, Run(t.Context(), o), "memory")
}

// TestMeasure: a build of four pieces takes longer than its values, and values of five longer than those of four.
func TestMeasure(t *testing.T) {
	work := func(pieces int, values bool) uint64 {
		o := small("")
		o.Pieces, o.ValuesOnly = pieces, values
		return Estimate(o).Work
	}
	require.InDelta(t, recipes[endgame.WLD].solving*6_408_836, work(4, true), 100, "a position may be rounded down in each slice")
	require.Greater(t, work(4, false), work(4, true))
	require.Greater(t, work(5, true), work(4, true))
	took, err := Needs{Work: 6_408_836}.Measure(t.Context(), 2)
	require.NoError(t, err)
	require.Positive(t, took)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Needs{}.Measure(ctx, 2)
	require.ErrorIs(t, err, context.Canceled)
}

// TestEstimateBounds: bounds with the memory that the estimate names are not refused, and more kings take more of everything.
func TestEstimateBounds(t *testing.T) {
	o := small(t.TempDir())
	none, one := EstimateBounds(o, endgame.KingLimits{0}), EstimateBounds(o, endgame.KingLimits{1})
	require.EqualValues(t, 3_488+19_872, none.Positions)
	require.EqualValues(t, 3_488+88_152, one.Positions)
	require.Greater(t, one.Work, none.Work)
	require.Greater(t, one.Disk, none.Disk)
	o.Memory = one.Memory
	require.NoError(t, RunBounds(t.Context(), o, endgame.KingLimits{1}))
	o.Directory, o.Memory = t.TempDir(), 1<<20
	require.ErrorContains(t, RunBounds(t.Context(), o, endgame.KingLimits{1}), "slice 1K1Cv1C: solving it takes about")
	left, err := os.ReadDir(o.Directory)
	require.NoError(t, err)
	require.Empty(t, left, "nothing was begun")
}

// TestWhatIsThereTakesNoMemory: a build of files that are there is not refused for the memory that making them took.
func TestWhatIsThereTakesNoMemory(t *testing.T) {
	o := small(filled(t, endgame.WLD))
	o.Memory = 1 << 20
	o.Report = func(p Progress) { require.True(t, p.Finished != nil && p.Finished.Found) }
	require.NoError(t, Run(t.Context(), o))
}

// TestDiskIsBounded: working files that nothing needs any more do not count, and those of all slices count if they are kept.
func TestDiskIsBounded(t *testing.T) {
	o := small("")
	o.Pieces = 7
	removed := Estimate(o).Disk
	o.KeepValues = true
	kept := Estimate(o).Disk
	require.Less(t, removed, kept*2/3)
	o.KeepValues, o.ValuesOnly = false, true
	require.Equal(t, kept, Estimate(o).Disk)
}

// Every metric has a recipe, and every recipe a metric.
func TestRecipes(t *testing.T) {
	for m := range recipes {
		found, err := endgame.ParseMetric(endgame.Metric(m).String())
		require.NoError(t, err)
		require.Equal(t, endgame.Metric(m), found)
		require.NotNil(t, recipes[m].empty)
	}
	_, err := endgame.ParseMetric(endgame.Metric(len(recipes)).String())
	require.Error(t, err, "a metric without a recipe")
}
