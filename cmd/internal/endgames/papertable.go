package endgames

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/file"
)

// PaperRow is a row of the paper's table and our distances for the same material.
type PaperRow struct {
	line                    int
	Material                egdb.Material
	PrintedWin, PrintedLoss int
	QuietWin, QuietLoss     int // ours, as the paper reads its pairs
	Known                   bool
	turnedWin, turnedLoss   int // the same of the material with colours exchanged
}

// Agrees reports whether the printed pair equals ours.
func (r PaperRow) Agrees() bool { return r.QuietWin == r.PrintedWin && r.QuietLoss == r.PrintedLoss }

// Comparison returns in words how the printed pair differs from ours.
func (r PaperRow) Comparison() string {
	switch {
	case !r.Known:
		return "not in the database"
	case r.Agrees():
		return "reproduced"
	case r.turnedWin == r.PrintedWin && r.turnedLoss == r.PrintedLoss:
		return "wrong: the pair of the slice with colours exchanged"
	case r.QuietWin == r.PrintedWin:
		return "wrong: loss"
	case r.QuietLoss == r.PrintedLoss:
		return "wrong: win"
	default:
		return "wrong: win and loss"
	}
}

// ReadPaperTable reads the paper's table, a CSV file, and looks our distances up. An error names the line. Rows must have
// pieces that can stand on a board.
func ReadPaperTable(in io.Reader, db Distances) (rows []PaperRow, err error) {
	records := csv.NewReader(file.Text(in))
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
		r, err := parsePaperRow(fields)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		r.line = line
		r.lookUp(db)
		rows = append(rows, r)
	}
}

// parsePaperRow reads a row from its fields by the names of their columns.
func parsePaperRow(fields map[string]string) (r PaperRow, err error) {
	for _, name := range []string{"bk", "bc", "wk", "wc", "longest_win_printed", "longest_loss_printed"} {
		if _, found := fields[name]; !found {
			return r, fmt.Errorf("no column %s", name)
		}
	}
	name := fmt.Sprintf("%sK%sCv%sK%sC", fields["bk"], fields["bc"], fields["wk"], fields["wc"])
	if r.Material, err = egdb.ParseMaterial(name); err != nil {
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
func (r *PaperRow) lookUp(db Distances) {
	own, ownKnown := db.Longest(r.Material)
	turned, turnedKnown := db.Longest(r.Material.Mirror())
	r.Known = ownKnown && turnedKnown
	r.QuietWin, r.QuietLoss = own.QuietWin.Plies, turned.QuietLoss.Plies
	r.turnedWin, r.turnedLoss = turned.QuietWin.Plies, own.QuietLoss.Plies
}
