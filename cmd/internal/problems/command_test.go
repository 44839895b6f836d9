package problems_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// TestProblems makes problems of games, lists, checks and solves them.
func TestProblems(t *testing.T) {
	t.Parallel()
	zonda, folder := programtest.Program(t), t.TempDir()
	games, out := filepath.Join(folder, "a.pdn"), filepath.Join(folder, "a.csv")
	require.NoError(t, os.WriteFile(games, []byte("[FEN \"B:WK16,K18,21:B13,K27,K31\"]\n1. 27-23 18x27 31x24 *\n\n1. 11-15 11-15 *\n"), 0o600))
	stdout, stderr, status := programtest.Output(t, zonda, "problems", "make", games, "--out", out)
	require.Zero(t, status, stderr)
	require.Contains(t, stderr, "skipped: ")
	require.Regexp(t, `(?m)^ *1  games$`, stdout)
	require.Regexp(t, `(?m)^ *1  problems$`, stdout)
	require.FileExists(t, filepath.Join(folder, "a.jsonl"))
	again, _, status := programtest.Output(t, zonda, "problems", "make", games, "--out", out, "--concurrency", "1")
	require.Zero(t, status)
	require.Equal(t, stdout, again, "the journal has everything")

	stdout, _, status = programtest.Output(t, zonda, "problems", "list", out, "--json")
	require.Zero(t, status)
	var listed struct {
		ID, FEN, Result, Claim, Line string
		Rating, Deviation            float64
		Themes                       []string
	}
	require.NoError(t, json.Unmarshal([]byte(stdout), &listed))
	require.Equal(t, "win", listed.Result)
	require.Equal(t, "value", listed.Claim)
	require.Equal(t, []string{"exchange"}, listed.Themes)
	require.InDelta(t, 1260, listed.Rating, 200)
	stdout, _, status = programtest.Output(t, zonda, "problems", "list", out, "--count")
	require.Zero(t, status)
	require.Regexp(t, `(?m)^ *from value man save ground$`, stdout)
	require.Regexp(t, `(?m)^ *1200 +1 +0 +0 +0$`, stdout)
	require.Regexp(t, `(?m)^ *all +1 +0 +0 +0$`, stdout)
	_, stderr, status = programtest.Output(t, zonda, "problems", "list", filepath.Join("..", "..", "..", "testdata", "problems.csv"), "--count")
	require.Equal(t, 1, status)
	require.Contains(t, stderr, "has no claim")
	stdout, stderr, status = programtest.Output(t, zonda, "problems", "list", out, "--theme", "shot")
	require.Zero(t, status)
	require.Empty(t, stdout)
	require.Equal(t, "no problem has the theme \"shot\"; the themes are: exchange\n", stderr)

	stdout, _, status = programtest.Output(t, zonda, "problems", "check", out, "--nodes", "1000")
	require.Zero(t, status)
	require.Contains(t, stdout, "1 problem checked, 0 wrong")
	stdout, _, status = programtest.Output(t, zonda, "solve", out, "--depth", "5")
	require.Zero(t, status)
	require.Contains(t, stdout, "1 of 1 solved")

	more := filepath.Join(folder, "more.csv")
	stdout, _, status = programtest.Output(t, zonda, "problems", "make", "--keep", out, "--weakest", "9", "--nodes", "4000", "--games", "1", "--seed", "2", "--shots", "0", "--saves", "0", "--values", "0", "--proofs", "0", "--out", more)
	require.Zero(t, status)
	require.Contains(t, stdout, "the band of ratings is full")
	kept, err := os.ReadFile(more)
	require.NoError(t, err)
	text, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Equal(t, string(text), string(kept), "what stands alone")
	_, stderr, status = programtest.Output(t, zonda, "problems", "make", "--keep", filepath.Join("..", "..", "..", "testdata", "problems.csv"), "--out", more)
	require.Equal(t, 1, status)
	require.Contains(t, stderr, "has no line or no rating")

	stdout, _, status = programtest.Output(t, zonda, "problems", "measure", "--sample", "600", "--tries", "1")
	require.Zero(t, status)
	require.Regexp(t, `problems, 1 try of each level: rank correlation -?[01]\.\d\d, measured`, stdout)
	_, stderr, status = programtest.Output(t, zonda, "problems", "measure", filepath.Join("..", "..", "..", "testdata", "problems.csv"))
	require.Equal(t, 1, status)
	require.Contains(t, stderr, "has no line or no rating")

	_, stderr, status = programtest.Output(t, zonda, "problems", "check", out, "--nodes", "0", "--out", out)
	require.Equal(t, 1, status)
	require.Contains(t, stderr, "is one of the files to read")
	passed := filepath.Join(folder, "passed.csv")
	_, _, status = programtest.Output(t, zonda, "problems", "check", out, "--nodes", "0", "--out", passed)
	require.Zero(t, status)
	copied, err := os.ReadFile(passed)
	require.NoError(t, err)
	require.Equal(t, string(text), string(copied))
	require.NoError(t, os.WriteFile(out, []byte(strings.Replace(string(text), "WIN", "DRAW", 1)), 0o600))
	stdout, stderr, status = programtest.Output(t, zonda, "problems", "check", out)
	require.Equal(t, 1, status)
	require.Contains(t, stdout, listed.ID)
	require.Contains(t, stderr, "1 problem is wrong")
	_, _, status = programtest.Output(t, zonda, "problems", "check", out, "--nodes", "0", "--out", passed)
	require.Zero(t, status)
	copied, err = os.ReadFile(passed)
	require.NoError(t, err)
	require.Len(t, strings.Split(string(copied), "\n"), 2, "the header alone")
	stdout, _, status = programtest.Output(t, zonda, "problems", "list", "--at-most", "1000", "--theme", "shot")
	require.Zero(t, status)
	require.Contains(t, stdout, "man-", "those in the program")
	_, stderr, status = programtest.Output(t, zonda, "problems", "list", filepath.Join(folder, "none.csv"))
	require.Equal(t, 1, status)
	require.Contains(t, stderr, "none.csv")
}

