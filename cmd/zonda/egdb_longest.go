package main

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/egdb"
)

type egdbLongestCommand struct {
	Slice string `help:"Only this slice, like 2K1Cv1K2C." placeholder:"SLICE"`
	Quiet bool   `help:"Only positions without a capture to play."`
	JSON  bool   `name:"json" help:"Print a JSON object a slice instead of lines."`
	endgames.DistanceFlags
}

func (c egdbLongestCommand) Help() string {
	return `For each slice the longest win and the longest loss with Black to move, in plies, each with
a position that takes this distance; "none" where no position is won, or lost. A loss in 0 is a side
that cannot move.

Examples:
  zonda egdb longest
  zonda egdb longest --slice 2K1Cv2K --quiet
  zonda egdb longest --db ~/egdb --metric dtc`
}

// longestRow is a slice in JSON; plies are -1 and the position is empty if there is none.
type longestRow struct {
	Slice   string `json:"slice"`
	Win     int    `json:"longest_win"`
	WinFEN  string `json:"win_fen,omitempty"`
	Loss    int    `json:"longest_loss"`
	LossFEN string `json:"loss_fen,omitempty"`
}

// Validate is called by the command line parser.
func (c *egdbLongestCommand) Validate() error {
	if c.Slice == "" {
		return nil
	}
	_, err := egdb.ParseMaterial(c.Slice)
	return err
}

func (c egdbLongestCommand) Run() error {
	db, err := c.Open()
	if err != nil {
		return err
	}
	defer db.Close()
	materials := db.Materials()
	if c.Slice != "" {
		m, err := egdb.ParseMaterial(c.Slice)
		if err != nil {
			return err
		}
		materials = []egdb.Material{m}
	}
	encoder := json.NewEncoder(cli.Stdout)
	for _, m := range materials {
		l, known := db.Longest(m)
		if !known {
			return fmt.Errorf("no distances of slice %v in %s", m, endgames.Place(c.DB))
		}
		win, loss := l.Win, l.Loss
		if c.Quiet {
			win, loss = l.QuietWin, l.QuietLoss
		}
		line := longestRow{m.String(), win.Plies, fenOf(win), loss.Plies, fenOf(loss)}
		if c.JSON {
			err = encoder.Encode(line)
		} else {
			_, err = fmt.Fprintf(cli.Stdout, "%-10s win in %4s %-34s loss in %4s %s\n", line.Slice,
				pliesText(win), cmp.Or(line.WinFEN, "-"), pliesText(loss), cmp.Or(line.LossFEN, "-"))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func fenOf(e egdb.Extreme) string {
	if e.Plies < 0 {
		return ""
	}
	return e.Position.FEN()
}

func pliesText(e egdb.Extreme) string {
	if e.Plies < 0 {
		return "none"
	}
	return fmt.Sprint(e.Plies)
}
