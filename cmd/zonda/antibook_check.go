package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/zonda-checkers/zonda/antibook/learn"
	"github.com/zonda-checkers/zonda/cmd/internal/books"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/eval"
)

type antibookCheckCommand struct {
	books.EntryFiles
	books.SearchFlags `set:"hash=32"`
	Confirm           uint64 `help:"Nodes of each search (default ${default})." default:"1000000" placeholder:"N"`
	Lost              int    `help:"What it must find at most, for the side that must not enter (default ${default})." default:"-15" placeholder:"CP"`
	Every             int    `help:"Only one entry in so many (default ${default})." default:"1" placeholder:"N"`
}

func (antibookCheckCommand) Help() string {
	return `Prints a line for every entry that the search does not find lost: its score for the side that must not
enter, the depth, and the entry. The exit status is 1 if there is one.

Examples:
  zonda antibook check --every 100
  zonda antibook check --alone --file mine.txt --confirm 20000000`
}

// Validate is called by the command line parser.
func (c *antibookCheckCommand) Validate() error {
	switch {
	case c.Confirm < 1:
		return errors.New("confirm 0 is less than 1")
	case c.Lost >= 0:
		return fmt.Errorf("lost %d is not less than 0", c.Lost)
	case c.Every < 1:
		return fmt.Errorf("every %d is less than 1", c.Every)
	}
	return nil
}

func (c antibookCheckCommand) Run(ctx context.Context) error {
	entries, err := c.Read()
	if err != nil {
		return err
	}
	options, err := c.Options()
	if err != nil {
		return err
	}
	some := entries[:0:0]
	for i := 0; i < len(entries); i += c.Every {
		some = append(some, entries[i])
	}
	out, done, wrong := cli.NewMeter(os.Stdout), 0, 0
	defer out.Clear()
	err = learn.Check(ctx, some, c.Confirm, options, func(v learn.CheckResult) {
		done++
		out.Step("check", "entries", uint64(done), uint64(len(some)))
		if v.Score > eval.Score(c.Lost) {
			wrong++
			out.Line("wrong: %s at depth %d\t%s", v.Score, v.Depth, v.Entry)
		}
	})
	out.Line("%d entries searched, %d wrong", done, wrong)
	if err == nil && wrong > 0 {
		return fmt.Errorf("%d entries wrong", wrong)
	}
	return cli.Interrupted(ctx, err, fmt.Sprintf("%d of %d entries searched", done, len(some)))
}