// TestInterruptedProblems: an interruption leaves the file alone that an earlier run has written.
func TestInterruptedProblems(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("processes cannot be interrupted there")
	}
	folder := t.TempDir()
	many, out := filepath.Join(folder, "many.csv"), filepath.Join(folder, "out.csv")
	const head, wrong = "id,fen,result,key_moves,claim,line,themes,rating,deviation\n", `wrong,"B:WK16,K18,21:B13,K27,K31",DRAW,27-23,value,27-23,,1,1` + "\n"
	const slow = `slow,"B:WK18,21,23:BK8,K12,13,14",WIN,8-11,value,8-11 18x9 11-15,,1,1` + "\n"
	require.NoError(t, os.WriteFile(many, []byte(head+wrong+strings.Repeat(slow, 10_000)), 0o600))
	require.NoError(t, os.WriteFile(out, []byte("old"), 0o600))
	zonda := programtest.Program(t)
	for _, c := range []struct {
		line, says string
		begin      func(stdout io.Reader)
	}{
		{"check " + many, "of 10001 problems were checked, and no file was written\n", func(stdout io.Reader) { programtest.ReadUntil(t, stdout, "wrong: ") }},
		{"make --games 100000", ", and " + out + " was not written; the same command goes on\n", func(io.Reader) {
			looked := func() bool {
				journal, err := os.ReadFile(filepath.Join(folder, "out.jsonl"))
				return err == nil && bytes.Count(journal, []byte("\n")) > 1
			}
			require.Eventually(t, looked, time.Minute, 10*time.Millisecond)
		}},
	} {
		command := exec.Command(zonda, append(strings.Fields("problems "+c.line), "--out", out)...)
		var stderr bytes.Buffer
		command.Stderr = &stderr
		pipe, err := command.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, command.Start())
		t.Cleanup(func() { _ = command.Process.Kill() })
		c.begin(pipe)
		require.NoError(t, command.Process.Signal(os.Interrupt))
		_, err = io.ReadAll(pipe)
		require.NoError(t, err)
		require.Error(t, command.Wait())
		require.Contains(t, stderr.String(), c.says)
		require.Equal(t, "old", programtest.ReadFile(t, out))
	}
}
