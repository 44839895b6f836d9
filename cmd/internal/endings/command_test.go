package endings_test

import (
	"encoding/csv"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/file"
)

// slicesOf reads the slice files of a directory.
func slicesOf(t *testing.T, directory string) map[string]string {
	names, err := file.Matching(directory, "*"+endgame.Extension)
	require.NoError(t, err)
	all := map[string]string{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		all[filepath.Base(name)] = string(data)
	}
	return all
}

// TestKilledBuild kills builds at random moments, goes on, and gets the files of a
// build in one go, which are those in the program, bit for bit, and which verify
// accepts. The long test builds five pieces, the short one three.
func TestKilledBuild(t *testing.T) {
	t.Parallel()
	zonda := programtest.Program(t)
	pieces, kills := "3", 3
	if os.Getenv(programtest.Long) != "" {
		pieces, kills = "5", 10
	}
	whole, directory := t.TempDir(), t.TempDir()
	began := time.Now()
	_, stderr, status := programtest.Output(t, zonda, "egdb", "build", "--pieces", pieces, "--out", whole)
	require.Zero(t, status, stderr)
	took := time.Since(began)
	random := rand.New(rand.NewPCG(1, 2))
	for range kills {
		command := exec.Command(zonda, "egdb", "build", "--pieces", pieces, "--out", directory)
		require.NoError(t, command.Start())
		time.Sleep(time.Duration(random.Int64N(int64(took))))
		_ = command.Process.Kill() // it may be done already
		_ = command.Wait()
		for name, data := range slicesOf(t, directory) {
			_, err := endgame.OpenSlice(name, []byte(data))
			require.NoError(t, err)
		}
	}
	_, stderr, status = programtest.Output(t, zonda, "egdb", "build", "--pieces", pieces, "--out", directory)
	require.Zero(t, status, stderr)
	require.Equal(t, slicesOf(t, whole), slicesOf(t, directory))
	builtIn := slicesOf(t, filepath.Join("..", "..", "..", "egdb", "data"))
	for name, data := range slicesOf(t, whole) {
		require.True(t, builtIn[name] == data, "%s is not what the program has", name)
	}
	stdout, stderr, status := programtest.Output(t, zonda, "egdb", "verify", directory)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "sound: ")

	for name, data := range slicesOf(t, directory) {
		damaged := []byte(data)
		damaged[len(damaged)-1] ^= 4
		require.NoError(t, os.WriteFile(filepath.Join(directory, name), damaged, 0o600))
		_, stderr, status = programtest.Output(t, zonda, "egdb", "verify", directory)
		require.NotZero(t, status)
		require.Contains(t, stderr, name)
		return
	}
}

// TestStats: the CSV has every slice of 2 to 6 pieces, with counts that add up and
// are known.
func TestStats(t *testing.T) {
	t.Parallel()
	stdout, stderr, status := programtest.Output(t, programtest.Program(t), "egdb", "stats", "--csv")
	require.Zero(t, status, stderr)
	rows, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"bk", "bm", "wk", "wm", "positions", "wins", "losses", "draws"}, rows[0])
	require.Len(t, rows, 1+155)
	for _, row := range rows[1:] {
		var n []uint64
		for _, field := range row {
			v, err := strconv.ParseUint(field, 10, 64)
			require.NoError(t, err)
			n = append(n, v)
		}
		m := endgame.Material{BlackKings: uint8(n[0]), BlackMen: uint8(n[1]), WhiteKings: uint8(n[2]), WhiteMen: uint8(n[3])}
		require.Equal(t, m.Positions(), n[4], "%v", m)
		require.Equal(t, n[4], n[5]+n[6]+n[7], "%v", m)
	}
	require.Contains(t, stdout, "\n1,0,1,0,992,230,108,654\n")
	require.Contains(t, stdout, "\n2,1,2,1,124966800,47520081,3815247,73631472\n")
}

func TestProbe(t *testing.T) {
	t.Parallel()
	zonda := programtest.Program(t)
	stdout, stderr, status := programtest.Output(t, zonda, "egdb", "probe", "B:WK32:BK1,K2", "W:WK32:BK1,K2", "B:W29:B")
	require.Zero(t, status, stderr)
	require.Equal(t, "B:WK32:BK1,K2 win\nW:WK32:BK1,K2 loss\nB:W29:B loss\n", stdout)

	stdout, stderr, status = programtest.Output(t, zonda, "egdb", "probe", "nonsense", "B:WK32:BK1,K2", "B:W21-32:B1-12", "B:W\n33:B1")
	require.Equal(t, 1, status)
	lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
	require.Len(t, lines, 4)
	require.Contains(t, lines[0], "nonsense error: ")
	require.Equal(t, "B:WK32:BK1,K2 win", lines[1])
	require.Equal(t, "B:W21-32:B1-12 unknown", lines[2])
	require.Contains(t, lines[3], "error: ")
	require.Contains(t, stderr, "2 positions without an answer")
}

