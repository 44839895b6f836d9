package main

import (
	"encoding/csv"
	"fmt"
	"strconv"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/egdb"
)

type egdbStatsCommand struct {
	Dir    string `arg:"" optional:"" help:"Directory with slice files; without it the databases in the program."`
	Bounds bool   `help:"Print for each slice of the bounds in the directory how many positions are exact, half known and unknown."`
	CSV    bool   `name:"csv" help:"Print CSV: bk,bm,wk,wm,positions,wins,losses,draws, with distances longest_win,longest_loss too."`
	Metric string `help:"wld, or dtw or dtc for the longest distances too." default:"wld" enum:"wld,dtw,dtc"`
}

func (c egdbStatsCommand) Help() string {
	return `Counts are of all positions of a slice with Black to move, captures included. Longest wins and
losses are in plies, with Black to move, captures included, -1 where there is none; a loss in 0 is
a side that cannot move.

Examples:
  zonda egdb stats
  zonda egdb stats ~/egdb --csv > slices.csv
  zonda egdb stats --metric dtw --csv
  zonda egdb stats --bounds --csv ~/bounds`
}

func (c egdbStatsCommand) Run() error {
	if c.Bounds {
		return c.bounds()
	}
	if c.Metric != egdb.WLD.String() {
		return c.distances()
	}
	db, err := endgames.OpenSound(c.Dir)
	if err != nil {
		return err
	}
	defer db.Close()
	if len(db.Slices()) == 0 {
		return fmt.Errorf("no slices in %s", endgames.Place(c.Dir))
	}
	if c.CSV {
		return c.csv(db)
	}
	const row = "%-12v %12v %12v %12v %12v %8v\n"
	_, err = fmt.Fprintf(cli.Stdout, row, "slice", "positions", "wins", "losses", "draws", "bytes")
	for _, s := range db.Slices() {
		for i, m := range s.Materials() {
			n := s.Counts[i]
			size := ""
			if i == 0 {
				size = strconv.Itoa(s.Size())
			}
			if err == nil {
				_, err = fmt.Fprintf(cli.Stdout, row, m, m.Positions(), n.Wins, n.Losses, n.Draws, size)
			}
		}
	}
	return err
}

func (c egdbStatsCommand) csv(db *egdb.DB) error {
	w := csv.NewWriter(cli.Stdout)
	_ = w.Write(countColumns) // Flush keeps the error
	for _, s := range db.Slices() {
		for i, m := range s.Materials() {
			_ = w.Write(countRow(m, s.Counts[i]))
		}
	}
	w.Flush()
	return w.Error()
}

// countColumns are the columns of countRow.
var countColumns = []string{"bk", "bm", "wk", "wm", "positions", "wins", "losses", "draws"}

func countRow(m egdb.Material, n egdb.Counts) (row []string) {
	for _, v := range []uint64{
		uint64(m.BlackKings), uint64(m.BlackMen), uint64(m.WhiteKings), uint64(m.WhiteMen),
		m.Positions(), n.Wins, n.Losses, n.Draws,
	} {
		row = append(row, strconv.FormatUint(v, 10))
	}
	return row
}

// distances prints counts and the longest distances.
func (c egdbStatsCommand) distances() error {
	db, err := endgames.OpenDistances(c.Metric, c.Dir)
	if err != nil {
		return err
	}
	defer db.Close()
	w := csv.NewWriter(cli.Stdout)
	const row = "%-12v %12v %12v %12v %12v %8v %8v\n"
	if c.CSV {
		_ = w.Write(append(countColumns[:len(countColumns):len(countColumns)], "longest_win", "longest_loss"))
	} else if _, err := fmt.Fprintf(cli.Stdout, row, "slice", "positions", "wins", "losses", "draws", "win", "loss"); err != nil {
		return err
	}
	for _, m := range db.Materials() {
		n, _ := db.Counts(m)
		l, _ := db.Longest(m)
		if c.CSV {
			_ = w.Write(append(countRow(m, n), strconv.Itoa(l.Win.Plies), strconv.Itoa(l.Loss.Plies)))
		} else if _, err := fmt.Fprintf(cli.Stdout, row, m, m.Positions(), n.Wins, n.Losses, n.Draws, l.Win.Plies, l.Loss.Plies); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}
