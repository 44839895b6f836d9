package endgames

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"github.com/zonda-checkers/zonda/egdb"
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

// ReadPaperTable reads the paper's table and looks our distances up.
func ReadPaperTable(in io.Reader, db Distances) (rows []PaperRow, err error) {
	records := csv.NewReader(in)
	records.Comment = '#'
	head, err := records.Read()
	if err != nil {
		return nil, err
	}
	column := map[string]int{}
	for i, name := range head {
		column[name] = i
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
		number := func(name string) (n int) {
			i, found := column[name]
			if !found {
				err = fmt.Errorf("no column %s", name)
				return 0
			}
			n, bad := strconv.Atoi(record[i])
			if bad != nil && err == nil {
				err = fmt.Errorf("line %d: %s: %w", line, name, bad)
			}
			return n
		}
		r := PaperRow{line: line, Material: egdb.Material{
			BlackKings: uint8(number("bk")), BlackMen: uint8(number("bc")),
			WhiteKings: uint8(number("wk")), WhiteMen: uint8(number("wc")),
		}, PrintedWin: number("longest_win_printed"), PrintedLoss: number("longest_loss_printed")}
		if err != nil {
			return nil, err
		}
		own, ownKnown := db.Longest(r.Material)
		turned, turnedKnown := db.Longest(r.Material.Mirror())
		r.Known = ownKnown && turnedKnown
		r.QuietWin, r.QuietLoss = own.QuietWin.Plies, turned.QuietLoss.Plies
		r.turnedWin, r.turnedLoss = turned.QuietWin.Plies, own.QuietLoss.Plies
		rows = append(rows, r)
	}
}
