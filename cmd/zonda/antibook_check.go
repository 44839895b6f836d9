package main

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/cmd/internal/antibooklearn"
	"github.com/zonda-checkers/zonda/cmd/internal/books"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/eval"
)

type antibookCheckCommand struct {
	books.EntryFiles
	books.SearchFlags `set:"hash=32"`
	Confirm           uint64 `help:"Nodes of each search (default ${default})." default:"1000000" placeholder:"N" min:"1"`
	Lost              int    `help:"Highest score, in hundredths of a man, for the side that must avoid the position, at which an entry counts as lost (default ${default})." default:"-15" placeholder:"CP" max:"-1"`
	Every             int    `help:"Search only every N-th entry (default ${default})." default:"1" placeholder:"N" min:"1"`
}

func (antibookCheckCommand) Help() string {
	return `Searches every entry. For an entry that does not count as lost it prints a line: the score for the side that must
avoid the position, the depth of the search, and the entry. If there is such an entry, the exit status is 1.

Examples:
  zonda antibook check --every 100
  zonda antibook check --alone --file mine.txt --confirm 20000000`
}

func (c antibookCheckCommand) Run(ctx context.Context) error {
	entries, err := c.Read(ctx)
	if err != nil {
		return err
	}
	some := entries[:0:0]
	for i := 0; i < len(entries); i += c.Every {
		some = append(some, entries[i])
	}
	out, done, wrong := cli.NewMeter(cli.Stdout), 0, 0
	defer out.Clear()
	err = antibooklearn.Check(ctx, some, c.Confirm, c.Options(), func(v antibooklearn.CheckResult) {
		done++
		out.Step("check", "entries", uint64(done), uint64(len(some)))
		if v.Score > eval.Score(c.Lost) {
			wrong++
			out.Line("wrong: %s at depth %d\t%s", v.Score, v.Depth, v.Entry)
		}
	})
	out.Line("%s searched, %d wrong", cli.Count(done, "entry", "entries"), wrong)
	if err == nil && wrong > 0 {
		return fmt.Errorf("%s wrong", cli.Count(wrong, "entry", "entries"))
	}
	return cli.Interrupted(ctx, err, fmt.Sprintf("%d of %d entries searched", done, len(some)))
}
