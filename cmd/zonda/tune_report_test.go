package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/learn"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/network"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Tables and JSON say the same of the weights in the program as of the file that they come from.
func TestTuneReport(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	samples, picture := sampleFolder(t), filepath.Join(folder, "calibration.svg")
	tables, stderr, status := programtest.Output(t, program, "tune", "report", samples, "--plot", picture)
	require.Zero(t, status, stderr)
	require.Empty(t, stderr)
	for _, want := range []string{"weights: " + eval.BuiltIn().Note() + "\n", "\ntraining ", "\nheld out ", "\n24-19 pieces ", "\n-20 to 0 ", "\nearly endgame ", "\nmen "} {
		require.Contains(t, tables, want)
	}
	drawn, err := os.ReadFile(picture)
	require.NoError(t, err)
	require.Contains(t, string(drawn), "Calibration of the evaluation")

	again, _, _ := programtest.Output(t, program, "tune", "report", samples, "--weights", "../../eval/weights.bin")
	require.Equal(t, tables, again)
	text, stderr, status := programtest.Output(t, program, "tune", "report", samples, "--json")
	require.Zero(t, status, stderr)
	var r learn.Report
	require.NoError(t, json.Unmarshal([]byte(text), &r))
	require.Equal(t, eval.BuiltIn().Note(), r.Note)
	require.Greater(t, r.Samples, r.Training[0].Positions)
	require.Positive(t, r.Held[0].Loss.Target)
	require.NotEmpty(t, r.Calibration)
	require.NotEmpty(t, r.Outcomes.Rows)
	require.LessOrEqual(t, r.Outcomes.Loss, r.Outcomes.Program, "the curve is fitted to these games")
	require.Len(t, r.Importance, len(eval.PartNames()))
}

// What is wrong is one clear error, and no table comes before it.
func TestTuneReportOfBadInput(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	samples := sampleFolder(t)
	whole, err := os.ReadFile("../../eval/weights.bin")
	require.NoError(t, err)
	whole[len(whole)/2] ^= 1
	damaged, cut := filepath.Join(folder, "damaged.bin"), filepath.Join(folder, "cut.bin")
	require.NoError(t, os.WriteFile(damaged, whole, 0o600))
	require.NoError(t, os.WriteFile(cut, whole[:len(whole)/2], 0o600))
	for want, arguments := range map[string][]string{
		"none: too few samples":               {filepath.Join(folder, "none")},
		"damaged.bin: the file of ":           {samples, "--weights", damaged},
		"cut.bin: the file of ":               {samples, "--weights", cut},
		"no-file.bin: no such file":           {samples, "--weights", filepath.Join(folder, "no-file.bin")},
		"/dev/zero: the file is too long":     {samples, "--weights", "/dev/zero"},
		"result-share 2":                      {samples, "--result-share=2"},
		`a.pdf" does not end in .svg or .png`: {samples, "--plot", filepath.Join(folder, "a.pdf")},
		"no such file or directory":           {samples, "--plot", filepath.Join(folder, "none", "a.svg")},
	} {
		stdout, stderr, status := programtest.Output(t, program, append([]string{"tune", "report"}, arguments...)...)
		require.NotZero(t, status, want)
		require.Contains(t, stderr, want)
		require.Empty(t, stdout, want)
	}
}

// The share of the results decides the target that losses are against.
func TestTuneReportShare(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	samples := sampleFolder(t)
	losses := func(share string) (r learn.Report) {
		text, stderr, status := programtest.Output(t, program, "tune", "report", samples, "--json", "--result-share="+share)
		require.Zero(t, status, stderr)
		require.NoError(t, json.Unmarshal([]byte(text), &r))
		return r
	}
	all, none := losses("1").Held[0].Loss, losses("0").Held[0].Loss
	require.InDelta(t, all.Result, all.Target, 1e-9)
	require.Equal(t, all.Result, none.Result)
	require.NotEqual(t, all.Target, none.Target)
}

// A network is judged like weights, but for the importance of parts that it does not have.
func TestTuneReportOfNetwork(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	samples, name := sampleFolder(t), filepath.Join(folder, "a.net")
	require.NoError(t, file.WriteWhole(name, func(w io.Writer) error { return network.BuiltIn().Write(w) }))
	tables, stderr, status := programtest.Output(t, program, "tune", "report", samples, "--network", name)
	require.Zero(t, status, stderr)
	for _, want := range []string{"weights: " + network.BuiltIn().Note() + "\n", "\nheld out ", "\n24-19 pieces ", "\nevaluation "} {
		require.Contains(t, tables, want)
	}
	require.NotContains(t, tables, "left out")
	for want, arguments := range map[string][]string{
		"none.net: no such file": {"--network", filepath.Join(folder, "none.net")},
		"can't be used together": {"--network", name, "--weights", "../../eval/weights.bin"},
	} {
		_, stderr, status := programtest.Output(t, program, append([]string{"tune", "report", samples}, arguments...)...)
		require.NotZero(t, status, want)
		require.Contains(t, stderr, want)
	}
}
