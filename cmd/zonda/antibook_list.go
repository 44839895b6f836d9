package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/cmd/internal/books"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

type antibookListCommand struct {
	books.EntryFiles
	JSON bool `name:"json" help:"Print a JSON object a line."`
}

func (antibookListCommand) Help() string {
	return `Prints a line an entry: the position after the move to avoid, so that the side which must not enter is
the one that is not to move; why; who says so; and the status, with tabs between them. The output is a
file of entries too: the status is ignored there. The status is proven if the proof solver has proven the loss, by search if it
was asked and found no proof, and untried for entries that are not in the program.

Examples:
  zonda antibook list
  zonda antibook list --alone --file mine.txt`
}

// antibookLine is an entry in JSON.
type antibookLine struct {
	FEN    string `json:"fen"`
	Loser  string `json:"loser"`
	Reason string `json:"reason"`
	Source string `json:"source"`
	Status string `json:"status"`
}

func (c antibookListCommand) Run(ctx context.Context) error {
	entries, err := c.Read(ctx)
	if err != nil {
		return err
	}
	known, err := antibook.BuiltInStatements()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cli.Stdout)
	lines := json.NewEncoder(out)
	for _, e := range entries {
		status := known.Status(e.Position)
		if c.JSON {
			err = lines.Encode(antibookLine{e.Position.FEN(), strings.ToLower(e.Loser().String()), e.Reason, e.Source, string(status)})
		} else {
			_, err = fmt.Fprintf(out, "%s\t%s\n", e, status)
		}
		if err != nil {
			return err
		}
	}
	return out.Flush()
}
