package endings_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// databases has the distances of three pieces, by both metrics.
var databases = programtest.Fixture{Name: "databases", Commands: [][]string{
	{"egdb", "build", "--pieces=3", "--metric=dtc"}, {"egdb", "build", "--pieces=3", "--metric=dtw"},
}}

// TestLine prints perfect play and judges it.
func TestLine(t *testing.T) {
	t.Parallel()
	zonda := programtest.Program(t)
	const fen = "B:WK29:BK1,K2"
	out, _, status := programtest.Output(t, zonda, "egdb", "line", fen)
	require.Zero(t, status)
	value, moves, _ := strings.Cut(strings.TrimSpace(out), "\n")
	plies, err := strconv.Atoi(strings.TrimPrefix(value, "win in "))
	require.NoError(t, err)
	require.Len(t, strings.Fields(moves), plies)
	out, _, status = programtest.Output(t, zonda, "egdb", "line", "--moves", moves, fen)
	require.Zero(t, status)
	require.Contains(t, out, "0 of them not the best; after them the side to move has a loss in 0")
	out, _, status = programtest.Output(t, zonda, "egdb", "probe", "--metric", "dtw", fen, "B:WK28:BK1", "B:WK1:BK2")
	require.Zero(t, status)
	require.Equal(t, fen+" "+value+"\nB:WK28:BK1 draw\nB:WK1:BK2 loss in 10\n", out)
	out, _, status = programtest.Output(t, zonda, "egdb", "line", "--moves", "1-5 29-25 5-1", fen)
	require.Zero(t, status)
	require.Contains(t, out, "ply ")
	for _, wrong := range [][]string{
		{"line", "B:WK29:BK29"}, {"line", "--moves", "1-7", fen}, {"line", "W:W21,22,23,24,25,26,27:B1,2,3,4,5,6,7"},
		{"line", "--egdb", filepath.Join(t.TempDir(), "none"), fen}, {"longest", "--slice", "9Kv9K"}, {"longest", "--slice", "x"},
		{"longest", "--metric", "dtc"}, {"build", "--metric", "dtx", "--pieces", "2", "--out", "x"},
	} {
		_, stderr, status := programtest.Output(t, zonda, append([]string{"egdb"}, wrong...)...)
		require.NotZero(t, status, wrong)
		require.Contains(t, stderr, "error", wrong)
	}
}

// TestExplain prints sentences. Beyond the databases there is an error.
func TestExplain(t *testing.T) {
	t.Parallel()
	zonda := programtest.Program(t)
	out, _, status := programtest.Output(t, zonda, "egdb", "explain", "W:WK32:BK26")
	require.Zero(t, status)
	require.Contains(t, out, "White wins in 5 moves with one of 2 moves: 32-27.\n")
	_, stderr, status := programtest.Output(t, zonda, "egdb", "explain", "W:W21,22,23,24,25,26,27:B1,2,3,4,5,6,7")
	require.Equal(t, 1, status)
	require.Contains(t, stderr, "no value in")
}

// TestDistanceStats compares the columns with those of the values and of the paper.
func TestDistanceStats(t *testing.T) {
	t.Parallel()
	zonda := programtest.Program(t)
	out, _, status := programtest.Output(t, zonda, "egdb", "stats", "--metric", "dtw", "--csv")
	require.Zero(t, status)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, "bk,bm,wk,wm,positions,wins,losses,draws,longest_win,longest_loss", strings.Join(rows[0], ","))
	require.Len(t, rows, 1+4+12+25+34, "of five pieces all but four against a man")
	plain, _, _ := programtest.Output(t, zonda, "egdb", "stats", "--csv")
	for _, row := range rows[1:] {
		require.Contains(t, plain, strings.Join(row[:8], ","))
	}
	require.Contains(t, out, "1,0,1,0,992,")
	require.Contains(t, out, ",11,10\n")

	directory := t.TempDir() // the same from files, working files and both
	for _, flags := range [][]string{{"--values"}, {"--keep-values"}, {}} {
		_, _, status = programtest.Output(t, zonda, append([]string{"egdb", "build", "--metric", "dtw", "--pieces", "3", "--out", directory}, flags...)...)
		require.Zero(t, status)
		own, _, status := programtest.Output(t, zonda, "egdb", "stats", directory, "--metric", "dtw", "--csv")
		require.Zero(t, status)
		lines := strings.Split(strings.TrimSpace(own), "\n")
		require.Len(t, lines, 1+4+12)
		for _, line := range lines {
			require.Contains(t, out, line+"\n")
		}
	}
	for _, flags := range [][]string{{"--pieces", "3"}, {directory}} {
		out, _, status := programtest.Output(t, zonda, append([]string{"egdb", "verify", "--metric", "dtw"}, flags...)...)
		require.Zero(t, status)
		require.Contains(t, out, "sound: 16 slices, 199520 positions")
	}
	out, _, status = programtest.Output(t, zonda, "egdb", "longest", "--slice", "2Kv1K", "--json")
	require.Zero(t, status)
	require.Contains(t, out, `"longest_win":33`)
}

// TestEmbeddedDistances: the distances in the program are those of a build, bit for bit. The long test builds all
// pieces that the program has, the short one three.
func TestEmbeddedDistances(t *testing.T) {
	t.Parallel()
	embedded := distancesOf(t, filepath.Join("..", "..", "..", "egdb", "data"))
	if os.Getenv(programtest.Long) == "" {
		built := distancesOf(t, databases.Folder(t))
		require.NotEmpty(t, built)
		for name, data := range built {
			require.True(t, embedded[name] == data, name)
		}
		return
	}
	directory := t.TempDir()
	_, stderr, status := programtest.Output(t, programtest.Program(t), "egdb", "build", "--metric", "dtw", "--pieces", "5", "--out", directory)
	require.Zero(t, status, stderr)
	built := distancesOf(t, directory)
	for name, data := range embedded {
		require.True(t, built[name] == data, name)
	}
}

// distancesOf reads the files of distances to the end in a directory.
func distancesOf(t *testing.T, directory string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(directory, "*.dtw"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	all := map[string]string{}
	for _, name := range names {
		all[filepath.Base(name)] = programtest.ReadFile(t, name)
	}
	return all
}

// TestDTC shows the weakness of distances to conversion with the paper's figure 4: a
// crowning is nearer than the end of the game.
func TestDTC(t *testing.T) {
	t.Parallel()
	zonda, directory := programtest.Program(t), databases.Folder(t)
	const figure4 = "B:WK31:BK18,25"
	line := func(metric string) (value string, moves []string) {
		out, _, status := programtest.Output(t, zonda, "egdb", "line", "--metric", metric, "--egdb", directory, figure4)
		require.Zero(t, status)
		value, rest, _ := strings.Cut(strings.TrimSpace(out), "\n")
		return value, strings.Fields(rest)
	}
	value, moves := line("dtc")
	require.Equal(t, "win in 1", value)
	require.Contains(t, []string{"25-29", "25-30"}, moves[0])
	require.Greater(t, len(moves), 3)
	value, moves = line("dtw")
	require.Equal(t, "win in 3", value)
	require.Equal(t, "18-23", moves[0])
	require.Len(t, moves, 3)
}
