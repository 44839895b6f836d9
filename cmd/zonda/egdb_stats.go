package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"

	"github.com/zonda-checkers/zonda/egdb"
)

type egdbStatsCommand struct {
	Dir string `arg:"" optional:"" help:"Directory with slice files; without it the databases in the program."`
	CSV bool   `name:"csv" help:"Print CSV: bk,bm,wk,wm,positions,wins,losses,draws."`
}

func (c egdbStatsCommand) Help() string {
	return `Counts are of all positions of a slice with Black to move, captures included.

Examples:
  zonda egdb stats
  zonda egdb stats ~/egdb --csv > slices.csv`
}

func (c egdbStatsCommand) Run() error {
	db, err := openSound(c.Dir)
	if err != nil {
		return err
	}
	defer db.Close()
	if len(db.Slices()) == 0 {
		return fmt.Errorf("no slices in %s", place(c.Dir))
	}
	if c.CSV {
		return c.csv(db)
	}
	const row = "%-12v %12v %12v %12v %12v %8v\n"
	_, err = fmt.Printf(row, "slice", "positions", "wins", "losses", "draws", "bytes")
	for _, s := range db.Slices() {
		for i, m := range s.Materials() {
			n := s.Counts[i]
			size := ""
			if i == 0 {
				size = strconv.Itoa(s.Size())
			}
			if err == nil {
				_, err = fmt.Printf(row, m, m.Positions(), n.Wins, n.Losses, n.Draws, size)
			}
		}
	}
	return err
}

func (c egdbStatsCommand) csv(db *egdb.Library) error {
	w := csv.NewWriter(os.Stdout)
	_ = w.Write([]string{"bk", "bm", "wk", "wm", "positions", "wins", "losses", "draws"}) // Flush keeps the error
	for _, s := range db.Slices() {
		for i, m := range s.Materials() {
			n := s.Counts[i]
			var row []string
			for _, v := range []uint64{
				uint64(m.BlackKings), uint64(m.BlackMen), uint64(m.WhiteKings), uint64(m.WhiteMen),
				m.Positions(), n.Wins, n.Losses, n.Draws,
			} {
				row = append(row, strconv.FormatUint(v, 10))
			}
			_ = w.Write(row)
		}
	}
	w.Flush()
	return w.Error()
}
