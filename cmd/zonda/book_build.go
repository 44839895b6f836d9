package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/farm/jobs"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/bookgrowth"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/books"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/pool"
)

type bookBuildCommand struct {
	Out       string `required:"" help:"The book; a file that exists is read first, and grows." placeholder:"FILE.zbk"`
	Positions int    `help:"Positions that the book has in the end (default ${default})." default:"20000" placeholder:"N" min:"1"`
	Openings  string `help:"Opening suite where the book begins, beside the starting position: ${decks}, a .pdn, .csv, .epd or .fen; barred openings are left out (default ${default})." default:"3move" placeholder:"DECK"`
	bookgrowth.Search
	bookgrowth.ExpansionCosts
	Decisions int           `help:"Add what the repertoires of both sides of each opening miss until each has N decisions, instead of the positions that cost least (default: none)." placeholder:"N" min:"0"`
	Deepen    int           `help:"At the end, search positions again whose search was less deep than this, those with the least cost first, with --nodes (default: none)." placeholder:"PLIES"`
	Settle    uint64        `help:"After that, search positions again until two searches find the same best move. Each search has twice the nodes of the last one, and at least --nodes. A position whose next search would have more nodes than this is left alone (default: none)." placeholder:"NODES"`
	Threads   int           `name:"concurrency" help:"Searches at once; 0 for as many as there are CPUs." default:"0" placeholder:"N" min:"0" max:"256"`
	Save      time.Duration `help:"Least time between two writes of the book (default ${default})." default:"30s" placeholder:"TIME" min:"0"`

	jobs.Flags
}

func (bookBuildCommand) Help() string {
	return `Drop-out expansion: the command adds the position that costs least, searches the position, and backs its score up to
the positions before it. The cost of a position is summed over the line that leads to it: --ply for each ply with a
choice of moves, and for each move how much worse it is than the best move. One side plays by the book (--equal), the
other side plays any move within --margin.

With --decisions the book grows for people who learn the openings: the command adds what the repertoires of both sides
(zonda book train) miss, the likeliest first, and first those that have fewer decisions.

The book in the end depends on the flags alone, not on the number of threads. If the command is stopped, the same command
goes on: the searches since the book was last written are repeated, and the book in the end is the same.

Examples:
  zonda book build --out my.zbk --positions 5000
  zonda book build --out my.zbk --positions 100000 --nodes 2000000 --concurrency 2
  zonda book build --out my.zbk --positions 5000 --nodes 1200000 --settle 10000000
  zonda book build --out my.zbk --positions 50000 --decisions 100 --moves 2
  zonda book build --out lines.zbk --openings my.pdn --margin 20`
}

// Validate is called by the command line parser.
func (c *bookBuildCommand) Validate() error {
	switch {
	case c.Equal > c.Margin:
		return fmt.Errorf("equal %d is more than margin %d", c.Equal, c.Margin)
	case c.Settle > 0 && c.Settle < c.Nodes:
		return fmt.Errorf("settle %d is less than nodes %d: no search would be that short", c.Settle, c.Nodes)
	case c.Threads > 0 && c.On != "":
		return errors.New("--concurrency with --on: the workers decide how many positions they search at once")
	}
	return nil
}

func (c bookBuildCommand) Run(ctx context.Context) error {
	from, err := cli.Suite(c.Openings, false)
	if err != nil {
		return err
	}
	store, err := bookgrowth.OpenStore(c.Out)
	if err != nil {
		return err
	}
	before := store.Builder.Len()
	out := cli.NewMeter(cli.Stdout)
	defer out.Clear()
	searchers, closePool, err := c.pool(ctx, out)
	if err != nil {
		return errors.Join(err, store.Close())
	}
	defer closePool()
	g := &bookgrowth.Growth{
		Builder: store.Builder, Roots: openings.Roots(from), Positions: c.Positions, Decisions: c.Decisions, Deepen: c.Deepen, Settle: c.Settle,
		Costs: c.ExpansionCosts, Search: c.Search, Save: store.Save, Pause: c.Save, Pool: searchers,
	}
	began := time.Now()
	told := began
	err = g.Run(ctx, func(p bookgrowth.Progress) {
		out.Step("book", "positions", uint64(p.Positions), uint64(c.Positions))
		if time.Since(told) >= lineInterval {
			told = time.Now()
			if p.Again > 0 {
				out.Line("%d searches of positions again, %.1f a second", p.Again, float64(p.Again)/time.Since(began).Seconds())
				return
			}
			out.Line("%d of %d positions, %.1f a second; %s to go; the last one costs %d", p.Positions, c.Positions,
				float64(p.Positions-before)/time.Since(began).Seconds(), timeLeft(p.Positions-before, c.Positions-before, began), p.Cost)
		}
	})
	out.Clear()
	took := time.Since(began).Round(time.Second)
	out.Line("%d positions in %s, %d of them new, in %s", store.Builder.Len(), c.Out, store.Builder.Len()-before, took)
	if err == nil && store.Builder.Len() < c.Positions {
		out.Line("nothing is left within the margin")
	}
	return errors.Join(cli.Interrupted(ctx, err, "the same command goes on"), store.Close())
}

// lineInterval is the least time between two lines about a long computation.
const lineInterval = time.Minute

// timeLeft estimates how long the rest of a computation takes.
func timeLeft(done, total int, began time.Time) time.Duration {
	took := time.Since(began)
	return (took * time.Duration(total-done) / time.Duration(max(1, done))).Round(time.Minute)
}

// pool returns who searches, and what ends it.
func (c bookBuildCommand) pool(ctx context.Context, out *cli.Meter) (pool.Pool[bookgrowth.Question, bookgrowth.Finding], func(), error) {
	if c.On == "" {
		threads := c.Threads
		if threads == 0 {
			threads = runtime.NumCPU()
		}
		return bookgrowth.NewPool(threads), func() {}, engine.Config{Hash: c.HashMiB}.Check()
	}
	return c.SearchPool(ctx, c.Out, c.HashMiB, out)
}

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
  zonda book check --book my.zbk --sample 1000 --seed 2 --concurrency 2`
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
