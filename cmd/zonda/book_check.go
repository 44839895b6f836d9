package main

import (
	"context"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/bookgrowth"
	"github.com/zonda-checkers/zonda/cmd/internal/books"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/eval"
)

type bookCheckCommand struct {
	Book              string  `help:"The book (default: that in the program)." placeholder:"FILE.zbk"`
	Sample            int     `help:"Positions with a choice of moves (default ${default})." default:"300" placeholder:"N" min:"1"`
	Seed              uint64  `help:"Decides which (default ${default})." default:"1" placeholder:"N"`
	Times             float64 `help:"As many nodes as the book's own search (default ${default})." default:"10" placeholder:"X" above:"0"`
	Within            int     `help:"How much worse than the best one a move may be, in hundredths of a man (default ${default})." default:"10" placeholder:"CP" min:"0"`
	books.SearchFlags `set:"hash=256"`
}

func (bookCheckCommand) Help() string {
	return `Searches random positions ten times as long as the book did, and the book's best move as long alone. Prints a line
for each position whose move is more than a tenth of a man worse, and how many are not. For the book in the program
a search takes tens of millions of nodes, and errs if its table is small. Each thread has a table of its own.

Examples:
  zonda book check
  zonda book check --book my.zbk --sample 1000 --seed 2 --threads 2`
}

func (c bookCheckCommand) Run(ctx context.Context) error {
	b, err := books.Open(c.Book)
	if err != nil {
		return err
	}
	out, done, good := cli.NewMeter(cli.Stdout), 0, 0
	defer out.Clear()
	began := time.Now()
	told := began
	options := c.Options()
	sample := bookgrowth.Sample{Number: c.Sample, Seed: c.Seed, Times: c.Times, HashMiB: options.HashMiB, Threads: options.Threads}
	err = bookgrowth.Check(ctx, b, sample, func(t bookgrowth.Trial, all int) {
		done++
		out.Step("check", "positions", uint64(done), uint64(all))
		if time.Since(told) >= lineInterval {
			told = time.Now()
			out.Line("%d of %d positions; %s to go", done, all, timeLeft(done, all, began))
		}
		if t.Lost() <= eval.Score(c.Within) {
			good++
			return
		}
		out.Line("%s %s is %d worse than the best after %d nodes", t.Position.FEN(), t.Position.MoveText(t.Move), t.Lost(), t.Nodes)
	})
	if done == 0 {
		return cli.Interrupted(ctx, err, "nothing searched")
	}
	out.Line("%d of %d best moves within %d hundredths of a man of the best: %.1f %%", good, done, c.Within, 100*float64(good)/float64(done))
	return cli.Interrupted(ctx, err, fmt.Sprintf("%d positions searched", done))
}
