package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/farm"
)

// fullFolder returns a folder on a disk of its own without room, in which a worker has made its cache before.
func fullFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder).CombinedOutput(); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v: %s", err, out)
	}
	t.Cleanup(func() { require.NoError(t, exec.Command("umount", "-l", folder).Run()) })
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "zonda", "work"), 0o700))
	f, err := os.Create(filepath.Join(folder, "full"))
	require.NoError(t, err)
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	_ = f.Close() // the disk is full
	return folder
}

// Hosts with a full cache, with a full folder for temporary files, and with an engine that does not start are shown as ill; the games that they
// were given are played by the host that is well.
func TestIllHosts(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("there is no small disk")
	}
	zonda, folder := programtest.Program(t), t.TempDir()
	_, address := background(t, "stdout", "serve", "--store", filepath.Join(folder, "store"))
	suite := filepath.Join(folder, "deck.csv")
	text := "moves\n"
	for _, black := range []string{"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"} {
		for _, white := range []string{"21-17", "22-17", "22-18", "23-18", "23-19"} {
			text += black + " " + white + "\n"
		}
	}
	require.NoError(t, os.WriteFile(suite, []byte(text), 0o600))
	broken := filepath.Join(folder, "broken")
	require.NoError(t, os.WriteFile(broken, []byte("#!/bin/sh\nexit 1\n"), 0o700))
	full := fullFolder(t)
	work := func(engine string, environment ...string) (said func() string) {
		c := exec.Command(zonda, "work", address, "--concurrency=1", "--engine", "dark="+engine+",options=Hash")
		c.Env = append(ownCache(t), environment...)
		return logStderr(t, c)
	}
	noCache := work(zonda, "XDG_CACHE_HOME="+full)
	noEngine := work(broken)
	work(zonda, "TMPDIR="+full)
	journal := filepath.Join(folder, "a.match")
	programtest.Succeed(t, "match", "--engine=name=A cmd=zonda option.Hash=4", "--engine=name=D cmd=dark option.Hash=4", "--nodes=2000",
		"--openings", suite, "--games=60", "--resume", journal, "--on", address)
	require.Len(t, gamesOf(t, journal), 60)
	const patience = 30 * time.Second
	require.Eventually(t, func() bool {
		return strings.Contains(noCache(), "this host cannot do tasks of game") && strings.Contains(noCache(), "no space left on device") &&
			strings.Contains(noEngine(), "this host cannot do tasks of game") && strings.Contains(noEngine(), "an engine does not start")
	}, patience, 100*time.Millisecond, "they say why: %s %s", noCache(), noEngine())
	require.Eventually(t, func() bool {
		stdout, stderr, status := programtest.Output(t, zonda, "serve", "--status", address, "--json")
		require.Zero(t, status, stderr)
		var s farm.Status
		require.NoError(t, json.Unmarshal([]byte(stdout), &s))
		require.Zero(t, s.Failed)
		ill := 0
		for _, w := range s.Workers {
			if w.Ill["game"] != "" {
				ill++
			}
		}
		return ill == 2
	}, patience, time.Second, "they are shown as ill")
}
