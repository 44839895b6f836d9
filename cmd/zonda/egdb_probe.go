package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/file"
)

type egdbProbeCommand struct {
	FENs   []string `arg:"" optional:"" name:"fen" default:"-" help:"Positions; - or none: the lines of stdin."`
	DB     string   `name:"db" help:"Directory with slice files; without it the databases in the program." placeholder:"DIR"`
	Bounds bool     `help:"Print what is known from the bounds in the directory of --db."`

	Metric string `help:"wld, or dtw or dtc for the plies of wins and losses." default:"wld" enum:"wld,dtw,dtc"`
}

func (c egdbProbeCommand) Help() string {
	return `Prints a line a position, in order: the FEN as given and win, loss, draw (for the side
to move) or unknown; or the FEN and "error:" with what is wrong with it, and the exit status is
1 at the end. With --metric dtw or dtc wins and losses come with their plies: "win in 29".

Examples:
  zonda egdb probe B:WK29:BK1,K2
  zonda egdb probe --metric dtw B:WK29:BK1,K2
  zonda egdb probe --db ~/egdb < positions.txt
  zonda egdb probe --bounds --db ~/bounds B:W25,26,27,31:B5,6,9`
}

func (c egdbProbeCommand) Run() (err error) {
	probeFEN, closing, err := c.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closing()) }()
	out := bufio.NewWriter(cli.Stdout)
	bad := 0
	probe := func(fen string) {
		value, err := probeFEN(fen)
		if err != nil {
			bad++
			value = "error: " + err.Error()
		}
		fmt.Fprintln(out, oneLine(fen), value)
	}
	cli.HintStdin(c.FENs, "Type positions, one a line, such as B:WK29:BK1,K2")
	for _, fen := range c.FENs {
		if fen != file.Stdin {
			probe(fen)
			continue
		}
		for row, failed := range file.Lines(os.Stdin) {
			if err = failed; err == nil {
				probe(row.Fields[0])
			}
		}
	}
	if err := errors.Join(err, out.Flush()); err != nil {
		return err
	}
	if bad > 0 {
		return fmt.Errorf("%s without an answer", cli.Count(bad, "position", "positions"))
	}
	return nil
}

// oneLine returns text that could break its line as a quoted string.
func oneLine(text string) string {
	if strings.ContainsFunc(text, unicode.IsControl) {
		return board.Quote(text)
	}
	return text
}

// open opens the databases. It returns a function that answers a FEN, and a function that closes the
// databases.
func (c egdbProbeCommand) open() (probe func(fen string) (string, error), closing func() error, err error) {
	if c.Bounds {
		db, err := endgames.OpenBounds(c.DB)
		if err != nil {
			return nil, nil, err
		}
		return probing(func(p board.Position) string { return endgames.BoundsText(db.Bounds(p)) }), db.Close, nil
	}
	if c.Metric != egdb.WLD.String() {
		db, err := endgames.OpenDistances(c.Metric, c.DB)
		if err != nil {
			return nil, nil, err
		}
		return probing(func(p board.Position) string { return db.Distance(p).String() }), db.Close, nil
	}
	db, err := endgames.OpenFound(c.DB)
	if err != nil {
		return nil, nil, err
	}
	return probing(func(p board.Position) string { return db.Probe(p).String() }), db.Close, nil
}

// probing returns a function that reads a FEN and answers for its position.
func probing(answer func(p board.Position) string) func(fen string) (string, error) {
	return func(fen string) (string, error) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return "", cmp.Or(errors.Unwrap(err), err) // the line begins with the FEN
		}
		return answer(p), nil
	}
}
