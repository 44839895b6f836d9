package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
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
	programtest.Succeed(t, "match", "--engine=name=A cmd=zonda option.Hash=4", "--engine=name=D cmd=dark option.Hash=4", "--nodes=500",
		"--openings", suite, "--games=40", "--resume", journal, "--on", address)
	require.Len(t, gamesOf(t, journal), 40)
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

// resident returns the memory that a process has, in MiB; 0 when it has ended.
func resident(pid int) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	fields := strings.Fields(string(text))
	if err != nil || len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.Atoi(fields[1]) // a number
	return pages * os.Getpagesize() >> 20
}

// startPoor starts a worker again and again, as systemd does, and kills it when it has more memory than this number of MiB, as the system
// does. The function ends that, and returns how often it was killed and what it has said.
func startPoor(t *testing.T, limit int, arguments ...string) (stop func() (deaths int, said string)) {
	t.Helper()
	program, environment, log := programtest.Program(t), ownCache(t), &bytes.Buffer{}
	ctx, cancel := context.WithCancel(context.Background())
	deaths, ended := 0, make(chan struct{})
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			c := exec.CommandContext(ctx, program, append([]string{"work"}, arguments...)...)
			c.Env, c.Stderr = environment, log
			if c.Start() != nil {
				return
			}
			over := make(chan struct{})
			go func() {
				for ; ; time.Sleep(time.Millisecond) {
					if m := resident(c.Process.Pid); m == 0 || m > limit {
						break
					}
				}
				_ = c.Process.Kill() // it may have ended
				close(over)
			}()
			_ = c.Wait() // its error is that it was killed
			<-over
			if ctx.Err() == nil {
				deaths++
			}
		}
	}()
	stop = sync.OnceValues(func() (int, string) {
		cancel()
		<-ended
		return deaths, log.String()
	})
	t.Cleanup(func() { stop() })
	return stop
}

// Hosts without the memory for a kind of work, one that gets none from the system and one whose worker is killed for it, are ill, and the other
// one makes the book of one host.
func TestNoMemory(t *testing.T) {
	t.Parallel()
	if os.Getenv(programtest.Long) == "" || runtime.GOOS != "linux" {
		t.Skip("a minute, on Linux")
	}
	zonda, folder := programtest.Program(t), t.TempDir()
	_, address := background(t, "stdout", "serve", "--store", filepath.Join(folder, "store"))
	path := func(name string) string { return filepath.Join(folder, name) }
	const tables, resident, virtual = "700", 300, 1_100_000 // MiB of a task, MiB and KiB of a process
	work := []string{address, "--concurrency=1", "--memory", tables}
	refused := logStderr(t, exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -v %d && exec "$0" work "$@"`, virtual), zonda}, work...)...))
	stop := startPoor(t, resident, work...)
	const patience = time.Minute
	require.Eventually(t, func() bool { return strings.Contains(refused(), "for game, problem") }, patience, 100*time.Millisecond)
	build := []string{"book", "build", "--openings=3move", "--positions=70", "--nodes=100000", "--settle=110000", "--hash", tables}
	programtest.Succeed(t, append(build, "--out", path("here.zbk"))...)
	producer := startLogged(t, append(append([]string{"book"}, build[1:]...), "--out", path("there.zbk"), "--on", address)...)
	require.Eventually(t, func() bool { return strings.Contains(refused(), "this host cannot do tasks of search") }, patience, 100*time.Millisecond)
	startLogged(t, append([]string{"work"}, work...)...) // the one that is well
	require.Eventually(t, func() bool {
		a, errA := os.ReadFile(path("here.zbk"))
		b, errB := os.ReadFile(path("there.zbk"))
		return errA == nil && errB == nil && bytes.Equal(a, b)
	}, 5*patience, time.Second, "the book is that of one host: %s", producer())
	deaths, said := stop()
	t.Logf("%d deaths; the other one said: %s", deaths, refused())
	require.Positive(t, deaths)
	require.LessOrEqual(t, deaths, 10)
	require.Contains(t, said, "this host cannot do tasks of search, and tries one in 10s: 1 worker here ended before the first task was done")
	require.Contains(t, refused(), "no memory for a table of "+tables+" MiB")
	require.LessOrEqual(t, strings.Count(refused(), " of search failed"), 10)
}
