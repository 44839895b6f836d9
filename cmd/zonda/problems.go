package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/farm/jobs"
	"github.com/zonda-checkers/zonda/cmd/internal/problems"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/pool"
)

type problemsCommand struct {
	Make    problemsMakeCommand    `cmd:"" help:"Look for problems in games of the levels, or in your own."`
	Check   problemsCheckCommand   `cmd:"" help:"Check problems by another way than they were found."`
	Measure problemsMeasureCommand `cmd:"" help:"Let the levels play problems, and compare with the ratings."`
	List    problemsListCommand    `cmd:"" help:"List rated problems."`
}

type problemsMakeCommand struct {
	Files   []string `arg:"" optional:"" name:"file" help:"Games to look at, PDN; without them the levels play."`
	Out     string   `help:"The problems, CSV for zonda solve." placeholder:"FILE.csv" required:"" endings:".csv"`
	Keep    string   `help:"Problems that stand: they are written too, and no new one is near one of them." placeholder:"FILE.csv"`
	Journal string   `help:"Keeps what is done; a run goes on behind it (default: FILE.jsonl beside the problems)." placeholder:"FILE.jsonl"`
	Games   int      `help:"Games that the levels play (default ${default}). More of them add to a journal." default:"100" placeholder:"N" min:"1"`
	Weakest int      `help:"The weakest level that plays; each game is between two levels that follow each other (default ${default})." default:"2" placeholder:"LEVEL" min:"1" max:"9"`
	Seed    uint64   `help:"Decides the games of the levels (default ${default})." default:"1" placeholder:"N"`
	Nodes   uint64   `help:"Nodes of the search that finds shots; more of them find harder ones (default ${default})." default:"4000" placeholder:"N" min:"100" max:"300000"`
	Shots   int      `help:"The most shots that win a man, spread evenly over the ratings (default ${default})." default:"1000" placeholder:"N" min:"0"`
	Saves   int      `help:"The most shots that save a man, spread in the same way (default ${default})." default:"500" placeholder:"N" min:"0"`
	Values  int      `help:"The most value problems, spread in the same way (default ${default})." default:"1000" placeholder:"N" min:"0"`
	Proofs  int      `help:"The most value problems beyond the databases, spread in the same way (default ${default})." default:"500" placeholder:"N" min:"0"`
	Ground  int      `help:"Look for ground problems alone, in games of newcomers: the most of a theme in each band of 200 points (default: none)." placeholder:"N" min:"1"`
	Threads int      `name:"concurrency" help:"Games at once; 0 for as many as there are CPUs." default:"0" placeholder:"N" min:"0" max:"256"`

	jobs.Flags
}

func (problemsMakeCommand) Help() string {
	return `Looks at every position of games, and at those that a weak player would have reached by another move. Where the databases know the
values, one move alone must keep a win or a draw; with more, one move alone must win or save a man by force, or keep what the proof
solver proves. With --ground the levels are newcomers, and a man or a king hangs on one move: problems for ratings from 0. What weak levels find is left out, and so are near duplicates. The levels' chances give the rating. What was looked at, and why the rest was left out, is printed.

Examples:
  zonda problems make --out problems.csv --games 1000
  zonda problems make my.pdn --out mine.csv
  zonda problems make --keep problems.csv --seed 2 --out more.csv
  zonda problems make --ground 30 --games 400 --out ground.csv`
}

// Validate is called by the command line parser.
func (c *problemsMakeCommand) Validate() error {
	if c.Threads > 0 && c.On != "" {
		return errors.New("--concurrency with --on: the workers decide how many games they look at at once")
	}
	return nil
}

func (c problemsMakeCommand) Run(ctx context.Context) (err error) {
	if c.Journal == "" {
		c.Journal = strings.TrimSuffix(c.Out, filepath.Ext(c.Out)) + ".jsonl"
	}
	if err := cli.CheckFolders(c.Out, c.Journal); err != nil {
		return err
	}
	var standing []suite.Problem
	if c.Keep != "" {
		if standing, err = readRated(ctx, c.Keep); err != nil {
			return err
		}
	}
	work := problems.Work{Seed: c.Seed, Games: c.Games, Weakest: c.Weakest, Nodes: c.Nodes, Ground: c.Ground > 0}
	if err := c.read(ctx, &work); err != nil {
		return err
	}
	progress := cli.NewMeter(os.Stderr)
	defer progress.Clear()
	db, err := egdb.Open(egdb.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	finders, closePool, err := c.pool(ctx, db, progress)
	if err != nil {
		return err
	}
	defer closePool()
	looks, err := problems.Make(ctx, work, finders, c.Journal, func(done, all int) {
		progress.Step("looking", "games", uint64(done), uint64(all))
	})
	if err != nil {
		return cli.Interrupted(ctx, err, fmt.Sprintf("%s keeps %s, and %s was not written; the same command goes on",
			c.Journal, cli.Count(len(looks), "game", "games"), c.Out))
	}
	chosen, census := problems.Choose(looks, standing, problems.Quota{
		{Claim: suite.Man}: c.Shots, {Claim: suite.Save}: c.Saves, {Claim: suite.Value}: c.Values, {Claim: suite.Value, Proven: true}: c.Proofs,
		{Claim: suite.Ground}: c.Ground,
	})
	writing := file.WriteWhole(c.Out, func(w io.Writer) error {
		rated, err := problems.Rated(db, chosen)
		if err != nil {
			return err
		}
		return problems.Write(w, append(standing, rated...))
	})
	return errors.Join(writing, census.Print(cli.Stdout))
}

// pool returns who looks at the games, and what ends it.
func (c problemsMakeCommand) pool(ctx context.Context, db *egdb.DB, out *cli.Meter) (pool.Pool[problems.Task, problems.Look], func(), error) {
	if c.On != "" {
		return c.ProblemPool(ctx, c.Journal, out)
	}
	threads := c.Threads
	if threads == 0 {
		threads = runtime.NumCPU()
	}
	return problems.NewPool(db, threads), func() {}, nil
}

// read adds the games of the files.
func (c problemsMakeCommand) read(ctx context.Context, work *problems.Work) error {
	for _, name := range c.Files {
		err := file.Read(ctx, name, func(name string, from io.Reader) error {
			own, leftOut, err := problems.ReadGames(name, from, func(r pdn.Remark) { cli.Doubt(name, r) })
			for _, bad := range leftOut {
				fmt.Fprintln(os.Stderr, "skipped:", bad)
			}
			work.Own = append(work.Own, own...)
			return err
		})
		if err != nil {
			return err
		}
	}
	if len(c.Files) > 0 && len(work.Own) == 0 {
		return errors.New("there is no game to look at")
	}
	return nil
}
