package cpu

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSpareIsOneAndStaysOne(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	Spare()
	Spare()
	require.Equal(t, before+1, runtime.GOMAXPROCS(0))
}
