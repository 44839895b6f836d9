package main

import (
	"context"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/evaltune"
	"github.com/zonda-checkers/zonda/cmd/internal/tuning"
	"github.com/zonda-checkers/zonda/eval"
)

// parsed returns what the program makes of its arguments.
func parsed(t *testing.T, line ...string) (a arguments) {
	t.Helper()
	parser, err := kong.New(&a, options(context.Background())...)
	require.NoError(t, err)
	_, err = parser.Parse(line)
	require.NoError(t, err)
	return a
}

// A fit and a report without flags are those of the weights in the program.
func TestTuneDefaults(t *testing.T) {
	fit := parsed(t, "tune", "fit", "samples", "--out=weights.bin").Tune.Fit
	require.Equal(t, evaltune.DefaultFit(), fit.Fit)
	report := parsed(t, "tune", "report", "samples").Tune.Report
	require.Equal(t, evaltune.DefaultFit().ResultShare, report.ResultShare)
}

// Every flag of a fit reaches it.
func TestFitFlags(t *testing.T) {
	fit := parsed(t, "tune", "fit", "samples", "--out=weights.bin", "--epochs=7", "--seed=9", "--result-share=0.25",
		"--shrink=3", "--rate=0.5", "--no-heuristics").Tune.Fit
	require.Equal(t, evaltune.Fit{Seed: 9, Epochs: 7, ResultShare: 0.25, Shrink: 3, Rate: 0.5}, fit.Fit)
}

// Numbers that nothing is learned with are refused, also those that are none.
func TestFitBounds(t *testing.T) {
	for _, flag := range []string{
		"epochs=0", "epochs=100000", "result-share=NaN", "result-share=-0.1", "result-share=Inf",
		"shrink=-1", "shrink=Inf", "shrink=NaN", "rate=0", "rate=-1", "rate=Inf", "rate=1e30", "rate=NaN",
	} {
		var a arguments
		parser, err := kong.New(&a, options(context.Background())...)
		require.NoError(t, err)
		_, err = parser.Parse([]string{"tune", "fit", "samples", "--out=weights.bin", "--" + flag})
		name, _, _ := strings.Cut(flag, "=")
		require.ErrorContains(t, err, name+" ", flag)
		require.ErrorContains(t, err, " is not ", flag)
	}
}

// Every flag of a fit changes what is learned, and the heuristics stay when they are told to.
func TestFitFlagsMatter(t *testing.T) {
	t.Parallel()
	program := buildProgram(t)
	samples, name := sampleFolder(t), filepath.Join(t.TempDir(), "weights.bin")
	learn := func(flags ...string) *eval.Learned {
		_, stderr, status := output(t, program, append([]string{"tune", "fit", samples, "--out", name, "--epochs=1"}, flags...)...)
		require.Zero(t, status, stderr)
		l, err := tuning.ReadWeights(name)
		require.NoError(t, err)
		l.Note = ""
		return l
	}
	plain := learn()
	require.True(t, reflect.DeepEqual(plain, learn()))
	require.NotEqual(t, eval.BuiltIn().Learned().Heuristics, plain.Heuristics)
	require.Equal(t, eval.BuiltIn().Learned().Heuristics, learn("--no-heuristics").Heuristics)
	for _, flag := range []string{"--result-share=1", "--shrink=50", "--rate=0.5", "--epochs=2"} {
		require.False(t, reflect.DeepEqual(plain, learn(flag)), flag)
	}
}
