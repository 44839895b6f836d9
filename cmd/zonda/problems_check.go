package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/problems"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/shipped"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/file"
)

type problemsCheckCommand struct {
	File   string `arg:"" help:"Problems that zonda problems make has written."`
	Out    string `help:"Write the problems that passed." placeholder:"FILE.csv" endings:".csv"`
	Sample int    `help:"Check one problem in N (default ${default})." default:"1" placeholder:"N" min:"1"`
	Nodes  uint64 `help:"Nodes of the proof solver for the value of a move; 0 for no proofs (default ${default})." default:"20000" placeholder:"N"`
}

func (problemsCheckCommand) Help() string {
	return `Checks with other rules, a second copy written for clarity alone. Of a value problem the databases are asked for every move, and the
proof solver finds the values again from databases of one piece less, where its nodes suffice. Of one beyond the databases the certificates
are made again and read as zonda prove check reads them. Of a shot the tree of 9 quiet plies is played again, and one of 11 by the usual
rules; a search of a million nodes has to prefer the key move. Prints the id of each problem that is wrong, and why; the exit status is then
1, unless --out takes those that passed.

Examples:
  zonda problems check problems.csv --sample 10
  zonda problems check problems.csv --nodes 0 --out passed.csv`
}

func (c problemsCheckCommand) Run(ctx context.Context) (err error) {
	if err := errors.Join(cli.CheckFolders(c.Out), cli.NotAnInput(c.Out, []string{c.File})); err != nil {
		return err
	}
	read, err := readProblems(ctx, c.File)
	if err != nil {
		return err
	}
	db, err := egdb.Open(egdb.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	checker := problems.NewChecker(db, c.Nodes)
	var sum problems.Verdict
	checked, wrong, large := 0, 0, 0
	var passed []suite.Problem
	progress := cli.NewMeter(os.Stderr)
	defer progress.Clear()
	for i := 0; i < len(read) && ctx.Err() == nil; i += c.Sample {
		progress.Step("checking", "problems", uint64(i), uint64(len(read)))
		v, err := checker.Check(ctx, read[i])
		if ctx.Err() != nil {
			break
		}
		if checked++; err != nil {
			wrong++
			fmt.Fprintf(cli.Stdout, "%s: %v\n", read[i].ID, err)
		} else {
			passed = append(passed, read[i])
		}
		sum.Confirmed += v.Confirmed
		sum.Open += v.Open
		sum.Entries += v.Entries
		if v.TooLarge {
			large++
		}
	}
	fmt.Fprintf(cli.Stdout, "%s checked, %d wrong; values proven again: %d, open: %d; entries of certificates read: %d; trees of 11 plies too large: %d\n",
		cli.Count(checked, "problem", "problems"), wrong, sum.Confirmed, sum.Open, sum.Entries, large)
	switch {
	case ctx.Err() != nil:
		return cli.Interrupted(ctx, ctx.Err(), fmt.Sprintf("%d of %d problems were checked, and no file was written", checked, len(read)))
	case c.Out != "":
		return file.WriteWhole(c.Out, func(w io.Writer) error { return problems.Write(w, passed) })
	case wrong > 0:
		return fmt.Errorf("%s wrong", cli.Count(wrong, "problem is", "problems are"))
	}
	return nil
}

type problemsListCommand struct {
	Files  []string `arg:"" optional:"" name:"file" help:"Problems, as zonda solve reads them (default: those in the program)."`
	JSON   bool     `name:"json" help:"Print a JSON object a line." xor:"json"`
	Theme  string   `help:"Those with a theme alone." placeholder:"THEME"`
	Count  bool     `help:"Print how many there are of each claim, by ratings." xor:"json"`
	Easier float64  `name:"at-most" help:"Those with at most this rating." default:"10000" placeholder:"N" min:"0"`
}

func (problemsListCommand) Help() string {
	return `The objects of --json are a list of problems for pupils: the board opens it in Problems, Studies.

Examples:
  zonda problems list --theme bridge --at-most 1200 --json > bridges.jsonl
  zonda problems list --at-most 1000
  zonda problems list --count
  zonda problems list problems.csv --theme shot --json
  zonda problems list --theme bridge --json | zonda solve -`
}

func (c problemsListCommand) Run(ctx context.Context) error {
	if len(c.Files) == 0 {
		own, err := shipped.Read()
		if err != nil {
			return err
		}
		return c.list(own.Problems)
	}
	for _, name := range c.Files {
		read, err := readProblems(ctx, name)
		if err == nil {
			err = c.list(read)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// list prints those that were asked for.
func (c problemsListCommand) list(all []suite.Problem) error {
	themes := themesOf(all)
	if c.Theme != "" && !slices.Contains(themes, c.Theme) {
		fmt.Fprintf(os.Stderr, "no problem has the theme %q; the themes are: %s\n", c.Theme, strings.Join(themes, " "))
	}
	all = slices.DeleteFunc(slices.Clone(all), func(p suite.Problem) bool {
		return p.Rating > c.Easier || c.Theme != "" && !slices.Contains(p.Themes, c.Theme)
	})
	if c.Count {
		return problems.Count(cli.Stdout, all)
	}
	if !c.JSON && len(all) > 0 {
		cli.Heading(fmt.Sprintf("%-12s %6s result moves  themes", "problem", "rating"))
	}
	for _, p := range all {
		if err := c.print(p.Object()); err != nil {
			return err
		}
	}
	return nil
}

// themesOf returns the themes that problems have, in alphabetical order.
func themesOf(all []suite.Problem) (themes []string) {
	for _, p := range all {
		themes = append(themes, p.Themes...)
	}
	slices.Sort(themes)
	return slices.Compact(themes)
}

// print prints a problem on a line.
func (c problemsListCommand) print(p suite.Object) error {
	if c.JSON {
		return json.NewEncoder(cli.Stdout).Encode(p)
	}
	_, err := fmt.Fprintf(cli.Stdout, "%-14s %4.0f %s %s  %s\n", p.ID, p.Rating, p.Result, p.Line, strings.Join(p.Themes, " "))
	return err
}

// readProblems reads a file whose problems all must be sound.
func readProblems(ctx context.Context, name string) (all []suite.Problem, err error) {
	err = file.Read(ctx, name, func(name string, from io.Reader) error {
		read, err := suite.Read(name, from)
		if err == nil && len(read.Malformed) > 0 {
			err = read.Malformed[0]
		}
		all = read.Problems
		return err
	})
	if err == nil && len(all) == 0 {
		err = errors.New(name + ": no problem in the file")
	}
	return all, err
}

// readRated reads a file whose problems all have a line and a rating.
func readRated(ctx context.Context, name string) ([]suite.Problem, error) {
	all, err := readProblems(ctx, name)
	for _, p := range all {
		if len(p.Line) == 0 || p.Rating == 0 {
			return nil, fmt.Errorf("%s: problem %s has no line or no rating", name, p.ID)
		}
	}
	return all, err
}
