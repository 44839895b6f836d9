package match_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/match"
)

// A sequential test ends a match, and a match that was ended is not played on.
func TestSequentialTestEndsTheMatch(t *testing.T) {
	t.Parallel()
	program, journal := programtest.Program(t), filepath.Join(t.TempDir(), "a.match")
	r := playMatch(t, program, fakeEngine("A"), fakeEngine("B", "crash=1"), "--nodes=1", "--sprt=0,200", "--resume", journal)
	require.Equal(t, "accepted", r.SPRT.Verdict)
	require.Less(t, r.Games, 100)
	require.Equal(t, 312, r.Planned)
	again := playMatch(t, program, "--resume", journal)
	require.Equal(t, r.SPRT, again.SPRT)
	require.Equal(t, r.Games, again.Games)
	rejected := playMatch(t, program, fakeEngine("A", "crash=1"), fakeEngine("B"), "--nodes=1", "--sprt=0,200")
	require.Equal(t, "rejected", rejected.SPRT.Verdict)
}

// By a clock a test goes through the opening suite again and again, without one it ends with it.
func TestGamesOfASequentialTest(t *testing.T) {
	program := programtest.Program(t)
	suite := filepath.Join(t.TempDir(), "deck.csv")
	require.NoError(t, os.WriteFile(suite, []byte("fen\nB:W30:B21\n"), 0o600))
	flags := []string{fakeEngine("A"), fakeEngine("B"), "--openings", suite, "--sprt=0,400"}
	timed := playMatch(t, program, append(flags, "--movetime=1000")...)
	require.Equal(t, 2*100, timed.Planned)
	require.Greater(t, timed.Games, 2)
	require.Equal(t, 2, playMatch(t, program, append(flags, "--nodes=1")...).Games)
}

func TestDecksOfAMatch(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	csv, pdn := filepath.Join(folder, "deck.csv"), filepath.Join(folder, "deck.pdn")
	require.NoError(t, os.WriteFile(csv, []byte("no,moves,status\n7,11-15 23-19,\n8,11-15 22-18,lost\n"), 0o600))
	require.NoError(t, os.WriteFile(pdn, []byte("1. 11-15 22-18 *\n[FEN \"B:WK31:BK1,12\"] *\n"), 0o600))
	ballots := func(flags ...string) (ids []string) {
		flags = append(flags, fakeEngine("A"), fakeEngine("B"), "--nodes=1")
		for _, b := range playMatch(t, program, flags...).Ballots {
			ids = append(ids, b.ID+" "+b.Moves)
		}
		return ids
	}
	require.Equal(t, []string{"7 11-15 23-19"}, ballots("--openings", csv))
	require.Equal(t, []string{"7 11-15 23-19", "8 11-15 22-18"}, ballots("--openings", csv, "--barred"))
	require.Equal(t, []string{"1 11-15 22-18", "2 B:WK31:BK1,12"}, ballots("--openings", pdn))
	require.Equal(t, []string{"01 9-13 21-17", "02 9-13 22-17"}, ballots("--openings=2move", "--games=4"))
	require.Equal(t, []string{"001 9-13 21-17 5-9", "002 9-13 21-17 6-9", "003 9-13 21-17 10-14"}, ballots("--barred", "--games=5"))
}

// The barred openings of a journal are its own, whatever the flags of a later run.
func TestBarredMatchIsResumed(t *testing.T) {
	t.Parallel()
	program, journal := programtest.Program(t), filepath.Join(t.TempDir(), "a.match")
	playMatch(t, program, fakeEngine("A"), fakeEngine("B"), "--nodes=1", "--games=2", "--barred", "--resume", journal)
	r := playMatch(t, program, "--resume", journal, "--games=6")
	require.Equal(t, "003", r.Ballots[2].ID)
}

// The margin is in milliseconds, and a clock is kept.
func TestMarginAndClock(t *testing.T) {
	program := programtest.Program(t)
	late := []string{fakeEngine("A", "late=300"), fakeEngine("B", "late=300"), "--games=2"}
	r := playMatch(t, program, append(late, "--movetime=20", "--margin=0")...)
	require.Equal(t, map[string]int{"timeout": 2}, r.Endings)
	require.GreaterOrEqual(t, r.Engines[0].Slowest, 20.0)
	r = playMatch(t, program, append(late, "--tc=1+0.05", "--margin=0")...)
	require.Equal(t, map[string]int{"timeout": 2}, r.Endings)
	require.Greater(t, r.Engines[0].Moves, 0)
	quick := playMatch(t, program, fakeEngine("A"), fakeEngine("B"), "--games=2", "--movetime=20", "--margin=60000")
	require.Empty(t, quick.Faults)
}

