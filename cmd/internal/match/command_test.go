package match_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/protocol/client"
	"github.com/zonda-checkers/zonda/protocol/client/testdata/fake"
)

// fakeEngine returns the flag of a scripted engine.
func fakeEngine(name string, script ...string) string {
	return "--engine=" + client.Spec{Name: name, Command: fake.Command(script...)}.String()
}

// bare is for engines whose moves do not matter: they start sooner without databases.
const bare = " option.EGDBPieces=0 "

// zondaEngine returns the flag of the built program.
func zondaEngine(name, program, more string) string {
	return "--engine=" + client.Spec{Name: name, Command: []string{program}}.String() + " option.Hash=4 " + more
}

// playMatch runs a match with --json and returns its report.
func playMatch(t *testing.T, program string, arguments ...string) match.Report {
	t.Helper()
	stdout, stderr, status := programtest.Output(t, program, append([]string{"match", "--json"}, arguments...)...)
	require.Zero(t, status, stderr)
	return readReport(t, stdout)
}

// readReport reads a report, which must be all there is.
func readReport(t *testing.T, stdout string) (r match.Report) {
	t.Helper()
	in := json.NewDecoder(strings.NewReader(stdout))
	require.NoError(t, in.Decode(&r))
	_, err := in.Token()
	require.ErrorIs(t, err, io.EOF, "one object, alone on stdout")
	return r
}

// TestProgramAgainstItself: at fixed nodes the program must end every opening level with
// itself, whatever colours it has and whatever it has played before. Node limits are
// exact, and a new game clears all that could change a count.
func TestProgramAgainstItself(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	games, pairs := filepath.Join(t.TempDir(), "games.pdn"), 3
	if os.Getenv(programtest.Long) != "" {
		pairs = 10
	}
	r := playMatch(t, program, zondaEngine("A", program, ""), zondaEngine("B", program, ""),
		"--nodes=700", "--max-moves=40", "--rounds", fmt.Sprint(pairs), "--concurrency=2", "--pdn", games)
	require.Equal(t, 2*pairs, r.Games)
	require.Equal(t, [5]int{2: pairs}, [5]int(r.Pairs))
	require.Empty(t, r.Faults)
	a, b := r.Engines[0], r.Engines[1]
	require.Equal(t, a.Moves, b.Moves)
	require.InDelta(t, a.Nodes, b.Nodes, 1e-9, "the same nodes for the same moves")
	require.LessOrEqual(t, a.Nodes, 700.0)
	file, err := os.Open(games)
	require.NoError(t, err)
	defer file.Close()
	in := pdn.NewReader(file)
	for range 2 * pairs {
		g, err := in.Read()
		require.NoError(t, err)
		require.Contains(t, []string{"A", "B"}, g.Tags.Get("Black"))
		require.Contains(t, g.Moves[5].Comments[0], "[%emt ")
	}
	_, err = in.Read()
	require.ErrorIs(t, err, io.EOF)
}

// What machines read is there, with the names that are promised.
func TestReportAsJSON(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	stdout, stderr, status := programtest.Output(t, program, "match", "--json", fakeEngine("A"), fakeEngine("B", "crash=9"), "--nodes=1", "--games=4")
	require.Zero(t, status, "a crash is a result")
	var object map[string]any
	require.NoError(t, json.Unmarshal([]byte(stdout), &object))
	for _, key := range []string{"games", "wins", "draws", "losses", "score", "elo", "elo_low", "elo_high", "los", "won_lost", "won_lost_low", "won_lost_high", "pairs", "engines"} {
		require.Contains(t, object, key)
	}
	require.Contains(t, stderr, "; 4 of 4; A +4 =0 -0")
	require.Contains(t, stderr, "B loses by crash")
	r := readReport(t, stdout)
	require.Equal(t, 4, r.Wins)
	require.Len(t, r.Faults, 4)
}

// A match that was killed goes on where it stopped and ends as one that was not.
func TestKilledMatch(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	journal, games := filepath.Join(folder, "a.match"), filepath.Join(folder, "a.pdn")
	flags := []string{zondaEngine("A", program, bare), zondaEngine("B", program, bare+"nodes=80"), "--nodes=150", "--games=8"}
	want := playMatch(t, program, flags...)

	flags = append(flags, "--resume", journal, "--pdn", games)
	killed := exec.Command(program, append([]string{"match"}, flags...)...)
	out, err := killed.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, killed.Start())
	programtest.ReadUntil(t, out, "game 3:")
	require.NoError(t, killed.Process.Kill())
	_ = killed.Wait() // it was killed

	stdout, _, status := programtest.Output(t, program, "match", "--json", "--resume", journal)
	require.Zero(t, status)
	require.NoError(t, sameResult(want, readReport(t, stdout)))
	require.Equal(t, 8, strings.Count(programtest.ReadFile(t, games), "[Event "))
	again := playMatch(t, program, flags...) // nothing is left to play
	require.NoError(t, sameResult(want, again))
	require.Equal(t, 8, strings.Count(programtest.ReadFile(t, games), "[Event "))

	_, stderr, status := programtest.Output(t, program, append([]string{"match", "--move-rule=10"}, flags...)...)
	require.NotZero(t, status)
	require.Contains(t, stderr, "the match in the journal has other conditions: move_rule 80 instead of 10")
}

