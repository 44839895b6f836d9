package board

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const diagram = `
    .   b   .   .         1     2     3     4
  w   .   .   .        5     6     7     8
    .   .   .   .         9    10    11    12
  .   .   B   .       13    14    15    16
    .   .   .   .        17    18    19    20
  .   .   .   B       21    22    23    24
    .   .   .   .        25    26    27    28
  .   W   .   .       29    30    31    32
`

func TestDiagram(t *testing.T) {
	require.Equal(t, diagram, "\n"+position(t, "B:W5,K30:B2,K15,K24").Diagram())
}

func TestLetters(t *testing.T) {
	require.Equal(t, "b....W........................Bw", position(t, "B:W32,K6:B1,K31").Letters())
}