// Black's two kings win against one: the databases say so before a move is made.
func TestMatchWithDatabases(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	suite := filepath.Join(t.TempDir(), "deck.csv")
	require.NoError(t, os.WriteFile(suite, []byte("fen\n\"W:WK29:BK1,K2\"\n"), 0o600))
	flags := []string{fakeEngine("A"), fakeEngine("B"), "--nodes=1", "--openings", suite}
	r := playMatch(t, program, append(flags, "--adjudicate=6")...)
	require.Equal(t, map[string]int{"databases": 2}, r.Endings)
	require.Equal(t, 1, r.Engines[0].AsBlack.Wins)
	require.Equal(t, 1, r.Engines[0].AsWhite.Losses)
	require.Zero(t, playMatch(t, program, append(flags, "--adjudicate=2")...).Endings["databases"])
}

// Two kings in two double corners: engines see the draw at once, and a match may believe them.
func TestMatchAgreesOnDraws(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	suite := filepath.Join(t.TempDir(), "deck.csv")
	require.NoError(t, os.WriteFile(suite, []byte("fen\n\"B:WK32:BK1\"\n"), 0o600))
	zonda := " cmd=" + program + " nodes=300"
	flags := []string{"--engine=name=A" + zonda, "--engine=name=B" + zonda, "--openings", suite}
	require.Equal(t, map[string]int{"agreement": 2}, playMatch(t, program, append(flags, "--draw=4")...).Endings)
	require.Zero(t, playMatch(t, program, flags...).Endings["agreement"])
}

func TestRepeatedGamesAreNamed(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	suite := filepath.Join(t.TempDir(), "deck.csv")
	require.NoError(t, os.WriteFile(suite, []byte("fen\nB:W30:B21\n"), 0o600))
	flags := []string{fakeEngine("A"), fakeEngine("B"), "--openings", suite, "--games=4"}
	r := playMatch(t, program, append(flags, "--nodes=1")...)
	require.Len(t, r.Warnings, 1)
	require.Contains(t, r.Warnings[0], "begin anew after 2 games")
	require.Len(t, r.Ballots, 1)
	require.Empty(t, playMatch(t, program, append(flags, "--movetime=1000")...).Warnings)

	require.NoError(t, os.WriteFile(suite, []byte("moves\n11-15 23-19 9-14\n9-14\n9-14 23-19 11-15\n"), 0o600))
	r = playMatch(t, program, append(flags, "--movetime=1000")...)
	require.Equal(t, []string{"openings 1 and 3 lead to one position (1 of 3 openings repeat the position of an earlier one): their games are not independent"}, r.Warnings)
}

// A journal that nobody asked for goes with the end of its match, and a match that does
// not begin leaves none.
func TestScratchJournals(t *testing.T) {
	program, folder := programtest.Program(t), t.TempDir()
	t.Setenv("XDG_CACHE_HOME", folder)
	t.Setenv("LocalAppData", folder)
	cache, err := os.UserCacheDir()
	require.NoError(t, err)
	if cache != folder {
		t.Skip("this system's cache cannot be moved")
	}
	left := func() []os.DirEntry {
		entries, err := os.ReadDir(filepath.Join(folder, "zonda", "matches"))
		require.NoError(t, err)
		return entries
	}
	playMatch(t, program, fakeEngine("A"), fakeEngine("B"), "--nodes=1", "--games=2")
	require.Empty(t, left())
	taken := filepath.Join(folder, "taken.pdn")
	require.NoError(t, os.Mkdir(taken, 0o700))
	_, stderr, status := programtest.Output(t, program, "match", fakeEngine("A"), fakeEngine("B"), "--nodes=1", "--pdn", taken)
	require.NotZero(t, status)
	require.Contains(t, stderr, "pdn: ")
	require.Empty(t, left())
}