// sameResult compares what does not depend on time.
func sameResult(a, b match.Report) error {
	for _, r := range []*match.Report{&a, &b} {
		r.Match = ""
		for i := range r.Engines {
			e := &r.Engines[i]
			e.TimeMS, e.Slowest, e.NPS = 0, 0, 0
		}
	}
	first, err := json.Marshal(a)
	if err != nil {
		return err
	}
	second, err := json.Marshal(b)
	if err != nil {
		return err
	}
	if !bytes.Equal(first, second) {
		return &differentReports{string(first), string(second)}
	}
	return nil
}

type differentReports struct{ a, b string }

func (d *differentReports) Error() string { return d.a + "\n" + d.b }

// A match that is over can be reported when its engines are gone; one that is not can be
// looked at without playing on; a change of the number of games is remembered.
func TestReportOfAJournal(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	journal := filepath.Join(folder, "a.match")
	engine := filepath.Join(folder, "engine", filepath.Base(program))
	require.NoError(t, os.Mkdir(filepath.Dir(engine), 0o700))
	require.NoError(t, os.WriteFile(engine, []byte(programtest.ReadFile(t, program)), 0o700))
	_, stderr, status := programtest.Output(t, program, "match", zondaEngine("A", engine, bare), fakeEngine("B"), "--resume", journal, "--report")
	require.Equal(t, 1, status)
	require.Contains(t, stderr, "a.match: no such file")
	require.NoFileExists(t, journal, "a report begins no match")
	report := playMatch(t, program, zondaEngine("A", engine, bare), fakeEngine("B"), "--nodes=50", "--games=2", "--resume", journal)
	require.Equal(t, 2, report.Games)
	more := playMatch(t, program, "--resume", journal, "--games=4", "--report")
	require.Equal(t, 2, more.Games)
	require.Equal(t, 4, more.Planned)
	require.Equal(t, 2, playMatch(t, program, "--resume", journal).Planned, "--report changes nothing")
	require.Equal(t, 4, playMatch(t, program, "--resume", journal, "--games=4").Games)
	require.Equal(t, 4, playMatch(t, program, "--resume", journal).Planned)

	require.NoError(t, os.Remove(engine))
	require.Equal(t, 4, playMatch(t, program, "--resume", journal).Games)
	_, stderr, status = programtest.Output(t, program, "match", "--resume", journal, "--games=2")
	require.Equal(t, cli.Misused, cli.Status(status))
	require.Contains(t, stderr, "fewer than the 4 that are played")
	_, stderr, status = programtest.Output(t, program, "match", "--resume", journal, "--games=6")
	require.NotZero(t, status)
	require.Contains(t, stderr, engine)
	require.Equal(t, 4, playMatch(t, program, "--resume", journal).Planned, "what failed is not remembered")

	changed := append([]byte(programtest.ReadFile(t, program)), 0) // works as before
	require.NoError(t, os.WriteFile(engine, changed, 0o700))
	report = playMatch(t, program, "--resume", journal, "--games=6")
	require.Equal(t, 6, report.Games)
	require.Equal(t, []string{"the program of A has changed since the match began"}, report.Warnings)
}

// An interruption prints the report and says how to go on.
func TestInterruptedMatchCommand(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	journal := filepath.Join(folder, "a.match")
	command := exec.Command(program, "match", fakeEngine("A"), fakeEngine("B", "hang=200"), "--nodes=1", "--resume", journal)
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	require.NoError(t, command.Start())
	programtest.ReadUntil(t, out, "game 2:")
	require.NoError(t, command.Process.Signal(os.Interrupt))
	report, err := io.ReadAll(out)
	require.NoError(t, err)
	require.Error(t, command.Wait())
	require.Contains(t, string(report), "A against B: +")
	require.Regexp(t, `\n\d+ of \d+ games are missing\n`, string(report))
	require.Contains(t, stderr.String(), "go on with: zonda match --resume "+journal)
	kept := playMatch(t, program, "--resume", journal, "--report")
	require.True(t, kept.Interrupted)
	require.Less(t, kept.Played, kept.Planned)
}

