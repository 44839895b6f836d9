package books_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/books"
)

// buildFlags make a small book quickly.
func buildFlags(out string, more ...string) []string {
	return append([]string{"book", "build", "--out", out, "--positions=640", "--nodes=400", "--hash=1", "--save=0s"}, more...)
}

// A build that was killed with its file half way goes on, and ends as one that was not, on any number of threads.
func TestKilledBookBuild(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	whole, parts := filepath.Join(folder, "whole.zbk"), filepath.Join(folder, "parts.zbk")
	_, stderr, status := programtest.Output(t, program, buildFlags(whole, "--concurrency=1")...)
	require.Zero(t, status, stderr)

	for kills := range 3 {
		killed := exec.Command(program, buildFlags(parts, "--concurrency=2")...)
		require.NoError(t, killed.Start())
		var before int64
		if info, err := os.Stat(parts); err == nil {
			before = info.Size()
		}
		require.Eventually(t, func() bool {
			info, err := os.Stat(parts)
			return err == nil && info.Size() > before
		}, time.Minute, time.Millisecond, "kill %d", kills)
		require.NoError(t, killed.Process.Kill())
		_ = killed.Wait() // it was killed
		_, stderr, status := programtest.Output(t, program, "book", "show", "--book", parts)
		require.Zero(t, status, stderr)
	}
	_, stderr, status = programtest.Output(t, program, buildFlags(parts, "--concurrency=2")...)
	require.Zero(t, status, stderr)
	require.Equal(t, programtest.ReadFile(t, whole), programtest.ReadFile(t, parts))
}

// Two programs do not write one book: the second says so and changes nothing.
func TestTwoWritersOfABook(t *testing.T) {
	t.Parallel()
	program, name := programtest.Program(t), filepath.Join(t.TempDir(), "a.zbk")
	first := exec.Command(program, buildFlags(name, "--positions=100000", "--nodes=100000")...)
	require.NoError(t, first.Start())
	require.Eventually(t, func() bool { _, err := os.Stat(name); return err == nil }, time.Minute, time.Millisecond)
	for _, second := range [][]string{buildFlags(name), {"book", "merge", "--out", name, name}} {
		_, stderr, status := programtest.Output(t, program, second...)
		require.NotZero(t, status)
		require.Contains(t, stderr, "another program is writing it")
	}
	require.NoError(t, first.Process.Signal(os.Interrupt))
	require.Error(t, first.Wait())
	_, stderr, status := programtest.Output(t, program, "book", "show", "--book", name)
	require.Zero(t, status, stderr)
}

// A damaged book is named, and stays as it is.
func TestDamagedBook(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	name := filepath.Join(folder, "a.zbk")
	_, stderr, status := programtest.Output(t, program, buildFlags(name, "--positions=64")...)
	require.Zero(t, status, stderr)
	data := []byte(programtest.ReadFile(t, name))
	data[len(data)/2] ^= 1
	require.NoError(t, os.WriteFile(name, data, 0o600))
	for _, command := range [][]string{
		buildFlags(name), {"book", "show", "--book", name}, {"book", "merge", "--out", filepath.Join(folder, "b.zbk"), name},
		{"book", "export", "--book", name}, {"antibook", "scan", "--book", name},
	} {
		stdout, stderr, status := programtest.Output(t, program, command...)
		require.NotZero(t, status)
		require.Contains(t, stderr, name+": its checksum is wrong")
		require.Empty(t, stdout)
		require.Equal(t, string(data), programtest.ReadFile(t, name))
	}
	require.NoFileExists(t, filepath.Join(folder, "b.zbk"))
}

