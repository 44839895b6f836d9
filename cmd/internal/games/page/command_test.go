package page_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/engine/judge"
)

// judgedGames has a blunder that the databases prove, a game cut short and one that cannot be read.
const judgedGames = `[Black "Alpha"]
[White "Beta"]
[Result "1-0"]
1. 11-15 22-18 2. 15x22 25x18 3. 12-16 18-14 *

[FEN "B:WK31:BK18,25,K14"]
1. 18-23 31-26 1-32 *

[FEN "B:W99:B1"]
1. 1-5 *

[FEN "B:W30:BK22"]
1. 22-17 30-26 2. 17-22 26x17 *
`

func TestAnalyze(t *testing.T) {
	program, games, folder := programtest.Program(t), programtest.WriteGames(t, judgedGames), t.TempDir()
	annotated, report := filepath.Join(folder, "a.pdn"), filepath.Join(folder, "a.html")
	flags := []string{"analyze", games, "--nodes=2000", "--hash=1"}
	stdout, stderr, status := programtest.Output(t, program, append(flags, "--out", annotated, "--html", report, "--concurrency=2")...)
	require.Zero(t, status, stderr)
	require.Contains(t, stderr, "games.pdn:7: game 2: error: ")
	require.Contains(t, stderr, "left out: ")
	require.Contains(t, stderr, "game 3, line 9: ")
	programtest.RequireLines(t, stdout)
	for _, want := range []string{
		"game 1: Alpha - Beta 1-0, 6 moves, Single Corner\n", "\ngame 4: Black - White *, 4 moves\n", "  2. 17-22??     blunder; White wins", "          better 17-",
		"\nall 3 games\n", " positions in ",
	} {
		require.Contains(t, stdout, want)
	}
	text := programtest.ReadFile(t, annotated)
	require.Equal(t, 3, strings.Count(text, "[Result "))
	require.Contains(t, text, "$4 {Zonda: blunder; White wins")
	require.Contains(t, text, "31-26 {1-32}", "what could not be read is kept")
	html := programtest.ReadFile(t, report)
	require.Contains(t, html, "games.pdn")
	require.NotContains(t, text, "forced")
	again, _, status := programtest.Output(t, program, append(flags, "--out", annotated, "--values")...)
	require.Zero(t, status, again)
	require.Contains(t, strings.Join(strings.Fields(programtest.ReadFile(t, annotated)), " "), "$7 {Zonda: forced; ")
	require.Equal(t, 3, strings.Count(html, `<section class="game"`))

	stdout, stderr, status = programtest.Output(t, program, append(flags, "--json")...)
	require.Zero(t, status, stderr)
	var r judge.Report
	require.NoError(t, json.Unmarshal([]byte(stdout), &r))
	require.Len(t, r.Games, 3)
	require.Equal(t, "blunder", r.Games[2].Moves[2].Mark)
	require.Equal(t, "loss", r.Games[2].Moves[2].Known)
	again, _, _ = programtest.Output(t, program, append(flags, "--json", "--concurrency=2")...)
	require.Equal(t, stdout, again, "the same in every run, in any company")
}

func TestAnalyzeBadInput(t *testing.T) {
	program, games, folder := programtest.Program(t), programtest.WriteGames(t, judgedGames), t.TempDir()
	link := filepath.Join(folder, "link.pdn")
	require.NoError(t, os.Link(games, link))
	poem := filepath.Join(folder, "poem")
	require.NoError(t, os.WriteFile(poem, []byte("a poem\n"), 0o600))
	same := folder + "/./a"
	for want, arguments := range map[string][]string{
		"no game in it":             {programtest.WriteGames(t, "")},
		"there is no game to judge": {programtest.WriteGames(t, "[FEN \"B:W99:B1\"] *")},
		"none.pdn":                  {"none.pdn"},
		"movetime 0s is not above":  {games, "--movetime=0"},
		"depth 0 is not between":    {games, "--depth=0"},
		"nodes 0 is less":           {games, "--nodes=0"},
		"concurrency 0 is not":      {games, "--concurrency=0"},
		"between 1 and 256":         {games, "--concurrency=257"},
		"hash 0":                    {games, "--hash=0"},
		"--egdb":                    {games, "--egdb=/none"},
		"out: " + link:              {games, "--out", link},
		"html: " + link:             {games, "--html", link},
		"out: cannot write":         {games, "--out", filepath.Join(folder, "none", "a.pdn")},
		"--values needs --out":      {games, "--values"},
		"html: " + same + " is the file of another flag too":                          {games, "--out", filepath.Join(folder, "a"), "--html", same},
		"journal: " + same + " is the file of another flag too":                       {games, "--out", filepath.Join(folder, "a"), "--journal", same},
		"journal: " + link + " is one of the files to read, which is not overwritten": {games, "--journal", link},
		"this is no journal": {games, "--journal", poem},
	} {
		stdout, stderr, status := programtest.Output(t, program, append([]string{"analyze"}, arguments...)...)
		require.NotZero(t, status, want)
		require.Empty(t, stdout)
		require.Contains(t, stderr, want)
		require.Equal(t, 1, strings.Count(stderr, "zonda: error: "), stderr)
	}
	require.Equal(t, judgedGames, programtest.ReadFile(t, games))
	require.Equal(t, "a poem\n", programtest.ReadFile(t, poem))
}

