package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/zonda-checkers/zonda/cmd/internal/books"
)

type antibookListCommand struct {
	books.EntryFiles
	JSON bool `name:"json" help:"Print a JSON object a line."`
}

func (antibookListCommand) Help() string {
	return `Prints a line an entry: the position after the move to avoid, so that the side which must not enter is
the one that is not to move; why; and who says so, with tabs between them. That is also the form of
the files.

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
}

func (c antibookListCommand) Run() error {
	entries, err := c.Read()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	lines := json.NewEncoder(out)
	for _, e := range entries {
		if c.JSON {
			err = lines.Encode(antibookLine{e.Position.FEN(), strings.ToLower(e.Loser().String()), e.Reason, e.Source})
		} else {
			_, err = fmt.Fprintln(out, e)
		}
		if err != nil {
			return err
		}
	}
	return out.Flush()
}
