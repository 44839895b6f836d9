package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune/train"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval/network"
	"github.com/zonda-checkers/zonda/internal/file"
)

// A training without flags is the default one, and every flag reaches it.
func TestTrainFlags(t *testing.T) {
	plain := parsed(t, "tune", "train", "samples", "--out=a.net").Tune.Train
	require.Equal(t, train.Default(), plain.settings(nil))
	require.Equal(t, 256, plain.settings(network.NewWeights(256)).Hidden, "the width of the first weights")
	all := parsed(t, "tune", "train", "samples", "--out=a.net", "--hidden=64", "--epochs=7", "--batch=500", "--rate=0.5",
		"--result-share=0.25", "--seed=9").Tune.Train
	require.Equal(t, train.Settings{Hidden: 64, Epochs: 7, Batch: 500, Rate: 0.5, ResultShare: 0.25, Seed: 9}, all.settings(nil))
	for _, flag := range []string{"hidden=100", "hidden=-64", "epochs=0", "batch=0", "rate=0", "rate=NaN", "result-share=2", "plot=a.pdf"} {
		var a arguments
		_, err := newParser(context.Background(), &a).Parse([]string{"tune", "train", "samples", "--out=a.net", "--" + flag})
		name, _, _ := strings.Cut(flag, "=")
		require.ErrorContains(t, err, name, flag)
	}
}

// A network is learned, judged and written; another one begins with it; text and JSON say the same.
func TestTuneTrain(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	samples, picture := sampleFolder(t), filepath.Join(folder, "a.svg")
	first, second, third := filepath.Join(folder, "a.net"), filepath.Join(folder, "b.net"), filepath.Join(folder, "c.net")
	learn := func(name string, flags ...string) string {
		stdout, stderr, status := programtest.Output(t, program,
			append([]string{"tune", "train", samples, "--out", name, "--epochs=3", "--batch=100", "--hidden=64"}, flags...)...)
		require.Zero(t, status, stderr)
		require.Empty(t, stderr)
		require.NoFileExists(t, name+checkpointEnding)
		return stdout
	}
	text := learn(first, "--plot", picture)
	for _, want := range []string{"20 files, ", "\nepoch  1: loss ", "\nepoch  3: loss ", "; held out games ", "\ngames ", "\nwith kings "} {
		require.Contains(t, text, want)
	}
	drawn, err := os.ReadFile(picture)
	require.NoError(t, err)
	require.Contains(t, string(drawn), "Training of a network")
	n, err := engine.OpenNetwork(first)
	require.NoError(t, err)
	require.Equal(t, 64, n.Hidden())
	require.Contains(t, text, first+": "+n.Note()+"\n")
	require.Contains(t, n.Note(), "samples: ")

	lines := strings.Split(strings.TrimSpace(learn(second, "--json")), "\n")
	require.Len(t, lines, 5)
	for _, line := range lines {
		require.True(t, json.Valid([]byte(line)), line)
	}
	require.Contains(t, lines[1], `"epoch":1,`)
	one, err := os.ReadFile(first)
	require.NoError(t, err)
	two, err := os.ReadFile(second)
	require.NoError(t, err)
	require.Equal(t, one, two, "the same samples and flags give the same file")

	learn(third, "--from", first, "--rate=0.0001")
	n, err = engine.OpenNetwork(third)
	require.NoError(t, err)
	require.Contains(t, n.Note(), "from a.net, ")
}

// The note of a network fits its file, whatever the folders of the samples are called.
func TestNoteOfManyFolders(t *testing.T) {
	c := trainCommand{Folders: slices.Repeat([]string{"x/обучение"}, 100)}
	note := c.note(64, &evaltune.Data{}, nil)
	require.Less(t, len(note), 700)
	require.True(t, utf8.ValidString(note))
	require.Contains(t, note, "обучение обу: 0 samples of 0 files, ")
}

// A checkpoint is gone on with by the same command alone.
func TestTuneTrainCheckpoint(t *testing.T) {
	samples, name := sampleFolder(t), filepath.Join(t.TempDir(), "a.net")
	ctx, cancel := context.WithCancel(context.Background())
	command := func(flags ...string) trainCommand {
		return parsed(t, append([]string{"tune", "train", samples, "--out", name, "--batch=100", "--hidden=64"}, flags...)...).Tune.Train
	}
	stopped := command("--epochs=2")
	data, err := evaltune.Load(ctx, true, func(int, int) {}, samples)
	require.NoError(t, err)
	run, err := train.Begin(stopped.settings(nil), data, nil, name+checkpointEnding)
	require.NoError(t, err)
	require.Error(t, run.Learn(ctx, func(int) {}, func(train.Epoch) { cancel() }))
	require.ErrorContains(t, command("--epochs=3").Run(context.Background()), "is of a training with epochs 2 instead of 3; remove the file")
	require.NoFileExists(t, name)
	require.Equal(t, name+".checkpoint holds epoch 1 of 2; the same command goes on after it", stopped.left(1))
	lock, err := file.Acquire(name, file.NoWait)
	require.NoError(t, err)
	require.ErrorIs(t, stopped.Run(context.Background()), file.ErrLocked)
	require.NoError(t, lock.Release())
	require.NoError(t, stopped.Run(context.Background()))
	require.FileExists(t, name)
	require.NoFileExists(t, name+checkpointEnding)
}

// What is wrong is one clear error, and no network is written.
func TestTuneTrainOfBadInput(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	samples, name := sampleFolder(t), filepath.Join(folder, "a.net")
	damaged := filepath.Join(folder, "damaged.net")
	require.NoError(t, os.WriteFile(damaged, []byte("ZONDANN2 cut"), 0o600))
	plain := filepath.Join(folder, "plain.net")
	_, stderr, status := programtest.Output(t, program, "tune", "train", samples, "--out", plain, "--hidden=64", "--epochs=1")
	require.Zero(t, status, stderr)
	for want, arguments := range map[string][]string{
		"none: too few samples":         {filepath.Join(folder, "none"), "--out", name},
		"damaged.net: the network file": {samples, "--out", name, "--from", damaged},
		"no-file.net: no such file":     {samples, "--out", name, "--from", filepath.Join(folder, "no-file.net")},
		"with 64 columns, not 128":      {samples, "--out", name, "--from", plain, "--hidden=128"},
		"out: cannot write into":        {samples, "--out", filepath.Join(folder, "none", "a.net")},
		"is a folder, not a file":       {samples, "--out", folder},
		"--plot ":                       {samples, "--out", name, "--plot", filepath.Join(folder, "none", "a.svg")},
		"are the same file":             {samples, "--out", filepath.Join(folder, "a.svg"), "--plot", filepath.Join(folder, "a.svg")},
	} {
		stdout, stderr, status := programtest.Output(t, program, append([]string{"tune", "train"}, arguments...)...)
		require.NotZero(t, status, want)
		require.Contains(t, stderr, want)
		require.Empty(t, stdout, want)
	}
	require.NoFileExists(t, name)
}
