package network

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval/internal/evaltest"
)

// Every error names what was wrong.
func TestWeightsThatAreNoNetwork(t *testing.T) {
	for want, change := range map[string]func(w *Weights){
		"a network with 0 columns":                                       func(w *Weights) { w.Hidden = 0 },
		"a network with 63 columns":                                      func(w *Weights) { w.Hidden = 63 },
		"a network with 2048 columns":                                    func(w *Weights) { w.Hidden = 2048 },
		"49151 weights of the input instead of 49152":                    func(w *Weights) { w.Input = w.Input[1:] },
		"0 weights of the input bias instead of 384":                     func(w *Weights) { w.InputBias = nil },
		"1025 weights of the output instead of 1024":                     func(w *Weights) { w.Output = append(w.Output, 0) },
		"7 weights of the output bias instead of 8":                      func(w *Weights) { w.OutputBias = w.OutputBias[1:] },
		"weight 3 of the input is NaN":                                   func(w *Weights) { w.Input[3] = float32(math.NaN()) },
		"weight 4 of the input bias is +Inf":                             func(w *Weights) { w.InputBias[4] = float32(math.Inf(1)) },
		"weight 5 of the output is NaN":                                  func(w *Weights) { w.Output[5] = float32(math.NaN()) },
		"weight 9 of the output is -Inf":                                 func(w *Weights) { w.Output[9] = float32(math.Inf(-1)) },
		"weight 6 of the output bias is -Inf":                            func(w *Weights) { w.OutputBias[6] = float32(math.Inf(-1)) },
		"weight 7 of the input is 129: it must be a number from -":       func(w *Weights) { w.Input[7] = 129 },
		"weight 0 of the output bias is 517":                             func(w *Weights) { w.OutputBias[0] = 517 },
		"column 2 of stage 0 of the network can add up to 0 or 32904":    func(w *Weights) { fillColumn(w, 2, 0, 129.0/allPieces) },
		"column 3 of stage 0 of the network can add up to -32865 or 255": func(w *Weights) { fillColumn(w, 3, 1, -129.9/allPieces) },
		"a row of column 0 of stage 5 of the network can be ": func(w *Weights) { // a king that is no man
			man := (stageBothKings*Inputs + ownMan*board.Squares + 8) * w.Hidden
			w.Input[man], w.Input[man+board.Squares*w.Hidden] = -100, 100
		},
	} {
		w := randomWeights(64, 1)
		change(w)
		n, err := w.Network()
		require.ErrorContains(t, err, want)
		require.Nil(t, n)
	}
}

// fillColumn sets a column of the first layer in all stages.
func fillColumn(w *Weights, column int, bias, weight float32) {
	for input := range Shared {
		w.Shared[input*w.Hidden+column] = 0
	}
	for stage := range Stages {
		w.InputBias[stage*w.Hidden+column] = bias
	}
	for input := range Stages * Inputs {
		w.Input[input*w.Hidden+column] = weight
	}
}

// Numbers are rounded to the nearest, and output weights are cut at the limits of 8 bits.
func TestQuantisedNumbers(t *testing.T) {
	w := NewWeights(64)
	w.Input[0], w.Input[1], w.InputBias[2] = 1.4/inputUnit, -1.6/inputUnit, 2.5/inputUnit
	w.Output[0], w.Output[1], w.Output[2], w.Output[3] = 5, -5, 0.4/outputUnit, -0.6/outputUnit
	w.OutputBias[0] = -1
	n := network(t, w)
	require.Equal(t, []int16{1, -2, 0}, n.input[:3])
	require.Equal(t, int16(3), n.inputBias[2])
	require.Equal(t, []int8{127, -127, 0, -1}, n.output[:4])
	require.Equal(t, int32(-oddsUnit), n.outputBias[0])
}

// Only weights that no position can use become 0, and the network in the program has none of them.
func TestUnusedWeights(t *testing.T) {
	w := NewWeights(hiddenStep)
	fillColumn(w, 0, 0, 1)
	n, builtIn := network(t, w), BuiltIn()
	kept := 0
	for row := range Stages * Inputs {
		if n.input[row*n.hidden] != 0 {
			kept++
		} else {
			require.Equal(t, make([]int16, builtIn.hidden), builtIn.input[row*builtIn.hidden:][:builtIn.hidden], "row %d", row)
		}
	}
	require.Equal(t, Stages*2*28+2*2*32, kept)
	evaltest.Every(t, func(t *rapid.T, p board.Position) {
		for _, viewer := range colors {
			inputs(p, viewer, func(input int) { require.True(t, used(Stage(p, viewer), input), p.FEN()) })
		}
	})
}

// The weights of a network are those of the same network.
func TestWeightsOfNetwork(t *testing.T) {
	for _, hidden := range []int{64, 128} {
		t.Run(fmt.Sprint(hidden), func(t *testing.T) {
			n := network(t, randomWeights(hidden, 2))
			requireSame(t, n, network(t, n.Weights()))
		})
	}
}
