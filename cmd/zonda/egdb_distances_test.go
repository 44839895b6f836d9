package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

const paperTable = "../../testdata/ppl_table2.csv"

// TestTable2 holds our distances against the paper's table and against the columns of an
// independent database in it: four pieces, in the long test six.
func TestTable2(t *testing.T) {
	directory, pieces, reproduced := "", 4, 21
	if os.Getenv(longTests) != "" {
		directory, pieces, reproduced = t.TempDir(), 6, 68
		_, _, status := output(t, buildProgram(t), "egdb", "build", "--pieces", "6", "--metric", "dtw", "--values", "--out", directory)
		require.Zero(t, status)
	}
	db, err := openDistances("dtw", directory)
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	file, err := os.Open(paperTable)
	require.NoError(t, err)
	defer file.Close()
	rows, err := table2(file, db)
	require.NoError(t, err)
	require.Len(t, rows, 98)
	agree := 0
	for _, r := range rows {
		require.Equal(t, r.material.Pieces() <= pieces, r.known, r.material)
		if r.known && r.agrees() {
			agree++
		}
	}
	require.Equal(t, reproduced, agree)

	_, err = file.Seek(0, 0)
	require.NoError(t, err)
	records := csv.NewReader(file)
	records.Comment = '#'
	all, err := records.ReadAll()
	require.NoError(t, err)
	compared := 0
	for i, record := range all[1:] {
		own := func(name string) string { return record[columnOf(t, all[0], name)] }
		if !rows[i].known || own("own_longest_win") == "" {
			continue
		}
		compared++
		m := rows[i].material
		l, _ := db.Longest(m)
		turned, _ := db.Longest(m.Mirror())
		for name, e := range map[string]egdb.Extreme{
			"own_longest_win":                          l.Win,
			"own_longest_win_nocapture":                l.QuietWin,
			"own_white_to_move_longest_loss":           turned.Loss,
			"own_white_to_move_longest_loss_nocapture": turned.QuietLoss,
			"own_black_to_move_longest_loss":           l.Loss,
		} {
			require.Equal(t, own(name), strconv.Itoa(e.Plies), "%v %s", m, name)
		}
	}
	require.GreaterOrEqual(t, compared, 22)
}

func columnOf(t *testing.T, head []string, name string) int {
	for i, n := range head {
		if n == name {
			return i
		}
	}
	require.Fail(t, "no column "+name)
	return -1
}

// TestLine prints perfect play and judges it.
func TestLine(t *testing.T) {
	zonda := buildProgram(t)
	const fen = "B:WK29:BK1,K2"
	out, _, status := output(t, zonda, "egdb", "line", fen)
	require.Zero(t, status)
	value, moves, _ := strings.Cut(strings.TrimSpace(out), "\n")
	plies, err := strconv.Atoi(strings.TrimPrefix(value, "win in "))
	require.NoError(t, err)
	require.Len(t, strings.Fields(moves), plies)
	out, _, status = output(t, zonda, "egdb", "line", "--moves", moves, fen)
	require.Zero(t, status)
	require.Contains(t, out, "0 of them not the best; after them the side to move has a loss in 0")
	out, _, status = output(t, zonda, "egdb", "probe", "--metric", "dtw", fen, "B:WK28:BK1", "B:WK1:BK2")
	require.Zero(t, status)
	require.Equal(t, fen+" "+value+"\nB:WK28:BK1 draw\nB:WK1:BK2 loss in 10\n", out)
	out, _, status = output(t, zonda, "egdb", "line", "--moves", "1-5 29-25 5-1", fen)
	require.Zero(t, status)
	require.Contains(t, out, "ply ")
	for _, wrong := range [][]string{
		{"line", "B:WK29:BK29"}, {"line", "--moves", "1-7", fen}, {"line", "W:W21,22,23,24,25,26,27:B1,2,3,4,5,6,7"},
		{"line", "--db", filepath.Join(t.TempDir(), "none"), fen}, {"longest", "--slice", "9Kv9K"}, {"longest", "--slice", "x"},
		{"longest", "--metric", "dtc"}, {"table2", "nowhere.csv"}, {"build", "--metric", "dtx", "--pieces", "2", "--out", "x"},
	} {
		_, stderr, status := output(t, zonda, append([]string{"egdb"}, wrong...)...)
		require.NotZero(t, status, wrong)
		require.Contains(t, stderr, "error", wrong)
	}
}

// TestPaperPositions holds the papers' positions of known distance against ours: their
// plies, and their listings, which are perfect play.
func TestPaperPositions(t *testing.T) {
	db, err := openDistances("dtw", "")
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	file, err := os.Open("../../testdata/paper_positions.csv")
	require.NoError(t, err)
	defer file.Close()
	records := csv.NewReader(file)
	records.Comment = '#'
	all, err := records.ReadAll()
	require.NoError(t, err)
	compared := 0
	for _, record := range all[1:] {
		field := func(name string) string { return record[columnOf(t, all[0], name)] }
		p, err := board.ParseFEN(field("fen"))
		require.NoError(t, err)
		d := db.Distance(p)
		if field("plies") == "" || d.Value == board.Unknown {
			continue
		}
		compared++
		require.Equal(t, strings.ToLower(field("result"))+" in "+field("plies"), d.String(), field("id"))
		for _, text := range strings.Fields(field("listing")) {
			m, err := p.ParseMove(text)
			require.NoError(t, err)
			after, known := afterMove(db, p, m)
			require.True(t, known)
			require.Equal(t, db.Distance(p), after, "%s %s", field("id"), text)
			p = p.Play(m)
		}
	}
	require.Equal(t, 4, compared)
}