// longGames is more than can be judged before a test kills it: all 49 openings of two moves.
func longGames(t *testing.T) string {
	var games strings.Builder
	for black := range strings.FieldsSeq("9-13 9-14 10-14 10-15 11-15 11-16 12-16") {
		for white := range strings.FieldsSeq("21-17 22-17 22-18 23-18 23-19 24-19 24-20") {
			fmt.Fprintf(&games, "1. %s %s *\n\n", black, white)
		}
	}
	return programtest.WriteGames(t, games.String())
}

// A run that was killed goes on where it was and writes what one in peace would have.
func TestKilledAnalysis(t *testing.T) {
	program, games, folder := programtest.Program(t), longGames(t), t.TempDir()
	annotated, peace := filepath.Join(folder, "a.pdn"), filepath.Join(folder, "b.pdn")
	flags := []string{"analyze", games, "--nodes=4000", "--hash=1", "--out", annotated}
	killed := exec.Command(program, flags...)
	out, err := killed.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, killed.Start())
	programtest.ReadUntil(t, out, "game 3:")
	require.NoError(t, killed.Process.Kill())
	_ = killed.Wait() // it was killed
	require.NoFileExists(t, annotated)

	stdout, stderr, status := programtest.Output(t, program, flags...)
	require.Zero(t, status, stderr)
	require.True(t, strings.HasPrefix(stdout, "going on after "), stdout)
	require.Equal(t, 49, strings.Count(stdout, "\ngame "))
	_, stderr, status = programtest.Output(t, program, append(flags[:len(flags)-1], peace)...)
	require.Zero(t, status, stderr)
	require.Equal(t, programtest.ReadFile(t, peace), programtest.ReadFile(t, annotated))
	journals, err := filepath.Glob(filepath.Join(os.Getenv("XDG_CACHE_HOME"), "zonda", "analyses", "*"))
	require.NoError(t, err)
	require.Empty(t, journals, "they go when all is done")
}

func TestInterruptedAnalysis(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes cannot be interrupted there")
	}
	games, journal := longGames(t), filepath.Join(t.TempDir(), "a.analysis")
	command := exec.Command(programtest.Program(t), "analyze", games, "--movetime=100", "--hash=1", "--journal", journal)
	pipe, err := command.StdoutPipe()
	require.NoError(t, err)
	var stderr strings.Builder
	command.Stderr = &stderr
	require.NoError(t, command.Start())
	t.Cleanup(func() { _ = command.Process.Kill() })
	line, err := bufio.NewReader(pipe).ReadString('\n')
	require.NoError(t, err)
	require.Contains(t, line, "game 1: ")
	require.NoError(t, command.Process.Signal(os.Interrupt))
	_, err = io.ReadAll(pipe)
	require.NoError(t, err)
	require.Error(t, command.Wait())
	require.Contains(t, stderr.String(), " of 57 positions: the same command goes on from there")
	require.FileExists(t, journal)
}

