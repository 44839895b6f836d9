package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/verify"
)

type egdbVerifyCommand struct {
	Dir     string `arg:"" optional:"" help:"Directory with slice files; without it the databases in the program."`
	Pieces  int    `help:"Check slices of at most so many pieces." default:"0" placeholder:"N"`
	Ranks   int    `help:"Prove the ranks of slices of at most so many pieces." default:"5" placeholder:"N"`
	Threads int    `help:"Threads; 0 for as many as there are processors." default:"0" placeholder:"N"`
	Memory  int    `help:"MiB for values of verified slices, which others need; 0 for no limit." default:"0" placeholder:"MIB"`
}

func (c egdbVerifyCommand) Help() string {
	return `Every position is asked from the prober and compared with what its successors say,
by code that shares nothing with the generator's; counts and checksums of the files are
compared too. That alone would accept wins that rest on each other in a circle: up to --ranks
pieces it is also proven that every win comes nearer to its end. Exit status 0 only if all is
sound.

Examples:
  zonda egdb verify
  zonda egdb verify ~/egdb --pieces 5`
}

// Validate is called by the command line parser.
func (c *egdbVerifyCommand) Validate() error {
	for name, n := range map[string]int{"pieces": c.Pieces, "ranks": c.Ranks, "threads": c.Threads, "memory": c.Memory} {
		if n < 0 {
			return fmt.Errorf("%s %d is negative", name, n)
		}
	}
	return nil
}

func (c *egdbVerifyCommand) Run(ctx context.Context) error {
	db, err := openSound(c.Dir)
	if err != nil {
		return err
	}
	defer db.Close()
	var materials []egdb.Material
	for _, s := range db.Slices() {
		if c.Pieces == 0 || s.Material.Pieces() <= c.Pieces {
			materials = append(materials, s.Material)
		}
	}
	if len(materials) == 0 {
		return fmt.Errorf("no slices to verify in %s", place(c.Dir))
	}
	v := verification{out: newMeter(os.Stdout), db: db}
	began := time.Now()
	_, err = verify.Run(ctx, db, materials, verify.Options{
		Threads: c.Threads, RankPieces: c.Ranks, Memory: uint64(c.Memory) << 20,
		Report: func(p verify.Progress) {
			v.out.step(fmt.Sprintf("%v %v", p.Slice, p.Phase), "positions", p.Done, p.Total)
		},
		Verified: v.summary,
	})
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("interrupted after %d slices, which were sound", v.slices)
	case err != nil || v.failed != nil:
		return errors.Join(err, v.failed)
	}
	return v.out.line("sound: %d slices, %d positions, %.1f s", v.slices, v.positions, time.Since(began).Seconds())
}

// verification prints what is verified.
type verification struct {
	out       *meter
	db        *egdb.Library
	slices    int
	positions uint64
	failed    error
}

// summary prints a line about a verified slice whose counts are as its file says.
func (v *verification) summary(s verify.Summary) {
	v.slices++
	v.positions += s.Positions()
	counts := egdb.Counts{Wins: s.Wins, Draws: s.Draws, Losses: s.Losses}
	if claimed := v.db.Counts(s.Slice); claimed != counts {
		v.failed = errors.Join(v.failed, fmt.Errorf("slice %v: the file claims %+v, the positions are %+v",
			s.Slice, claimed, counts))
		return
	}
	how := "by one ply"
	if s.Ranked {
		how = fmt.Sprintf("by one ply and ranks, the longest %d plies", s.Rank)
	}
	v.failed = errors.Join(v.failed, v.out.line("%-12s %12d positions: %11d wins %11d losses %11d draws, sound %s",
		s.Slice, s.Positions(), s.Wins, s.Losses, s.Draws, how))
}
