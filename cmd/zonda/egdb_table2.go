package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/zonda-checkers/zonda/egdb"
)

type egdbTable2Command struct {
	File string `arg:"" help:"CSV with the columns bk,bc,wk,wc,longest_win_printed,longest_loss_printed, like testdata/ppl_table2.csv."`
	All  bool   `help:"Print the rows that agree too."`
	DB   string `name:"db" help:"Directory with files of distances, or with the working files of a build; without it the distances in the program." placeholder:"DIR"`
}

func (c egdbTable2Command) Help() string {
	return `Compares the rows of table 2 of Trice and Dodgen (The 7-Piece Perfect Play Lookup Database for
the Game of Checkers, 2003) with distances to the end of the game. The paper's pairs read: the
longest win with Black to move, and the longest loss with White to move in the same material, of
positions without a capture to play.

Example:
  zonda egdb table2 testdata/ppl_table2.csv
  zonda egdb build --metric dtw --values --pieces 6 --out DIR
  zonda egdb table2 --all --db DIR testdata/ppl_table2.csv`
}

// tableRow is a row of the paper's table beside ours.
type tableRow struct {
	line                    int
	material                egdb.Material
	printedWin, printedLoss int
	quietWin, quietLoss     int // under the paper's reading
	known                   bool
	turnedWin, turnedLoss   int // the same of the material with colours exchanged
}

func (r tableRow) agrees() bool { return r.quietWin == r.printedWin && r.quietLoss == r.printedLoss }

// verdict says how the printed pair stands to ours.
func (r tableRow) verdict() string {
	switch {
	case !r.known:
		return "not in the database"
	case r.agrees():
		return "reproduced"
	case r.turnedWin == r.printedWin && r.turnedLoss == r.printedLoss:
		return "wrong: the pair of the slice with colours exchanged"
	case r.quietWin == r.printedWin:
		return "wrong: loss"
	case r.quietLoss == r.printedLoss:
		return "wrong: win"
	default:
		return "wrong: win and loss"
	}
}

func (c egdbTable2Command) Run() error {
	file, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer file.Close()
	db, err := openDistances(egdb.DTW.String(), c.DB)
	if err != nil {
		return err
	}
	defer db.Close()
	rows, err := table2(file, db)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	reproduced, wrong, missing := 0, 0, 0
	for _, r := range rows {
		switch {
		case !r.known:
			missing++
		case r.agrees():
			reproduced++
		default:
			wrong++
		}
		if r.known && r.agrees() && !c.All {
			continue
		}
		if _, err := fmt.Printf("%-10v printed %3d/%-3d ours %3d/%-3d %s\n",
			r.material, r.printedWin, r.printedLoss, r.quietWin, r.quietLoss, r.verdict()); err != nil {
			return err
		}
	}
	_, err = fmt.Printf("%d rows: %d reproduced, %d wrong, %d not in the database\n", len(rows), reproduced, wrong, missing)
	return err
}

// table2 reads the paper's table and looks our distances up.
func table2(in io.Reader, db distances) (rows []tableRow, err error) {
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
		r := tableRow{line: line, material: egdb.Material{
			BlackKings: uint8(number("bk")), BlackMen: uint8(number("bc")),
			WhiteKings: uint8(number("wk")), WhiteMen: uint8(number("wc")),
		}, printedWin: number("longest_win_printed"), printedLoss: number("longest_loss_printed")}
		if err != nil {
			return nil, err
		}
		own, ownKnown := db.Longest(r.material)
		turned, turnedKnown := db.Longest(r.material.Mirror())
		r.known = ownKnown && turnedKnown
		r.quietWin, r.quietLoss = own.QuietWin.Plies, turned.QuietLoss.Plies
		r.turnedWin, r.turnedLoss = turned.QuietWin.Plies, own.QuietLoss.Plies
		rows = append(rows, r)
	}
}
