package checkerboard

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// The speed is told of searches that a coarse clock can measure.
func TestSpeedIsToldFromTwentyMilliseconds(t *testing.T) {
	s := status{position: board.Start()}
	for milliseconds, want := range map[int]string{
		0: "value=0 nodes 100000 pv ", 1: "nodes 100000 pv ", 19: "nodes 100000 pv ", 20: "nodes 100000 5000kN/s pv ", 1000: "nodes 100000 100kN/s pv ",
	} {
		require.Contains(t, s.line(engine.Lines{Info: search.Info{Nodes: 100_000, Time: time.Duration(milliseconds) * time.Millisecond}}), want)
	}
}
