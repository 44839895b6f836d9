package main

import (
	"encoding/json"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
)

type egdbLineCommand struct {
	FEN   board.Position `arg:"" name:"fen" help:"Position from which the line begins."`
	Moves string         `help:"A line to judge instead, move by move: names the moves that are not the best." placeholder:"MOVES"`
	JSON  bool           `name:"json" help:"Print JSON: fen, value, plies, moves, and with --moves what is judged."`
	endgames.DistanceFlags
}

func (c egdbLineCommand) Help() string {
	return `Prints the value of the position and perfect play from it to the end of the game (with DTC to
the next conversion, and on from there): the winner takes the shortest way, the loser the
longest; of equal moves the first in the order of squares. With --moves each move is compared with
perfect play.

Examples:
  zonda egdb line B:WK19:BK1,K2
  zonda egdb line --moves "1-6 19-23" B:WK19:BK1,K2
  zonda egdb line --db ~/egdb B:WK9,12,K21:B1,K4,8,10`
}

func (c egdbLineCommand) Run() error {
	db, err := c.Open()
	if err != nil {
		return err
	}
	defer db.Close()
	if db.Distance(c.FEN).Value == board.Unknown {
		return fmt.Errorf("%s: no distance in %s", c.FEN, endgames.Place(c.DB))
	}
	line := endgames.PerfectLine(db, c.FEN)
	if c.Moves != "" {
		if line, err = endgames.JudgeLine(db, c.FEN, c.Moves, endgames.Place(c.DB)); err != nil {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(cli.Stdout).Encode(line)
	}
	return line.Print(cli.Stdout)
}
