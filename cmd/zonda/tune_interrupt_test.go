package main

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

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