// TestDistanceStats compares the columns with those of the values and of the paper.
func TestDistanceStats(t *testing.T) {
	zonda := buildProgram(t)
	out, _, status := output(t, zonda, "egdb", "stats", "--metric", "dtw", "--csv")
	require.Zero(t, status)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, "bk,bm,wk,wm,positions,wins,losses,draws,longest_win,longest_loss", strings.Join(rows[0], ","))
	require.Len(t, rows, 1+4+12+25)
	plain, _, _ := output(t, zonda, "egdb", "stats", "--csv")
	for _, row := range rows[1:] {
		require.Contains(t, plain, strings.Join(row[:8], ","))
	}
	require.Contains(t, out, "1,0,1,0,992,")
	require.Contains(t, out, ",11,10\n")

	directory := t.TempDir() // the same from files, working files and both
	for _, flags := range [][]string{{"--values"}, {"--keep-values"}, {}} {
		_, _, status = output(t, zonda, append([]string{"egdb", "build", "--metric", "dtw", "--pieces", "3", "--out", directory}, flags...)...)
		require.Zero(t, status)
		own, _, status := output(t, zonda, "egdb", "stats", directory, "--metric", "dtw", "--csv")
		require.Zero(t, status)
		lines := strings.Split(strings.TrimSpace(own), "\n")
		require.Len(t, lines, 1+4+12)
		for _, line := range lines {
			require.Contains(t, out, line+"\n")
		}
	}
	for _, flags := range [][]string{{"--pieces", "3"}, {directory}} {
		out, _, status := output(t, zonda, append([]string{"egdb", "verify", "--metric", "dtw"}, flags...)...)
		require.Zero(t, status)
		require.Contains(t, out, "sound: 16 slices, 199520 positions")
	}
	out, _, status = output(t, zonda, "egdb", "longest", "--slice", "2Kv1K", "--json")
	require.Zero(t, status)
	require.Contains(t, out, `"longest_win":33`)
}

// TestEmbeddedDistances: the distances in the program are those of a build, bit for bit.
func TestEmbeddedDistances(t *testing.T) {
	if testing.Short() {
		t.Skip("builds four pieces")
	}
	directory := t.TempDir()
	_, _, status := output(t, buildProgram(t), "egdb", "build", "--metric", "dtw", "--pieces", "4", "--out", directory)
	require.Zero(t, status)
	built, err := filepath.Glob(filepath.Join(directory, "*.dtw"))
	require.NoError(t, err)
	embedded, err := filepath.Glob("../../egdb/data/*.dtw")
	require.NoError(t, err)
	require.Len(t, embedded, len(built))
	for _, name := range built {
		want, err := os.ReadFile(name)
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join("../../egdb/data", filepath.Base(name)))
		require.NoError(t, err)
		require.True(t, string(want) == string(got), name)
	}
}

// TestDTC shows the weakness of distances to conversion with the paper's figure 4: a
// crowning is nearer than the end of the game.
func TestDTC(t *testing.T) {
	zonda, directory := buildProgram(t), t.TempDir()
	for _, metric := range []string{"dtc", "dtw"} {
		_, _, status := output(t, zonda, "egdb", "build", "--metric", metric, "--pieces", "3", "--out", directory)
		require.Zero(t, status)
	}
	const figure4 = "B:WK31:BK18,25"
	line := func(metric string) (value string, moves []string) {
		out, _, status := output(t, zonda, "egdb", "line", "--metric", metric, "--db", directory, figure4)
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
	for player, perfect := range map[string]bool{"dtc": false, "dtw": true} {
		out, _, status := output(t, zonda, "egdb", "convert", "--player", player, "--pieces", "3", "--db", directory, "--json")
		require.Zero(t, status)
		lines := strings.Split(strings.TrimSpace(out), "\n")
		var sum struct {
			Games, Won, Plies int
			Optimum           int `json:"perfect_plies"`
		}
		require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &sum))
		require.Equal(t, sum.Games, sum.Won)
		require.Equal(t, perfect, sum.Plies == sum.Optimum, player)
	}
}

// TestConvert plays a few of the longest wins of four pieces by values alone against a
// perfect defender.
func TestConvert(t *testing.T) {
	zonda := buildProgram(t)
	out, _, status := output(t, zonda, "egdb", "convert", "--nodes", "5000", "--json",
		"B:W21,25:BK2,K3", "B:WK2:BK6,7,8", "W:WK2,K4:BK29")
	require.Zero(t, status)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Len(t, lines, 4)
	require.Contains(t, lines[3], `"games":3,"won":3`)
	for _, wrong := range [][]string{
		{}, {"--nodes", "1", "--movetime", "1s"}, {"--nodes", "1", "B:WK1:BK32"}, {"--nodes", "1", "x"},
		{"--nodes", "1", "--pieces", "5"}, {"--nodes", "1", "--concurrency", "0"}, {"--movetime", "-1s"},
	} {
		_, stderr, status := output(t, zonda, append([]string{"egdb", "convert"}, wrong...)...)
		require.NotZero(t, status, wrong)
		require.Contains(t, stderr, "error", wrong)
	}
}
