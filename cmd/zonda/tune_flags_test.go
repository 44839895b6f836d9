package main

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
	"github.com/zonda-checkers/zonda/eval"
)

// parsed returns what the program makes of its arguments.
func parsed(t *testing.T, line ...string) (a arguments) {
	t.Helper()
	_, err := newParser(context.Background(), &a).Parse(line)
	require.NoError(t, err)
	return a
}

// Nothing learns from games that begin where what was learned is judged.
func TestSelfplayRefusesWhatIsHeldOut(t *testing.T) {
	_, _, err := parsed(t, "tune", "selfplay", "--out=x", "--openings=3move,edge-heldout").Tune.Selfplay.settings()
	require.ErrorContains(t, err, "openings edge-heldout: all openings are held out")
	_, play, err := parsed(t, "tune", "selfplay", "--out=x", "--openings=edge").Tune.Selfplay.settings()
	require.NoError(t, err)
	for _, o := range play.Suites[0] {
		require.False(t, openings.HeldOut(o.Game().Position()))
	}
	for _, command := range []string{"selfplay", "search"} {
		help, _, _ := programtest.Output(t, programtest.Program(t), "tune", command, "--help")
		require.Contains(t, help, "edge, a .pdn")
		require.NotContains(t, help, "edge-heldout")
	}
}

// A fit and a report without flags are those of the weights in the program.
func TestTuneDefaults(t *testing.T) {
	fit := parsed(t, "tune", "fit", "samples", "--out=weights.bin").Tune.Fit
	require.Equal(t, evaltune.Fit{Seed: 1, Epochs: 4, ResultShare: 0.5, Shrink: 5, Rate: 0.15, Heuristics: true}, fit.Fit)
	report := parsed(t, "tune", "report", "samples").Tune.Report
	require.Equal(t, fit.ResultShare, report.ResultShare)
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
		_, err := newParser(context.Background(), &a).Parse([]string{"tune", "fit", "samples", "--out=weights.bin", "--" + flag})
		name, _, _ := strings.Cut(flag, "=")
		require.ErrorContains(t, err, name+" ", flag)
		require.ErrorContains(t, err, " is not ", flag)
	}
}

// Every flag of a fit changes what is learned, and the heuristics stay when they are told to.
func TestFitFlagsMatter(t *testing.T) {
	t.Parallel()
	samples := sampleFolder(t)
	learn := func(flags ...string) *eval.Learned {
		l, err := parsed(t, append([]string{"tune", "fit", samples, "--out=weights.bin", "--epochs=1"}, flags...)...).Tune.Fit.learn(t.Context())
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

// An interruption is told the same way by all commands, with what is left.
func TestInterruptedTune(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes cannot be interrupted there")
	}
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGHUP)
	defer cancel()
	self, err := os.FindProcess(os.Getpid())
	require.NoError(t, err)
	require.NoError(t, self.Signal(syscall.SIGHUP))
	<-ctx.Done()
	samples, folder := sampleFolder(t), t.TempDir()
	out, weights := filepath.Join(folder, "out"), filepath.Join(folder, "w.bin")
	tune := parsed(t, "tune", "selfplay", "--out", out, "--games=2").Tune
	require.EqualError(t, tune.Selfplay.Run(ctx), "interrupted; the same command goes on after the whole files in "+out)
	tune = parsed(t, "tune", "fit", samples, "--out", weights).Tune
	require.EqualError(t, tune.Fit.Run(ctx), "interrupted; no weights were written")
	require.NoFileExists(t, weights)
	tune = parsed(t, "tune", "train", samples, "--out", weights).Tune
	require.EqualError(t, tune.Train.Run(ctx), "interrupted; no network was written")
	require.NoFileExists(t, weights)
	tune = parsed(t, "tune", "report", samples).Tune
	require.EqualError(t, tune.Report.Run(ctx), "interrupted; nothing was judged")
	journal := filepath.Join(folder, "journal")
	tune = parsed(t, "tune", "search", "--out", journal, "--nodes=20").Tune
	require.EqualError(t, tune.Search.Run(ctx), "interrupted; the same command goes on after iteration 0 in "+journal)
	require.FileExists(t, journal)
}

// Games are made, made no second time, and learned from; wrong flags are one clear error.
func TestTuneCommands(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	samples, weights := filepath.Join(folder, "samples"), filepath.Join(folder, "weights.bin")
	selfplay := []string{"tune", "selfplay", "--out", samples, "--games=40", "--games-per-file=2", "--nodes=20"}
	stdout, stderr, status := programtest.Output(t, program, selfplay...)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "40 games, ")
	require.Contains(t, stdout, "40 games made")
	stdout, _, status = programtest.Output(t, program, selfplay...)
	require.Zero(t, status)
	require.Contains(t, stdout, "; 0 games made")
	stdout, stderr, status = programtest.Output(t, program, "tune", "fit", samples, "--out", weights, "--epochs=1")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "epoch  1: loss ")
	require.FileExists(t, weights)

	few := filepath.Join(folder, "few")
	stdout, stderr, status = programtest.Output(t, program, "tune", "selfplay", "--out", few, "--games=3", "--nodes=20")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "; 3 games made")

	for want, arguments := range map[string][]string{
		"games 0":         {"selfplay", "--out", samples, "--games=0"},
		"nodes 0":         {"selfplay", "--out", samples, "--nodes=0"},
		"random-plies -1": {"selfplay", "--out", samples, "--random-plies=-1"},
		"was made with nodes 20 instead of 21; choose another --seed or --out":                       {"selfplay", "--out", samples, "--games=40", "--games-per-file=2", "--nodes=21"},
		"was made with nodes 20 instead of 21, 3 games instead of 6; choose another --seed or --out": {"selfplay", "--out", few, "--games=6", "--nodes=21"},
		"--evaluation linear with --network: ":                                                       {"selfplay", "--out", samples, "--evaluation=linear", "--network=a.net"},
		"epochs 0":                                                                                   {"fit", samples, "--out", weights, "--epochs=0"},
		"result-share 2":                                                                             {"fit", samples, "--out", weights, "--result-share=2"},
		"no-file.bin":                                                                                {"fit", samples, "--out", weights, "--from", filepath.Join(folder, "no-file.bin")},
		"/dev/zero: the file is too long":                                                            {"fit", samples, "--out", weights, "--from", "/dev/zero"},
		"few: too few samples: of the files there (1) ":                                              {"fit", few, "--out", weights},
		"too few samples":                                                                            {"fit", folder, "--out", weights},
		"out: cannot write into":                                                                     {"fit", folder, "--out", filepath.Join(folder, "none", "w.bin")},
		"is a folder, not a file":                                                                    {"fit", folder, "--out", folder},
	} {
		_, stderr, status := programtest.Output(t, program, append([]string{"tune"}, arguments...)...)
		require.NotZero(t, status, want)
		require.Contains(t, stderr, want)
	}
	entries, err := os.ReadDir(samples)
	require.NoError(t, err)
	require.Len(t, entries, 20)
}