// The best engine stands first, and each cell is seen by the engine of its row.
func TestCrossTable(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	stdout, stderr, status := programtest.Output(t, program, "match", fakeEngine("bad", "crash=1"), fakeEngine("good"), fakeEngine("worse", "crash=1"),
		"--gauntlet", "--nodes=1", "--games=2")
	require.Zero(t, status, stderr)
	seeds, stderr, status := programtest.Output(t, program, "match", fakeEngine("A"), fakeEngine("B"), fakeEngine("C"), fakeEngine("D"), "--seeds=2", "--nodes=1", "--games=2")
	require.Zero(t, status, stderr)
	require.Contains(t, seeds, ": 8 games, ")
	var rows []string
	for _, line := range strings.Split(stdout, "\n") {
		if fields := strings.Fields(line); len(fields) > 3 && (fields[0] == "1" || fields[0] == "2" || fields[0] == "3") {
			rows = append(rows, strings.Join(fields[:4], " ")+" | "+strings.Join(fields[len(fields)-9:], " "))
		}
	}
	require.Len(t, rows, 3)
	require.Contains(t, rows[0], "1 good 2 100.0%")
	require.Contains(t, rows[0], "+2 =0 -0")
	require.Contains(t, rows[2], "3 bad 4")
	require.Contains(t, rows[2], "+0 =0 -2")
	require.Contains(t, stdout, "game 1: bad lost by crash")
	require.Contains(t, stdout, "openings: results of Black, and its points")
}

// Words for all engines give way to an engine's own, and the journal keeps the engines whole.
func TestWordsForAllEngines(t *testing.T) {
	t.Parallel()
	program, journal := programtest.Program(t), filepath.Join(t.TempDir(), "a.match")
	r := playMatch(t, program, fakeEngine("A"), fakeEngine("B")+" depth=3", "--each", "nodes=9 timemargin=500", "--games=2", "--resume", journal)
	require.Equal(t, []string{"9 nodes a move", "depth 3"}, []string{r.Engines[0].Limits, r.Engines[1].Limits})
	header, err := match.ReadHeader(journal)
	require.NoError(t, err)
	require.Contains(t, header.Specs[1], "depth=3 timemargin=500")
	require.Equal(t, 4, playMatch(t, program, "--resume", journal, "--games=4").Games)
	for flag, want := range map[string]string{
		"--nodes=8": "a flag says 8 nodes a move, --each says 9 nodes a move: give one of them", "--nodes=9": "", "--tc=inf": "tc=inf is no limit",
	} {
		stdout, stderr, _ := programtest.Output(t, program, "match", fakeEngine("A"), fakeEngine("B"), "--each=nodes=9", flag, "--games=2")
		if want == "" {
			require.Contains(t, stdout, " openings, 9 nodes a move\n", "the limit of the words for all engines")
		}
		require.Contains(t, stderr, want)
	}
	for each, want := range map[string]string{"name=C": "--each: a name is of one engine", "hash=4": `unknown key "hash"`, "tc=inf": "tc=inf is no limit"} {
		_, stderr, status := programtest.Output(t, program, "match", fakeEngine("A"), fakeEngine("B"), "--each", each)
		require.NotZero(t, status)
		require.Contains(t, stderr, want)
	}
}

// The rules of the flags end games, and --report tells of a finished match what the same rules would have done.
func TestRulesThatEndGames(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	suite, journal := filepath.Join(folder, "deck.csv"), filepath.Join(folder, "a.match")
	require.NoError(t, os.WriteFile(suite, []byte("fen\n\"W:WK29:BK1,K2\"\n"), 0o600)) // Black wins
	zonda := " nodes=100 option.EGDBPieces=0 option.Hash=1 cmd=" + program
	flags := []string{"--engine=name=A" + zonda, "--engine=name=B" + zonda, "--openings", suite}
	whole := playMatch(t, program, append(flags, "--resume", journal)...)
	require.Nil(t, whole.Adjudication)
	for _, c := range []struct {
		rule, ending string
		games, wrong int
	}{
		{"--max-moves=2", "max moves", 2, 2},
		{"--draw=movenumber=0 movecount=1 score=100000", "draw rule", 2, 2},
		{"--resign=score=1 movecount=1", "resign rule", 2, 0},
		{"--adjudicate=pieces=3 only=wins", "databases", 2, 0},
		{"--adjudicate=pieces=3 only=draws", "", 0, 0},
	} {
		played := playMatch(t, program, append(flags, c.rule)...)
		require.Equal(t, c.games, played.Endings[c.ending], "%s: %v", c.rule, played.Endings)
		told := playMatch(t, program, "--report", "--resume", journal, c.rule).Adjudication
		require.Equal(t, []int{c.games, c.wrong}, []int{told.Games, told.Wrong}, c.rule)
		require.Equal(t, c.games > 0, told.Saved > 0, c.rule)
	}
	require.Equal(t, 2, playMatch(t, program, "--report", "--resume", journal).Games)
}

