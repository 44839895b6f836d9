package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endings"
	"github.com/zonda-checkers/zonda/cmd/internal/site/api"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/file"
)

type egdbStatsCommand struct {
	Dir    string `arg:"" optional:"" help:"Directory with slice files; without it the databases in the program." holds:"*"`
	Bounds bool   `help:"Print for each slice of the bounds in the directory how many positions are exact, half known and unknown."`
	JSON   bool   `name:"json" help:"Print a JSON object a slice, with the columns of --csv." xor:"form"`
	CSV    bool   `name:"csv" xor:"form" help:"Print CSV: bk,bm,wk,wm,positions,wins,losses,draws, with distances longest_win,longest_loss too."`
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
  zonda egdb stats --json
  zonda egdb stats --bounds --csv ~/bounds`
}

// Validate is called by the command line parser.
func (c *egdbStatsCommand) Validate() error {
	if c.Bounds && c.Dir == "" {
		return errors.New("--bounds needs DIR, the directory of the bounds")
	}
	return nil
}

func (c egdbStatsCommand) Run() error {
	asJSON := c.JSON
	c.CSV = c.CSV || asJSON // the same columns
	rows, err := c.rows()
	if err != nil {
		return err
	}
	if asJSON {
		return writeObjects(rows)
	}
	if !c.CSV {
		for _, row := range rows {
			if _, err := fmt.Fprintf(cli.Stdout, "%-12v"+strings.Repeat(" %13v", len(row)-1)+"\n", row...); err != nil {
				return err
			}
		}
		return nil
	}
	w := csv.NewWriter(cli.Stdout)
	for _, row := range rows {
		fields := make([]string, len(row))
		for i, field := range row {
			fields[i] = fmt.Sprint(field)
		}
		_ = w.Write(fields) // Flush keeps the error
	}
	w.Flush()
	return w.Error()
}

// writeObjects prints each row of a table as a JSON object with the names of the first row.
func writeObjects(rows [][]any) error {
	for _, row := range rows[1:] {
		object := map[string]any{}
		for i, field := range row {
			object[fmt.Sprint(rows[0][i])] = field
		}
		if err := json.NewEncoder(cli.Stdout).Encode(object); err != nil {
			return err
		}
	}
	return nil
}

// rows returns the table, with a row of names first.
func (c egdbStatsCommand) rows() (rows [][]any, err error) {
	switch {
	case c.Bounds:
		rows = append(rows, []any{"slice", "wins", "draws", "losses", "at_least_draw", "at_most_draw", "unknown"})
		d, err := endgame.ReadBoundsDescription(c.Dir)
		for _, s := range d.Slices {
			rows = append(rows, []any{s.Slice, s.Wins, s.Draws, s.Losses, s.AtLeastDraw, s.AtMostDraw, s.Unknown})
		}
		return rows, err
	case c.Metric != endgame.WLD.String():
		db, err := endings.OpenDistances(c.Metric, c.Dir)
		if err != nil {
			return nil, err
		}
		defer db.Close()
		if rows = append(rows, c.names("win", "loss")); c.CSV {
			rows[0] = c.names("longest_win", "longest_loss")
		}
		for _, m := range db.Materials() {
			n, _ := db.Counts(m)
			l, _ := db.Longest(m)
			rows = append(rows, c.row(m, n, l.Win.Plies, l.Loss.Plies))
		}
		return rows, nil
	}
	db, err := endings.OpenSound(c.Dir)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	if len(db.Slices()) == 0 {
		return nil, fmt.Errorf("no slices in %s", endings.Place(c.Dir))
	}
	if rows = append(rows, c.names("bytes")); c.CSV {
		rows[0] = c.names()
	}
	for _, s := range db.Slices() {
		for i, m := range s.Materials() {
			row := c.row(m, s.Counts[i])
			if i == 0 && !c.CSV {
				row = append(row, s.Size())
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// names returns the names of the columns of row.
func (c egdbStatsCommand) names(more ...any) []any {
	names := []any{"slice"}
	if c.CSV {
		names = []any{"bk", "bm", "wk", "wm"}
	}
	return append(append(names, "positions", "wins", "losses", "draws"), more...)
}

// row returns the counts of a slice.
func (c egdbStatsCommand) row(m endgame.Material, n endgame.Counts, more ...any) []any {
	row := []any{m}
	if c.CSV {
		row = []any{m.BlackKings, m.BlackMen, m.WhiteKings, m.WhiteMen}
	}
	return append(append(row, m.Positions(), n.Wins, n.Losses, n.Draws), more...)
}

type egdbProbeCommand struct {
	FENs   []string `arg:"" optional:"" name:"fen" default:"-" help:"Positions; - or none: the lines of stdin."`
	DB     string   `name:"egdb" help:"Directory with slice files; without it the databases in the program." placeholder:"DIR" holds:"*"`
	Bounds bool     `help:"Print what is known from the bounds in the directory of --egdb."`

	Metric string `help:"wld, or dtw or dtc for the plies of wins and losses." default:"wld" enum:"wld,dtw,dtc"`
	Moves  bool   `help:"Print the value and the plies to the end of each move, too, the best first."`
	JSON   bool   `name:"json" help:"Print a JSON object a position, with the moves: the answer of zonda api."`
}

func (c egdbProbeCommand) Help() string {
	return `Prints a line a position, in order: the FEN as given and win, loss, draw (for the side
to move) or unknown; or the FEN and "error:" with what is wrong with it, and the exit status is
1 at the end. With --metric dtw or dtc wins and losses come with their plies: "win in 29". With --moves a line a move follows.

Examples:
  zonda egdb probe B:WK29:BK1,K2
  zonda egdb probe --metric dtw B:WK29:BK1,K2
  zonda egdb probe --moves B:WK29:BK1,K2
  zonda egdb probe --json B:WK29:BK1,K2
  zonda egdb probe --egdb ~/egdb < positions.txt
  zonda egdb probe --bounds --egdb ~/bounds B:W25,26,27,31:B5,6,9`
}

func (c egdbProbeCommand) Run(ctx context.Context) (err error) {
	answer, closing, err := c.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closing()) }()
	out := bufio.NewWriter(cli.Stdout)
	bad := 0
	probe := func(fen string) {
		line, ok := c.line(fen, answer)
		if !ok {
			bad++
		}
		fmt.Fprintln(out, line)
	}
	cli.HintStdin(c.FENs, "Type positions, one a line, such as B:WK29:BK1,K2")
	for _, fen := range c.FENs {
		if fen != file.Stdin {
			probe(fen)
			continue
		}
		err = errors.Join(err, file.Read(ctx, fen, func(_ string, from io.Reader) error {
			for row, err := range file.Lines(from) {
				if err != nil {
					return err
				}
				probe(row.Fields[0])
			}
			return nil
		}))
	}
	if err := errors.Join(err, out.Flush()); err != nil {
		return err
	}
	if bad > 0 {
		return fmt.Errorf("%s without an answer", cli.Count(bad, "position", "positions"))
	}
	return nil
}

// Validate is called by the command line parser.
func (c *egdbProbeCommand) Validate() error {
	if c.Bounds && c.DB == "" {
		return errors.New("--bounds needs --egdb DIR, the directory of the bounds")
	}
	if (c.Moves || c.JSON) && (c.Bounds || c.Metric == endgame.DTC.String()) {
		return errors.New("--moves and --json tell values and plies to the end: they go with neither --bounds nor --metric dtc")
	}
	return nil
}

// openAll returns a function that says all that the databases know of a position and its moves.
func (c egdbProbeCommand) openAll() (answer func(p board.Position) string, closing func() error, err error) {
	db, err := egdb.Open(egdb.Options{Directory: c.DB, Prefer: true, FilesOnly: c.DB != "", Memory: egdb.DefaultMemory, LeftOut: endings.LeaveOut})
	if err != nil {
		return nil, nil, err
	}
	return func(p board.Position) string {
		known := api.Probe(db, board.NewGame(p))
		if c.JSON {
			text, err := json.Marshal(known)
			if err != nil {
				return err.Error()
			}
			return string(text)
		}
		lines := valueText(known.Value)
		for _, m := range known.Moves {
			lines += "\n  " + m.Move.Move + " " + valueText(m.Value)
		}
		return lines
	}, db.Close, nil
}

// valueText returns a value in the words of egdb.Distance.
func valueText(v api.Value) string {
	if v.DTW != nil {
		return fmt.Sprintf("%s in %d", v.Result, *v.DTW)
	}
	return v.Result
}

// line returns the output for a FEN, and whether it has an answer.
func (c egdbProbeCommand) line(fen string, answer func(p board.Position) string) (line string, ok bool) {
	p, err := board.ParseFEN(fen)
	why := ""
	if err != nil {
		why = cmp.Or(errors.Unwrap(err), err).Error() // without the FEN a second time
	}
	if c.JSON {
		if err == nil {
			return answer(p), true
		}
		text, _ := json.Marshal(map[string]string{"fen": fen, "error": why}) // strings can be written
		return string(text), false
	}
	if strings.ContainsFunc(fen, unicode.IsControl) {
		fen = board.Quote(fen) // it could break the line
	}
	if err != nil {
		return fen + " error: " + why, false
	}
	return fen + " " + answer(p), true
}

// open opens the databases. It returns a function that says what they know of a position, and a function that closes them.
func (c egdbProbeCommand) open() (answer func(p board.Position) string, closing func() error, err error) {
	switch {
	case c.Moves || c.JSON:
		return c.openAll()
	case c.Bounds:
		db, err := endings.OpenBounds(c.DB)
		if err != nil {
			return nil, nil, err
		}
		return func(p board.Position) string { return endings.BoundsText(db.Bounds(p)) }, db.Close, nil
	case c.Metric != endgame.WLD.String():
		db, err := endings.OpenDistances(c.Metric, c.DB)
		if err != nil {
			return nil, nil, err
		}
		return func(p board.Position) string { return db.Distance(p).String() }, db.Close, nil
	}
	db, err := endings.OpenFound(c.DB)
	if err != nil {
		return nil, nil, err
	}
	return func(p board.Position) string { return db.Probe(p).String() }, db.Close, nil
}
