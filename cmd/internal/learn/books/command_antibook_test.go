package books_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// A line an entry: a FEN that begins with the side that is to move, the reason, the source and the status. The output is
// a file of the same entries.
func TestAntiBookList(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	stdout, stderr, status := programtest.Output(t, program, "antibook", "list")
	require.Zero(t, status, stderr)
	for line := range strings.Lines(stdout) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		require.Len(t, fields, 4)
		require.Contains(t, []string{"proven", "by search"}, fields[3])
		p, err := board.ParseFEN(fields[0])
		require.NoError(t, err)
		require.Equal(t, fields[0], p.FEN())
	}
	builtIn, err := antibook.BuiltIn()
	require.NoError(t, err)
	require.Equal(t, len(builtIn), strings.Count(stdout, "\n"))
	again, err := antibook.Parse("list", strings.NewReader(stdout))
	require.NoError(t, err)
	require.Equal(t, builtIn, again)

	mine := filepath.Join(t.TempDir(), "mine.txt")
	require.NoError(t, os.WriteFile(mine, []byte("B:W18:B1\twhy\tme\n"), 0o600))
	stdout, stderr, status = programtest.Output(t, program, "antibook", "list", "--alone", "--file", mine, "--json")
	require.Zero(t, status, stderr)
	require.JSONEq(t, `{"fen": "B:W18:B1", "loser": "white", "reason": "why", "source": "me", "status": "untried"}`, stdout)
}

func TestAntiBookAdd(t *testing.T) {
	t.Parallel()
	program, name := programtest.Program(t), filepath.Join(t.TempDir(), "mine.txt")
	add := func(more ...string) (string, int) {
		_, stderr, status := programtest.Output(t, program, append([]string{"antibook", "add", "--file", name, "--source=me"}, more...)...)
		return stderr, status
	}
	stderr, status := add("W:W21-32:B1-8,10-13", "9-13", "is", "no", "good")
	require.Zero(t, status, stderr)
	const line = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,12,13\t9-13 is no good\tme\n"
	require.Equal(t, line, programtest.ReadFile(t, name))
	stderr, status = add("B:W20-23,25-32:B1-12", "the mirror")
	require.NotZero(t, status)
	require.Contains(t, stderr, "has the position already")
	require.NoError(t, os.WriteFile(name, []byte("# mine\n"+line), 0o600))
	stderr, status = add("B:W18:B1", "why")
	require.Zero(t, status, stderr)
	require.Equal(t, "# mine\n"+line+"B:W18:B1\twhy\tme\n", programtest.ReadFile(t, name))

	stderr, status = add("B:W18:B2", "", " ")
	require.Equal(t, 2, status)
	require.Contains(t, stderr, "the reason is empty")

	broken := "# mine\nB:W18:B1,1\twhy\tme\n"
	require.NoError(t, os.WriteFile(name, []byte(broken), 0o600))
	stderr, status = add("B:W18:B1", "why")
	require.NotZero(t, status)
	require.Contains(t, stderr, name+":2: FEN")
	require.Contains(t, stderr, "square 1 has two pieces")
	require.Equal(t, broken, programtest.ReadFile(t, name), "nothing is lost")
}

// Check finds the entry that is wrong, and says so in its status.
func TestAntiBookCheck(t *testing.T) {
	t.Parallel()
	program, name := programtest.Program(t), filepath.Join(t.TempDir(), "mine.txt")
	const lost, drawn = "B:W18,22,26:B1,2,3,4,5,6", "W:W21-32:B1-10,12,15"
	require.NoError(t, os.WriteFile(name, []byte(lost+" right\n"), 0o600))
	stdout, stderr, status := programtest.Output(t, program, "antibook", "check", "--alone", "--file", name, "--confirm=5000")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "1 entry searched, 0 wrong")
	require.NoError(t, os.WriteFile(name, []byte(lost+" right\n"+drawn+" wrong\n"), 0o600))
	stdout, stderr, status = programtest.Output(t, program, "antibook", "check", "--alone", "--file", name, "--file", name, "--confirm=5000")
	require.NotZero(t, status)
	require.Contains(t, stdout, "2 entries searched, 1 wrong")
	require.Contains(t, stderr, "1 entry wrong")
	require.Equal(t, 1, strings.Count(stdout, "wrong: cp"))
	require.Contains(t, stdout, "W:W21,22,23")
}