// The seed of a random order is in the journal, so that the match goes on in its order; without a seed one is drawn by chance.
func TestOrderOfOpenings(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	epd, journal := filepath.Join(folder, "a deck.epd"), filepath.Join(folder, "a.match")
	quoted := `"` + epd + `"`
	require.NoError(t, os.WriteFile(epd, []byte("B:W30:B21 id \"one\";\nB:W30:B20\nB:W30:B19\nB:W31:B19\nB:W32:B19\n"), 0o600))
	ids := func(flags ...string) (ids []string) {
		for _, b := range playMatch(t, program, flags...).Ballots {
			ids = append(ids, b.ID)
		}
		return ids
	}
	engines := []string{fakeEngine("A"), fakeEngine("B"), "--nodes=1"}
	with := func(flags ...string) []string { return append(slices.Clone(engines), flags...) }
	require.Equal(t, []string{"1", "2", "3", "4", "5"}, ids(with("--openings", epd)...))
	require.Equal(t, []string{"1", "2", "3", "4", "5"}, ids(with("--openings", quoted)...))
	order := ids(with("--openings", quoted+" order=random seed=7")...)
	require.Len(t, order, 5)
	require.Equal(t, order, ids(with("--openings", epd, "--seed=7")...))
	require.Equal(t, order, ids(with("--openings", quoted+" seed=7")...))
	require.Equal(t, order[2:4], ids(with("--openings", "file="+quoted+" order=random seed=7", "--start=3", "--rounds=2")...))
	first := ids(with("--openings", quoted+" order=random", "--rounds=2", "--resume", journal)...)
	again := ids(with("--openings", quoted+" order=random", "--rounds=4", "--resume", journal)...)
	require.Equal(t, first, again[:2])
	header, err := match.ReadHeader(journal)
	require.NoError(t, err)
	require.NotZero(t, header.Order.Seed)
	require.Len(t, ids("--resume", journal, "--games=10"), 5)
	for flag, want := range map[string]string{
		quoted + " order=reverse": `order: "reverse" is neither random nor sequential`, quoted + " start=6": "start 6: there are 5 openings",
		quoted + " format=epd": `unknown key "format": there are order, seed, start, plies`, "none.epd order=random": "no such file", quoted + " seed=0": `"0" is no whole number above 0`,
	} {
		_, stderr, status := programtest.Output(t, program, append([]string{"match"}, with("--openings", flag)...)...)
		require.NotZero(t, status)
		require.Contains(t, stderr, want)
	}
}

// An engine of a list has the words of the list unless the command line has others.
func TestEngineList(t *testing.T) {
	program, folder := programtest.Program(t), t.TempDir()
	list := filepath.Join(folder, "engines.json")
	require.NoError(t, os.WriteFile(list, []byte(`[{"name": "Z", "command": "`+program+`", "options": [{"name": "Hash", "value": 8}, {"name": "Threads", "value": 1}]}]`), 0o600))
	journal := filepath.Join(folder, "a.match")
	playMatch(t, program, "--engine=conf=Z option.threads=2", "--engine=name=Y conf=Z", "--engines", list, "--each=option.Hash=4", "--nodes=50", "--games=2", "--resume", journal)
	header, err := match.ReadHeader(journal)
	require.NoError(t, err)
	require.Equal(t, []string{"name=Z cmd=" + program + " option.threads=2 option.Hash=4", "name=Y cmd=" + program + " option.Hash=4 option.Threads=1"}, header.Specs)
	t.Setenv("XDG_CONFIG_HOME", folder)
	t.Setenv("AppData", folder)
	if config, err := os.UserConfigDir(); err == nil && config == folder {
		require.NoError(t, os.Mkdir(filepath.Join(folder, "zonda"), 0o700))
		require.NoError(t, os.Rename(list, filepath.Join(folder, "zonda", "engines.json")))
		require.Equal(t, "Z", playMatch(t, program, "--engine=conf=Z", fakeEngine("B"), "--nodes=1", "--games=2").Engines[0].Name)
		require.NoError(t, os.Rename(filepath.Join(folder, "zonda", "engines.json"), list))
	}
	for want, flags := range map[string][]string{
		`engine 1: no engine "X" in the list`: {"--engine=conf=X", fakeEngine("B"), "--engines", list},
		"none.json":                           {"--engine=conf=X", fakeEngine("B"), "--engines", filepath.Join(folder, "none.json")},
		"--each: a name is of one engine":     {fakeEngine("A"), fakeEngine("B"), "--each=conf=Z"},
	} {
		_, stderr, status := programtest.Output(t, program, append([]string{"match"}, flags...)...)
		require.NotZero(t, status)
		require.Contains(t, stderr, want)
	}
}

