package session

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/network"
	"github.com/zonda-checkers/zonda/search"
)

// Option Evaluation chooses between the evaluations, and NetworkFile replaces the network.
func TestEvaluationOptions(t *testing.T) {
	e := small(t)
	p := board.Start()
	require.NoError(t, e.SetOption("Evaluation", "network"))
	require.Same(t, network.BuiltIn(), e.Evaluator())
	_, byNetwork := e.ExplainNetwork(p)
	require.True(t, byNetwork)
	require.Equal(t, eval.BuiltIn().Explain(p), e.Explain(p), "the heuristics are still told")

	own := writeNetwork(t, 64)
	require.NoError(t, e.SetOption("NetworkFile", own))
	require.Equal(t, "test", e.Evaluator().Note())
	require.NoError(t, e.SetOption("Evaluation", "linear"))
	require.Same(t, eval.BuiltIn(), e.Evaluator())
	_, byNetwork = e.ExplainNetwork(p)
	require.False(t, byNetwork)
	require.NoError(t, e.SetOption("Evaluation", "network"))
	require.Equal(t, "test", e.Evaluator().Note(), "the file stays")

	require.NoError(t, e.SetOption("NetworkFile", "<empty>"))
	require.Same(t, network.BuiltIn(), e.Evaluator())
	require.EqualError(t, e.SetOption("Evaluation", "material"), "option Evaluation: no evaluation \"material\"; there are network and linear")
	require.Equal(t, "network", e.Option("Evaluation"))
}

// Two threads share a network, and each keeps columns of its own: the race detector would tell.
func TestTwoThreadsShareNetwork(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("Evaluation", "network"))
	require.NoError(t, e.SetOption("Threads", "2"))
	for range 2 {
		require.NotEmpty(t, answered(t, e, search.Limits{Depth: 9}).PV)
	}
}

// A network file that cannot be used is one error with the name of the file, and changes nothing.
func TestWrongNetworkFiles(t *testing.T) {
	e := small(t)
	good := writeNetwork(t, 64)
	require.NoError(t, e.SetOption("Evaluation", "network"))
	require.NoError(t, e.SetOption("NetworkFile", good))
	before := e.Evaluator()
	data, err := os.ReadFile(good)
	require.NoError(t, err)
	flipped, other := slices.Clone(data), slices.Clone(data)
	flipped[len(flipped)/2] ^= 4
	other[len("ZONDANN")] = '7'
	for want, content := range map[string][]byte{
		"damaged":                          data[:len(data)-100],
		"the network file is damaged":      flipped,
		"of version 7; this program reads": other,
		"this is no network file":          []byte("ZONDAEV3 and more"),
		"it has more than":                 make([]byte, network.MaxFileBytes+1),
	} {
		name := filepath.Join(t.TempDir(), "wrong.net")
		require.NoError(t, os.WriteFile(name, content, 0o600))
		err := e.SetOption("NetworkFile", name)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "option NetworkFile: "+name+": ")
		require.NotContains(t, err.Error(), "\n")
	}
	require.ErrorContains(t, e.SetOption("NetworkFile", "no-file.net"), "no-file.net")
	require.Same(t, before, e.Evaluator())
	require.Equal(t, good, e.Option("NetworkFile"))
}

// writeNetwork writes a network of the given width that knows nothing, and returns the name of its file.
func writeNetwork(t *testing.T, hidden int) string {
	t.Helper()
	weights := network.NewWeights(hidden)
	weights.Note = "test"
	n, err := weights.Network()
	require.NoError(t, err)
	var data bytes.Buffer
	require.NoError(t, n.Write(&data))
	name := filepath.Join(t.TempDir(), "own.net")
	require.NoError(t, os.WriteFile(name, data.Bytes(), 0o600))
	return name
}
