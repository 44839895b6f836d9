package main

import (
	"fmt"
	"os"

	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
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

func (c egdbTable2Command) Run() error {
	file, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer file.Close()
	db, err := endgames.OpenDistances(egdb.DTW.String(), c.DB)
	if err != nil {
		return err
	}
	defer db.Close()
	rows, err := endgames.ReadPaperTable(file, db)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	reproduced, wrong, missing := 0, 0, 0
	for _, r := range rows {
		switch {
		case !r.Known:
			missing++
		case r.Agrees():
			reproduced++
		default:
			wrong++
		}
		if r.Known && r.Agrees() && !c.All {
			continue
		}
		ours := fmt.Sprintf("%3s/%-3s", "-", "-")
		if r.Known {
			ours = fmt.Sprintf("%3d/%-3d", r.QuietWin, r.QuietLoss)
		}
		if _, err := fmt.Printf("%-10v printed %3d/%-3d ours %s %s\n", r.Material, r.PrintedWin, r.PrintedLoss, ours, r.Comparison()); err != nil {
			return err
		}
	}
	_, err = fmt.Printf("%d rows: %d reproduced, %d wrong, %d not in the database\n", len(rows), reproduced, wrong, missing)
	return err
}