// Lines come as often as they are asked for, and the report at the end comes always.
func TestLinesOfAMatch(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	lines := func(flags ...string) int {
		stdout, stderr, status := programtest.Output(t, program, append([]string{"match", fakeEngine("A"), fakeEngine("B"), "--nodes=1", "--games=6"}, flags...)...)
		require.Zero(t, status, stderr)
		require.Contains(t, stdout, "A against B: ")
		return strings.Count(stdout, " of 6; ")
	}
	require.Equal(t, []int{6, 2, 0}, []int{lines(), lines("--interval=3"), lines("--quiet")})
}

// A match ends when an engine has failed too often. The last failure is in the journal.
func TestRecover(t *testing.T) {
	t.Parallel()
	program, journal := programtest.Program(t), filepath.Join(t.TempDir(), "a.match")
	stdout, stderr, status := programtest.Output(t, program, "match", fakeEngine("A"), fakeEngine("B", "crash=2"), "--nodes=1", "--games=9", "--recover=1", "--resume", journal)
	require.NotZero(t, status)
	require.Contains(t, stderr, "engine B has failed 2 times, --recover allows 1; 2 of 9 games are played")
	require.Contains(t, stdout, "7 of 9 games are missing")
	require.Equal(t, 9, playMatch(t, program, "--resume", journal).Games)
}

// A test has errors and a model of its own, and the journal keeps them.
func TestSettingsOfASequentialTest(t *testing.T) {
	t.Parallel()
	program, journal := programtest.Program(t), filepath.Join(t.TempDir(), "a.match")
	const test = "elo0=0 elo1=100 alpha=0.1 beta=0.2 model=normalized"
	r := playMatch(t, program, fakeEngine("A"), fakeEngine("B", "crash=1"), "--nodes=1", "--sprt", test, "--resume", journal)
	require.Equal(t, []any{"accepted", "normalized", 0.1, 0.2}, []any{r.SPRT.Verdict, r.SPRT.Model, r.SPRT.Alpha, r.SPRT.Beta})
	stdout, _, _ := programtest.Output(t, program, "match", "--report", "--resume", journal)
	require.Contains(t, stdout, "sequential test of +0 against +100 normalized Elo: ")
}

// The last positions of games are openings for other matches; a game that goes on, or a match that is looked at again, adds none twice.
func TestLastPositions(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	journal, epd, games := filepath.Join(folder, "a.match"), filepath.Join(folder, "a.epd"), filepath.Join(folder, "a.pdn")
	const mine = `B:W21:B1 id "mine";` // a person's, without a line end
	require.NoError(t, os.WriteFile(epd, []byte(mine), 0o600))
	playMatch(t, program, fakeEngine("A"), fakeEngine("B", "random=1"), "--nodes=1", "--games=2", "--resume", journal, "--epd", epd, "--pdn", "file="+games+" nodes")
	first := programtest.ReadFile(t, epd)
	require.Equal(t, 3, strings.Count(first, "\n"))
	require.True(t, strings.HasPrefix(first, mine+"\n"))
	require.Contains(t, first, ` id "Zonda match `)
	playMatch(t, program, "--resume", journal, "--games=4", "--epd", epd)
	all := programtest.ReadFile(t, epd)
	require.True(t, strings.HasPrefix(all, first))
	require.Equal(t, 5, strings.Count(all, "\n"))
	playMatch(t, program, "--resume", journal, "--report", "--epd", epd)
	require.Equal(t, all, programtest.ReadFile(t, epd))
	require.Equal(t, 4, strings.Count(programtest.ReadFile(t, games), "[Event "))
	text := strings.Join(strings.Fields(programtest.ReadFile(t, games)), " ")
	require.Equal(t, strings.Count(text, "[%emt"), strings.Count(text, " n="), "the fields stay for later games")
}