// Games in, a book of visits; a book out as games; and both are merged.
func TestBookOfGames(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	games, name := filepath.Join(folder, "a.pdn"), filepath.Join(folder, "a.zbk")
	require.NoError(t, os.WriteFile(games, []byte("1. 11-15 23-19 *\n1. 11-15 22-18 *\n1. 9-14 33-1 *\n"), 0o600))
	stdout, stderr, status := programtest.Output(t, program, "book", "import", games, "--out", name)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "3 games read; 2 positions")
	require.Contains(t, stderr, "game 3", "the bad move is named")
	show := func(book string, fen string) (p books.Position) {
		stdout, stderr, status := programtest.Output(t, program, "book", "show", "--json", "--book", book, fen)
		require.Zero(t, status, stderr)
		require.NoError(t, json.Unmarshal([]byte(stdout), &p))
		return p
	}
	start := show(name, board.Start().FEN())
	require.Equal(t, []string{"", "11-15", "Old Faithful"}, []string{start.Opening, start.Moves[0].Move, start.Moves[0].Opening})
	require.EqualValues(t, 2, start.Moves[0].Visits)
	require.Nil(t, start.Moves[0].Score)
	stdout, _, _ = programtest.Output(t, program, "book", "show", "--book", name, "W:W21-32:B1-10,12,15")
	require.Regexp(t, `^W:.* games a\.pdn; Old Faithful\nmove .*\n23-19 .* 1\n22-18 .* 1  Single Corner\n$`, stdout)

	other, all := filepath.Join(folder, "b.zbk"), filepath.Join(folder, "all.zbk")
	_, stderr, status = programtest.Output(t, program, buildFlags(other, "--positions=64")...)
	require.Zero(t, status, stderr)
	stdout, stderr, status = programtest.Output(t, program, "book", "merge", "--out", all, name, other, name)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "positions in "+all)
	merged := show(all, board.Start().FEN())
	for _, m := range merged.Moves {
		if m.Move == "11-15" {
			require.EqualValues(t, 4, m.Visits-visits(show(other, board.Start().FEN()), "11-15"))
			require.NotNil(t, m.Score)
		}
	}
	stdout, stderr, status = programtest.Output(t, program, "book", "export", "--book", all)
	require.Zero(t, status, stderr)
	require.Greater(t, strings.Count(stdout, "[Event "), 10)
}

func visits(p books.Position, move string) uint32 {
	for _, m := range p.Moves {
		if m.Move == move {
			return m.Visits
		}
	}
	return 0
}

func TestBookRefusals(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	for want, command := range map[string][]string{
		"positions 0":                    {"book", "build", "--out=a", "--positions=0"},
		"equal 4 is more than margin 3":  {"book", "build", "--out=a", "--margin=3"},
		"moves 200":                      {"book", "build", "--out=a", "--moves=200"},
		"no such file":                   {"book", "build", "--out=/none/such/a.zbk"},
		"is a folder":                    {"book", "build", "--out=" + t.TempDir()},
		"plies 0":                        {"book", "import", "a.pdn", "--out=a", "--plies=0"},
		"does not have B:W32:B1":         {"book", "show", "B:W32:B1"},
		"square 33":                      {"book", "show", "B:W33:B1"},
		"book none.zbk: no such":         {"book", "show", "--book=none.zbk"},
		"either walks":                   {"antibook", "scan", "--walks=3", "--book=a"},
		"lost 5":                         {"antibook", "learn", "a.pdn", "--lost=5"},
		"a.pdn: no such file":            {"antibook", "learn", "a.pdn"},
		"the game is over":               {"antibook", "add", "W:W:B5", "why", "--file=a.txt"},
		"Black has a man on 29":          {"antibook", "add", "B:W1:B29", "why", "--file=a.txt"},
		"open none.txt: no such":         {"antibook", "list", "--file=none.txt"},
		"lost 1 is more than -1":         {"antibook", "check", "--lost=1"},
		"every 0 is less than 1":         {"antibook", "check", "--every=0"},
		"concurrency 300 is not between": {"antibook", "check", "--concurrency=300"},
	} {
		stdout, stderr, status := programtest.Output(t, program, command...)
		require.NotZero(t, status, want)
		require.Contains(t, stderr, want)
		require.Empty(t, stdout)
		require.Equal(t, 1, strings.Count(stderr, "error: "), stderr)
	}
	require.NoFileExists(t, "a.txt")
}

// The check's searches would overflow the table that others are content with.
func TestDefaultTables(t *testing.T) {
	t.Parallel()
	zonda := programtest.Program(t)
	for _, c := range []struct{ group, command, table string }{
		{"book", "check", "256"}, {"antibook", "check", "32"}, {"antibook", "learn", "32"}, {"antibook", "scan", "32"},
	} {
		stdout, _, status := programtest.Output(t, zonda, c.group, c.command, "--help")
		require.Zero(t, status)
		require.Regexp(t, `Transposition table of each search in MiB\s+\(default\s+`+c.table+`\)`, stdout, c)
	}
}

// A book of games alone has nothing to compare.
func TestCheckOfGames(t *testing.T) {
	t.Parallel()
	zonda, folder := programtest.Program(t), t.TempDir()
	games, name := filepath.Join(folder, "a.pdn"), filepath.Join(folder, "a.zbk")
	require.NoError(t, os.WriteFile(games, []byte("1. 11-15 23-19 *\n"), 0o600))
	_, stderr, status := programtest.Output(t, zonda, "book", "import", games, "--out", name)
	require.Zero(t, status, stderr)
	stdout, stderr, status := programtest.Output(t, zonda, "book", "check", "--book", name)
	require.NotZero(t, status)
	require.Empty(t, stdout)
	require.Contains(t, stderr, name+": no position with a choice of moves was searched")
}
