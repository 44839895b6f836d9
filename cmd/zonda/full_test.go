package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// TestFullDisk: a command whose lines cannot be written says so once, and its status is 1.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	const device = "/dev/full"
	if _, err := os.Stat(device); err != nil {
		t.Skip("no device that is full")
	}
	program, games, book := programtest.Program(t), programtest.WriteGames(t, "1. 11-15 23-19 *\n"), filepath.Join(t.TempDir(), "a.zbk")
	_, stderr, status := programtest.Output(t, program, "book", "import", games, "--out", book)
	require.Zero(t, status, stderr)
	for _, c := range []struct{ line, input string }{
		{"", "uci\nquit\n"},
		{"", "go infinite\n"},
		{"", "hub\n"},
		{"hub", "hub\ninit\n"},
		{"--help", ""}, {"help match", ""}, {"--version", ""}, {"version", ""}, {"version --json", ""},
		{"perft --depth 2", ""}, {"perft --depth 2 --divide", ""},
		{"pdn check " + games, ""}, {"pdn check --json " + games, ""}, {"pdn page " + games, ""},
		{"analyze --depth 1 --hash 1 " + games, ""}, {"analyze --depth 1 --hash 1 --json " + games, ""},
		{"solve ../../testdata/problems.csv --depth 1 --hash 1", ""}, {"solve ../../testdata/problems.csv --depth 1 --hash 1 --json", ""},
		{"egdb probe B:WK29:BK1,K2", ""}, {"egdb probe -", "B:WK29:BK1,K2\n"}, {"egdb line B:WK29:BK1,K2", ""},
		{"book import " + games + " --out " + book + "2", ""}, {"book merge --out " + book + "3 " + book, ""}, {"book show", ""},
		{"antibook list", ""}, {"prove B:WK4,23,26:B1,K20,24", ""}, {"prove B:WK4,23,26:B1,K20,24 --json", ""},
		{"match --engine cmd=" + program + " --engine name=B\tcmd=" + program + " --depth 1 --games 2 --max-moves 5", ""},
		{"bench", ""},
	} {
		t.Run(c.line, func(t *testing.T) {
			t.Parallel()
			full, err := os.OpenFile(device, os.O_WRONLY, 0)
			require.NoError(t, err)
			defer full.Close()
			words := strings.Split(c.line, " ")
			if c.line == "" {
				words = nil
			}
			for i := range words {
				words[i] = strings.ReplaceAll(words[i], "\t", " ")
			}
			command := exec.Command(program, words...)
			var said bytes.Buffer
			command.Stdin, command.Stdout, command.Stderr = strings.NewReader(c.input), full, &said
			var exit *exec.ExitError
			require.ErrorAs(t, command.Run(), &exit)
			require.Equal(t, 1, exit.ExitCode(), said.String())
			require.Equal(t, 1, strings.Count(said.String(), "no space left on device"), said.String())
			require.Regexp(t, `(?m)^zonda: error: (write the answers: )?write /dev/stdout: no space left on device\n\z`, said.String())
		})
	}
	t.Run("log", func(t *testing.T) {
		t.Parallel()
		command := exec.Command(program)
		var answers, said bytes.Buffer
		command.Stdin, command.Stdout, command.Stderr = strings.NewReader("setoption name LogFile value "+device+"\nisready\nisready\nquit\n"), &answers, &said
		var exit *exec.ExitError
		require.ErrorAs(t, command.Run(), &exit)
		require.Equal(t, 1, exit.ExitCode())
		require.Equal(t, "readyok\nreadyok\n", answers.String())
		require.Equal(t, "zonda: error: the log \"/dev/full\" is not whole: no space left on device\n", said.String())
	})
}