// Learn finds the last move that lost though it looked well, and where another would have held.
func TestAntiBookLearn(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	games, name := filepath.Join(folder, "a.pdn"), filepath.Join(folder, "mine.txt")
	const lost = `1. 11-16 23-18 2. 7-11 24-20 3. 9-14 18x9 4. 5x14 27-23 5. 3-7 22-18 6. 1-5 18x9 7. 5x14 25-22 8. 16-19 23x16
9. 12x19 22-17 10. 11-15 29-25 11. 8-12 17-13 12. 4-8 25-22 13. 8-11 22-17 14. 11-16 20x11 15. 7x16 31-27
16. 16-20 27-23 17. 2-7 23x16 18. 12x19`
	require.NoError(t, os.WriteFile(games, []byte("[Black \"Zonda\"]\n[Result \"0-1\"]\n"+lost+" *\n\n[Black \"other\"]\n[Result \"0-1\"]\n1. 11-15 *\n"), 0o600))
	flags := []string{"antibook", "learn", games, "--out", name, "--looks=-45", "--lost=-60", "--held=-55"}
	stdout, stderr, status := programtest.Output(t, program, append(flags, "--side=zonda")...)
	require.Zero(t, status, stderr)
	require.Contains(t, stderr, "1 lost games searched")
	require.Equal(t, stdout, programtest.ReadFile(t, name))
	entries, err := antibook.Parse("learned", strings.NewReader(stdout))
	require.NoError(t, err)
	require.Len(t, entries, 1)
	require.Equal(t, board.Black, entries[0].Loser())
	require.Contains(t, entries[0].Source, "a.pdn game 1")
	require.Equal(t, "W:W13,17,21,26,27,28,30,32:B2,6,10,12,14,15,19,20", entries[0].Position.FEN())

	stdout, _, status = programtest.Output(t, program, append(flags, "--side=Zonda")...)
	require.Zero(t, status)
	require.Equal(t, 1, strings.Count(stdout, "\n"))
	require.Equal(t, 1, strings.Count(programtest.ReadFile(t, name), "\n"), "once")
	_, stderr, status = programtest.Output(t, program, append(flags, "--side=nobody")...)
	require.NotZero(t, status)
	require.Contains(t, stderr, "no game that nobody lost")
}

// Two entries: the loss of the first one is proven soon, that of the second one is not.
const provableEntries = "W:W21,22,28,32:B5,12,13,20\tright\tme\nW:W18,19,22,26,29:B3,5,8,10,12\tperhaps\tme\n"

// Prove says what is proven, writes the statuses, and asks again only for what a larger budget may prove.
func TestAntiBookProve(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	entries, statuses := filepath.Join(folder, "mine.txt"), filepath.Join(folder, "status.csv")
	require.NoError(t, os.WriteFile(entries, []byte(provableEntries), 0o600))
	prove := func(more ...string) (string, string, int) {
		return programtest.Output(t, program, append([]string{"antibook", "prove", "--alone", "--hash=16", "--file", entries, "--out", statuses}, more...)...)
	}
	stdout, stderr, status := prove("--nodes=9000")
	require.Zero(t, status, stderr)
	require.Equal(t, 1, strings.Count(stdout, "proven: "))
	require.Contains(t, stdout, "2 entries asked now; of all 2: 1 proven, 1 by search, 0 refuted, 0 untried\n")
	known, err := antibook.ParseStatements(statuses, bytes.NewReader([]byte(programtest.ReadFile(t, statuses))))
	require.NoError(t, err)
	require.Equal(t, 1, known.Count(antibook.Proven))
	require.Equal(t, 1, known.Count(antibook.BySearch))

	stdout, _, _ = prove("--nodes=9000")
	require.Contains(t, stdout, "0 entries asked now")
	stdout, _, _ = prove("--nodes=10000")
	require.Contains(t, stdout, "1 entry asked now; of all 2: 1 proven, 1 by search")
	require.Contains(t, programtest.ReadFile(t, statuses), ",by search,6,10000,")

	require.NoError(t, os.WriteFile(statuses, []byte("a poem\n"), 0o600))
	_, stderr, status = prove()
	require.NotZero(t, status)
	require.Contains(t, stderr, statuses+": ")
	require.Equal(t, "a poem\n", programtest.ReadFile(t, statuses))
	require.Equal(t, provableEntries, programtest.ReadFile(t, entries))
}

func TestAntiBookProveBadInput(t *testing.T) {
	t.Parallel()
	program, name := programtest.Program(t), filepath.Join(t.TempDir(), "mine.txt")
	require.NoError(t, os.WriteFile(name, []byte(provableEntries), 0o600))
	for want, flags := range map[string][]string{
		"nodes 0 is less than 1":       {"--nodes=0"},
		"pieces -1 is less than 0":     {"--pieces=-1"},
		"pieces 9: the databases have": {"--pieces=9"},
		"hash 1 is not between":        {"--hash=1"},
		"concurrency 0 is less than 1": {"--concurrency=0"},
		"out: " + name:                 {"--out", name},
	} {
		_, stderr, status := programtest.Output(t, program, append([]string{"antibook", "prove", "--alone", "--file", name}, flags...)...)
		require.NotZero(t, status, want)
		require.Contains(t, stderr, want)
		require.Equal(t, 1, strings.Count(stderr, "zonda: error: "), stderr)
	}
	require.Equal(t, provableEntries, programtest.ReadFile(t, name))
}