// TestJournalOfAnotherProgram: a program with other bytes, which may have another network, does not go on from a journal.
func TestJournalOfAnotherProgram(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a program with a byte more may not run there")
	}
	program, folder := programtest.Program(t), t.TempDir()
	other, journal := filepath.Join(folder, "other"), filepath.Join(folder, "a.analysis")
	const executable = 0o755
	require.NoError(t, os.WriteFile(other, []byte(programtest.ReadFile(t, program)+"\n"), executable))
	command := exec.Command(program, "analyze", longGames(t), "--nodes=4000", "--hash=1", "--journal", journal)
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	programtest.ReadUntil(t, out, "game 3:")
	require.NoError(t, command.Process.Kill())
	_ = command.Wait() // it was killed
	_, stderr, status := programtest.Output(t, other, command.Args[1:]...)
	require.NotZero(t, status)
	require.Contains(t, stderr, "it is of other games, other settings or another version of the program")
}

// TestAnalyzeByNodes: without a limit a position gets a number of nodes, and help says which.
func TestAnalyzeByNodes(t *testing.T) {
	program, games := programtest.Program(t), programtest.WriteGames(t, "1. 11-15 *\n")
	stdout, stderr, status := programtest.Output(t, program, "analyze", games, "--json")
	require.Zero(t, status, stderr)
	var r judge.Report
	require.NoError(t, json.Unmarshal([]byte(stdout), &r))
	require.Equal(t, judge.Settings{Nodes: judge.DefaultNodes, Threads: 1, HashMiB: 16, Rating: judge.DefaultRating}, r.Settings)
	help, _, _ := programtest.Output(t, program, "analyze", "--help")
	require.Contains(t, strings.Join(strings.Fields(help), " "), fmt.Sprintf("Without any limit it gets %d nodes", judge.DefaultNodes))
}

// TestLosses: the games that a player lost are judged alone, with a table of the moves that lost them; films are written of what is forced.
func TestLosses(t *testing.T) {
	program, folder := programtest.Program(t), t.TempDir()
	games := programtest.WriteGames(t, `[Black "Alpha"]
[White "Beta"]
[Result "0-1"]
[FEN "B:W30:BK22"]
1. 22-17 30-26 2. 17-22 26x17 0-1

[Black "Beta"]
[White "Alpha"]
[Result "0-1"]
1. 11-15 22-18 0-1

[Black "alpha"]
[White "Beta"]
[Result "1/2-1/2"]
1. 11-15 22-18 1/2-1/2
`)
	stdout, stderr, status := programtest.Output(t, program, "analyze", games, "--nodes=2000", "--hash=1", "--losses", "ALPHA", "--films", folder)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "where the games were lost\n  game 1: 2. 17-22 with 2 pieces: White wins")
	require.Regexp(t, `(?m)^   4 to  1 pieces: 1$`, stdout)
	require.NotContains(t, stdout, "game 2")
	films, err := filepath.Glob(filepath.Join(folder, "*.gif"))
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(folder, "game1-ply3-17-22.gif")}, films)
	require.NotContains(t, stderr, "no film")
	quiet := programtest.WriteGames(t, "1. 11-15 22-18 *\n")
	_, stderr, status = programtest.Output(t, program, "analyze", quiet, "--nodes=2000", "--hash=1", "--films", folder)
	require.Zero(t, status, stderr)
	require.Contains(t, stderr, "no film: no fault has a punishment that is forced")

	var ballots string
	for _, moves := range []string{
		"22-17 30-26 17-22 {a blunder} 26x17 {[%emt 0:00:01]}",
		"22-17 30-26 17-22 26x17 {[%clk 0:01:00]}",
		"22-17 30-26 17-22 {[%emt 0:00:01]} 26x17",
	} {
		ballots += `[Black "Alpha"] [White "Beta"] [Result "0-1"] [FEN "B:W30:BK22"] ` + moves + " 0-1\n\n"
	}
	stdout, stderr, status = programtest.Output(t, program, "analyze", programtest.WriteGames(t, ballots), "--nodes=2000", "--hash=1", "--losses", "Alpha")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "where the games were lost\n  game 1: by no single move\n  game 2: by no single move\n  game 3: 2. 17-22 with", "the moves before the first time are of the opening")

	_, stderr, status = programtest.Output(t, program, "analyze", games, "--nodes=2000", "--losses", "Gamma")
	require.Equal(t, 1, status)
	require.Contains(t, stderr, `--losses: "Gamma" has lost none of the games`)
}
