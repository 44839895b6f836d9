package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// docsBlock returns the block of docs/many-machines.md that begins with a line.
func docsBlock(t *testing.T, begin string) string {
	t.Helper()
	const indent = "    "
	_, rest, ok := strings.Cut(programtest.ReadFile(t, "../../docs/many-machines.md"), "\n"+indent+begin+"\n")
	require.True(t, ok, begin)
	text := begin + "\n"
	for line := range strings.Lines(rest) {
		if line != "\n" && !strings.HasPrefix(line, indent) {
			break
		}
		text += strings.TrimPrefix(line, indent)
	}
	return text
}

// The worker's unit of the docs is one for systemd, and its command works.
func TestUnit(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	_, address := background(t, "stdout", "serve", "--store", filepath.Join(folder, "store"))
	text := docsBlock(t, "[Unit]")
	text = strings.ReplaceAll(text, "/usr/local/bin/zonda", program)
	text = strings.ReplaceAll(text, "/etc/zonda/work", filepath.Join(folder, "work"))
	if analyze, err := exec.LookPath("systemd-analyze"); err == nil {
		unit := filepath.Join(folder, "zonda-work.service")
		require.NoError(t, os.WriteFile(unit, []byte(text), 0o600))
		said, err := exec.Command(analyze, "verify", "--man=no", unit).CombinedOutput()
		require.NoError(t, err, "%s", said)
		require.NotContains(t, string(said), "zonda-work")
	}
	_, command, _ := strings.Cut(text, "\nExecStart=")
	command, _, _ = strings.Cut(command, "\n")
	arguments := strings.Fields(strings.ReplaceAll(command, "${URL}", address))
	require.Equal(t, program, arguments[0])
	_, said := background(t, "stderr", arguments[1:]...)
	require.Contains(t, said, "worker ")
}

// With the users of the docs a cluster does work, and its workers need no more than they may do.
func TestClusterUsers(t *testing.T) {
	t.Parallel()
	l := newLoser(t, 0, 0)
	l.startCluster(docsBlock(t, "authorization {"))
	as := func(user string) string { return strings.Replace(l.address, "TOKEN", user, 1) }
	play := []string{"tune", "selfplay", "--games=6", "--games-per-file=2", "--nodes=20", "--leaves=3"}
	folder := t.TempDir()
	here, there := filepath.Join(folder, "here"), filepath.Join(folder, "there")
	programtest.Succeed(t, append(play, "--out", here)...)
	worker := startLogged(t, "work", as("worker:OTHER"), "--concurrency=2")
	programtest.Succeed(t, append(play, "--out", there, "--on", as("producer:SECRET"))...)
	require.NotContains(t, strings.ToLower(worker()), "violation")
	entries, err := os.ReadDir(here)
	require.NoError(t, err)
	require.NotEmpty(t, entries)
	for _, e := range entries {
		requireSameFiles(t, filepath.Join(here, e.Name()), filepath.Join(there, e.Name()))
	}
}
