package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endings"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/explain"
	"github.com/zonda-checkers/zonda/engine/explain/prose"
)

type egdbExplainCommand struct {
	FEN  board.Position `arg:"" name:"fen" help:"Position to explain."`
	DB   string         `name:"egdb" help:"Directory with slice files, beside the databases in the program." placeholder:"DIR" holds:"*.zdb"`
	JSON bool           `name:"json" help:"Print a JSON object: moves, numbers and reasons instead of sentences."`
}

func (c egdbExplainCommand) Help() string {
	return `Says which moves that look natural lose and how, how many moves keep the value, the narrow path of a
draw (! is an only move) against the moves that ask the most, and of a win the plan in steps. A move looks natural
if level 3 plays it in one game of ten. Every number comes from the databases.

Examples:
  zonda egdb explain B:WK7,K11:BK4,22
  zonda egdb explain --json W:WK19,K23:B12,K28`
}

func (c egdbExplainCommand) Run(ctx context.Context) error {
	db, err := egdb.Open(egdb.Options{Directory: c.DB, Prefer: true, Memory: egdb.DefaultMemory, LeftOut: endings.LeaveOut})
	if err != nil {
		return err
	}
	defer db.Close()
	e := explain.Of(ctx, db, c.FEN)
	if err := ctx.Err(); err != nil {
		return err
	}
	if e.Result == board.Unknown.String() {
		return fmt.Errorf("%s: no value in %s", c.FEN, endings.Place(c.DB))
	}
	if c.JSON {
		return json.NewEncoder(cli.Stdout).Encode(e)
	}
	_, err = fmt.Fprintln(cli.Stdout, strings.Join(prose.Sentences(e), "\n"))
	return err
}