func TestBadMatchFlags(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	a, b := fakeEngine("A"), fakeEngine("B")
	for want, arguments := range map[string][]string{
		"--engine is missing":                                   {},
		"one engine is no match":                                {a},
		"two engines are called":                                {a, a},
		"engine 2: unknown key \"comand\"":                      {a, "--engine=comand=x"},
		"nosuchprogram":                                         {a, "--engine=cmd=nosuchprogram"},
		"openings \"5move\"":                                    {a, b, "--openings=5move"},
		"movetime and nodes: only one of them can be the limit": {a, b, "--nodes=5", "--movetime=5"},
		"time control":                                          {a, b, "--tc=x"},
		"movetime 0":                                            {a, b, "--movetime=0"},
		"nodes 0":                                               {a, b, "--nodes=0"},
		"depth 0":                                               {a, b, "--depth=0"},
		"games 0":                                               {a, b, "--games=0"},
		"games -1":                                              {a, b, "--games=-1"},
		"concurrency 0":                                         {a, b, "--concurrency=0"},
		"sprt":                                                  {a, b, "--sprt=5"},
		"exactly two engines":                                   {a, b, fakeEngine("C"), "--sprt=0,5"},
		"adjudicate 9: the databases have all endings": {a, b, "--adjudicate=9"},
		"draw -1":                                {a, b, "--draw=-1"},
		"plot: ":                                 {a, b, "--plot=x.gif"},
		"no such file":                           {"--resume", filepath.Join(folder, "none.match")},
		"draw 1: ":                               {a, b, "--draw=1"},
		"--draw is part of a match's conditions": {"--draw=6", "--resume", filepath.Join(folder, "none.match")},
		"--movetime is part of a match's conditions": {"--movetime=5", "--resume", filepath.Join(folder, "none.match")},
		"does not end in .pdn":                       {a, b, "--pdn", filepath.Join(folder, "x.csv")},
		"--resume and --log are the same file":       {a, b, "--resume", filepath.Join(folder, "x"), "--log", filepath.Join(folder, "x")},
		"--plot ":                                    {a, b, "--plot", filepath.Join(folder, "none", "x.svg")},
		"--egdb without --adjudicate":                {a, b, "--egdb", folder},
		"--report needs the journal":                 {a, b, "--report"},
		"--pdn ":                                     {a, b, "--pdn", filepath.Join(folder, "none", "x.pdn")},
		"has no option \"NoSuchOption\"":             {a, b + " option.NoSuchOption=1"},
		"engine 2: engine B: crash":                  {a, fakeEngine("B", "nostart")},
		"--log ":                                     {a, b, "--log", filepath.Join(folder, "none", "x.log")},
		"--resume ":                                  {a, b, "--resume", filepath.Join(folder, "none", "x.match")},
	} {
		stdout, stderr, status := programtest.Output(t, program, append([]string{"match"}, arguments...)...)
		require.NotZero(t, status, want)
		if slices.Contains([]string{"two engines are called", "openings \"5move\"", "exactly two engines", "adjudicate 9: the databases have all endings", "has no option \"NoSuchOption\""}, want) {
			require.Equal(t, cli.Misused, cli.Status(status), want)
		}
		require.Contains(t, stderr, want)
		require.Equal(t, 1, strings.Count(stderr, "error: "), "one error: %s", stderr)
		require.Empty(t, stdout, "nothing is played")
	}
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, left, "nothing is changed")
}

// The first of three meets the others, the pictures are drawn, and the log has the lines.
func TestGauntletWithPicturesAndLog(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	plot, pictures, log := filepath.Join(folder, "score.svg"), filepath.Join(folder, "games"), filepath.Join(folder, "log")
	stdout, stderr, status := programtest.Output(t, program, "match", fakeEngine("A"), fakeEngine("B"), fakeEngine("C"), "--gauntlet",
		"--depth=1", "--games=2", "--plot", plot, "--plot-evaluations", pictures, "--log", log)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "rating, 95 %  win ratio")
	require.Contains(t, programtest.ReadFile(t, plot), "</svg>")
	drawn, err := os.ReadDir(pictures)
	require.NoError(t, err)
	require.Len(t, drawn, 4)
	require.Contains(t, programtest.ReadFile(t, log), " A > go depth 1\n")
}

// The column of predicted replies: B plays what A expects, and B never tells what it expects.
func TestPredictedColumn(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	stdout, stderr, status := programtest.Output(t, program, "match", fakeEngine("A", "expect"), fakeEngine("B"), "--nodes=1", "--games=2")
	require.Zero(t, status, stderr)
	require.Regexp(t, `(?m)^a move .* predicted  faults  limit$`, stdout)
	require.Regexp(t, `(?m)^A .*  100.0 %       0  1 nodes a move$`, stdout)
	require.Regexp(t, `(?m)^B .*        -       0  1 nodes a move$`, stdout)
}
