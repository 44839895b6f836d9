package endings

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/generate"
)

const paperTable = "../../../testdata/ppl_table2.csv"

// TestTable2 holds our distances against the paper's table and against the columns of an
// independent database in it: five pieces but for four against a man, in the long test six.
func TestTable2(t *testing.T) {
	directory, pieces, reproduced := "", 5, 38
	if os.Getenv("ZONDA_LONG") != "" {
		directory, pieces, reproduced = t.TempDir(), 6, 68
		require.NoError(t, generate.Run(context.Background(), generate.Options{
			Pieces: 6, Directory: directory, Metric: endgame.DTW, Threads: runtime.NumCPU(), Memory: 8 << 30, ValuesOnly: true,
		}))
	}
	db, err := OpenDistances("dtw", directory)
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	file, err := os.Open(paperTable)
	require.NoError(t, err)
	defer file.Close()
	rows, err := readPaperTable(file, db)
	require.NoError(t, err)
	require.Len(t, rows, 98)
	agree := 0
	for _, r := range rows {
		there := r.Material.Pieces() <= pieces && (directory != "" || !againstAMan(r.Material))
		require.Equal(t, there, r.Known, r.Material)
		if r.Known && r.Agrees() {
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
		if !rows[i].Known || own("own_longest_win") == "" {
			continue
		}
		compared++
		m := rows[i].Material
		l, _ := db.Longest(m)
		turned, _ := db.Longest(m.Mirror())
		for name, e := range map[string]endgame.Extreme{
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

// againstAMan reports whether four pieces stand against a man: the distances of these are not in the program.
func againstAMan(m endgame.Material) bool {
	black, white := m.BlackKings+m.BlackMen, m.WhiteKings+m.WhiteMen
	return black+white == 5 && (black == 1 && m.BlackMen == 1 || white == 1 && m.WhiteMen == 1)
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

// TestPaperPositions holds the papers' positions of known distance against ours: their
// plies, and their listings, which are perfect play.
func TestPaperPositions(t *testing.T) {
	db, err := OpenDistances("dtw", "")
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	file, err := os.Open("../../../testdata/paper_positions.csv")
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

// Any moves are judged, or one error names the ply.
func FuzzJudgeLine(f *testing.F) {
	db, err := OpenDistances("dtw", "")
	require.NoError(f, err)
	f.Cleanup(func() { require.NoError(f, db.Close()) })
	f.Add("B:WK31:BK18,K19", "18-15 31-26 15-18")
	f.Add("B:W21-32:B1-12", "11-15")
	f.Fuzz(func(t *testing.T, fen, moves string) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return
		}
		line, err := JudgeLine(db, p, moves, "the program")
		if err != nil {
			require.ErrorContains(t, err, "ply ")
			require.NotContains(t, err.Error(), "\n")
			return
		}
		require.NoError(t, line.Print(io.Discard))
	})
}

// paperRow is a row of the paper's table and our distances for the same material.
type paperRow struct {
	Material                endgame.Material
	PrintedWin, PrintedLoss int
	QuietWin, QuietLoss     int // ours, as the paper reads its pairs
	Known                   bool
}

// Agrees reports whether the printed pair equals ours.
func (r paperRow) Agrees() bool { return r.QuietWin == r.PrintedWin && r.QuietLoss == r.PrintedLoss }

// readPaperTable reads the paper's table, a CSV file, and looks our distances up. An error names the line. Rows must have
// pieces that can stand on a board.
func readPaperTable(in io.Reader, db Distances) (rows []paperRow, err error) {
	records := csv.NewReader(in)
	records.Comment = '#'
	head, err := records.Read()
	if err != nil {
		return nil, err
	}
	for {
		record, err := records.Read()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		line, _ := records.FieldPos(0)
		fields := map[string]string{}
		for i, name := range head {
			fields[name] = record[i]
		}
		r, err := parsepaperRow(fields)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		r.lookUp(db)
		rows = append(rows, r)
	}
}

// parsepaperRow reads a row from its fields by the names of their columns.
func parsepaperRow(fields map[string]string) (r paperRow, err error) {
	for _, name := range []string{"bk", "bc", "wk", "wc", "longest_win_printed", "longest_loss_printed"} {
		if _, found := fields[name]; !found {
			return r, fmt.Errorf("no column %s", name)
		}
	}
	name := fmt.Sprintf("%sK%sCv%sK%sC", fields["bk"], fields["bc"], fields["wk"], fields["wc"])
	if r.Material, err = endgame.ParseMaterial(name); err != nil {
		return r, err
	}
	if r.PrintedWin, err = strconv.Atoi(fields["longest_win_printed"]); err != nil {
		return r, fmt.Errorf("longest_win_printed: %w", err)
	}
	if r.PrintedLoss, err = strconv.Atoi(fields["longest_loss_printed"]); err != nil {
		return r, fmt.Errorf("longest_loss_printed: %w", err)
	}
	return r, nil
}

// lookUp sets our distances.
func (r *paperRow) lookUp(db Distances) {
	own, ownKnown := db.Longest(r.Material)
	turned, turnedKnown := db.Longest(r.Material.Mirror())
	r.Known = ownKnown && turnedKnown
	r.QuietWin, r.QuietLoss = own.QuietWin.Plies, turned.QuietLoss.Plies
}