func TestBuildRefusals(t *testing.T) {
	t.Parallel()
	zonda := programtest.Program(t)
	for _, arguments := range [][]string{
		{"--pieces", "1"}, {"--pieces", "99"}, {"--slice", "2Kv"}, {"--slice", "9Kv9K"}, {"--concurrency=-1", "--pieces", "2"},
		{"--memory", "-1", "--pieces", "2"}, {"--metric", "dtx"}, {"--memory", "1", "--pieces", "2"},
		{"--pieces", "2", "--slice", "1Kv1K"}, {"--pieces"}, {}, {"--concurrency", "1000", "--pieces", "2"},
		{"--pieces", "2", "--bounds"}, {"--max-kings=-1", "--pieces", "3", "--bounds"},
		{"--max-kings=1,1,1", "--pieces", "4", "--bounds"}, {"--pieces", "9"},
	} {
		directory := t.TempDir()
		_, stderr, status := programtest.Output(t, zonda, append([]string{"egdb", "build", "--out", directory}, arguments...)...)
		require.NotZero(t, status, arguments)
		what := "pieces"
		if len(arguments) > 0 {
			what = strings.Trim(arguments[0], "-=1,")
		}
		require.Contains(t, stderr, what, arguments)
		require.Empty(t, slicesOf(t, directory))
	}
}

// TestBench times probes in memory and, on Linux, of files that are not.
func TestBench(t *testing.T) {
	t.Parallel()
	zonda, directory := programtest.Program(t), t.TempDir()
	_, stderr, status := programtest.Output(t, zonda, "egdb", "build", "--pieces", "3", "--out", directory)
	require.Zero(t, status, stderr)
	stdout, stderr, status := programtest.Output(t, zonda, "egdb", "bench", directory, "--probes", "10")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "3 pieces stored ")
	stdout, stderr, status = programtest.Output(t, zonda, "egdb", "bench", directory, "--probes", "10", "--memory", "0")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "3 pieces search ")
	_, stderr, status = programtest.Output(t, zonda, "egdb", "bench", directory, "--memory=-1")
	require.NotZero(t, status)
	require.Contains(t, stderr, "memory -1 is less than 0")
	stdout, stderr, status = programtest.Output(t, zonda, "egdb", "bench", directory, "--probes", "10", "--cold")
	if runtime.GOOS != "linux" {
		require.NotZero(t, status)
		return
	}
	require.Zero(t, status, stderr)
	require.Regexp(t, `^3 pieces stored    cold: median +[0-9.]+ us`, stdout)
	_, stderr, status = programtest.Output(t, zonda, "egdb", "bench", "--cold")
	require.NotZero(t, status)
	require.Contains(t, stderr, "directory")
}

// TestBoundsCommands builds bounds and reads them. A directory without bounds is refused by name.
func TestBoundsCommands(t *testing.T) {
	t.Parallel()
	zonda, directory := programtest.Program(t), t.TempDir()
	_, stderr, status := programtest.Output(t, zonda, "egdb", "build", "--bounds", "--pieces", "3", "--max-kings", "0", "--out", directory)
	require.Zero(t, status, stderr)
	stdout, stderr, status := programtest.Output(t, zonda, "egdb", "probe", "--bounds", "--egdb", directory, "B:W31:B4,5", "W:W25:BK1,2", "B:W6:B1,2")
	require.Zero(t, status, stderr)
	require.Empty(t, stderr, "a folder of bounds needs no values")
	require.Len(t, strings.Split(strings.TrimSpace(stdout), "\n"), 3)
	stdout, stderr, status = programtest.Output(t, zonda, "egdb", "stats", "--bounds", "--csv", directory)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "slice,wins,draws,losses,at_least_draw,at_most_draw,unknown\n2Cv1C,")
	empty := t.TempDir()
	_, stderr, status = programtest.Output(t, zonda, "egdb", "probe", "--bounds", "--egdb", empty, "B:W31:B4,5")
	require.NotZero(t, status)
	require.Contains(t, stderr, empty)

	engine := exec.Command(zonda, "protocol")
	engine.Stdin = strings.NewReader("setoption name EGDBPieces value 2\nsetoption name BoundsPath value " + directory +
		"\nposition fen B:W31:B4,5\ngo nodes 100\n\n")
	said, err := engine.Output()
	require.NoError(t, err)
	require.Contains(t, string(said), "bounds: 2 slices of 3 pieces with at most 0 kings")
	require.Regexp(t, "tbhits [1-9]", string(said))

	few := t.TempDir()
	_, stderr, status = programtest.Output(t, zonda, "egdb", "build", "--bounds", "--pieces", "4", "--max-kings", "1,0", "--side-pieces", "2", "--out", few)
	require.Zero(t, status, stderr)
	stdout, stderr, status = programtest.Output(t, zonda, "egdb", "probe", "--bounds", "--egdb", few, "B:W31:B4,5", "B:W31:BK1,2", "B:W30,31:B4,5", "B:W30,31:BK4,5")
	require.Zero(t, status, stderr)
	require.Equal(t, []string{"B:W31:B4,5 win", "B:W31:BK1,2 win", "B:W30,31:B4,5 unknown", "B:W30,31:BK4,5 unknown"},
		strings.Split(strings.TrimSpace(stdout), "\n"))

	const question, exact = "B:W31:B4,5", "proven, value win"
	stdout, stderr, status = programtest.Output(t, zonda, "prove", question, "--pieces", "2", "--bounds", directory)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, exact)
	_, stderr, status = programtest.Output(t, zonda, "prove", question, "--bounds", empty)
	require.EqualValues(t, cli.Failed, status)
	require.Contains(t, stderr, empty)
	_, stderr, _ = programtest.Output(t, zonda, "prove", question, "--bounds", directory, "--certificate", filepath.Join(empty, "c.proof"))
	require.Contains(t, stderr, "--bounds does not go with --certificate")
	stdout, stderr, status = programtest.Output(t, zonda, "prove", "list", "../../../testdata/problems.csv", "--sample", "2", "--nodes", "1000", "--bounds", directory)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "certificates           none")
}
