package build

import (
	"testing"

	"github.com/stretchr/testify/require"
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
