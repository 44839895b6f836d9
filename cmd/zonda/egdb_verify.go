package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/verify"
)

type egdbVerifyCommand struct {
	Dir     string `arg:"" optional:"" help:"Directory with slice files; without it the databases in the program."`
	Pieces  int    `help:"Check slices of at most so many pieces; 0 for all." default:"0" placeholder:"N"`
	Ranks   int    `help:"Prove the ranks of slices of at most so many pieces (${default})." default:"5" placeholder:"N"`
	Threads int    `help:"Threads; 0 for as many as there are processors." default:"0" placeholder:"N"`
	Metric  string `help:"wld, or dtw or dtc to verify distances." default:"wld" enum:"wld,dtw,dtc"`
	Memory  int    `help:"MiB for values of verified slices, which others need; 0 for no limit." default:"0" placeholder:"MIB"`
}

func (c egdbVerifyCommand) Help() string {
	return `Every position is asked from the prober and compared with what its successors say,
by code that shares nothing with the generator's; counts and checksums of the files are
compared too. That alone would accept wins that rest on each other in a circle: up to --ranks
pieces it is also proven that every win comes nearer to its end ("ranks to 13": in 13 plies at
most, counted to the end of the game or of the slice). What slices of a directory depend on and
is not there is taken from the program. Exit status 0 only if all is sound. Six pieces took 45
minutes on one thread of a busy machine.

Distances are recomputed in the same way, which proves them; --ranks does not count.

Examples:
  zonda egdb verify
  zonda egdb verify ~/egdb --pieces 5
  zonda egdb verify --metric dtw`
}

// Validate is called by the command line parser.
func (c *egdbVerifyCommand) Validate() error {
	switch {
	case c.Pieces < 0 || c.Pieces > egdb.MaxPieces:
		return fmt.Errorf("pieces %d is not between 0 and %d", c.Pieces, egdb.MaxPieces)
	case c.Ranks < 0 || c.Ranks > egdb.MaxPieces:
		return fmt.Errorf("ranks %d is not between 0 and %d", c.Ranks, egdb.MaxPieces)
	case c.Threads < 0 || c.Threads > maxBuildThreads:
		return fmt.Errorf("threads %d is not between 0 and %d", c.Threads, maxBuildThreads)
	case c.Memory < 0:
		return fmt.Errorf("memory %d is negative", c.Memory)
	}
	return nil
}

func (c *egdbVerifyCommand) Run(ctx context.Context) error {
	if c.Metric != egdb.WLD.String() {
		return c.distances(ctx)
	}
	db, err := endgames.OpenSound(c.Dir)
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
		return fmt.Errorf("no slices to verify in %s", endgames.Place(c.Dir))
	}
	all, err := endgames.OpenFilled(c.Dir) // slices depend on others, which may be those in the program
	if err != nil {
		return err
	}
	defer all.Close()
	v := endgames.NewVerification(os.Stdout, db)
	if err := v.Missing(materials); err != nil {
		return err
	}
	began := time.Now()
	_, err = verify.Run(ctx, all, materials, verify.Options{
		Threads: c.Threads, RankPieces: c.Ranks, Memory: uint64(c.Memory) << 20,
		Report: func(p verify.Progress) {
			v.Step(fmt.Sprintf("%v %v", p.Slice, p.Phase), "positions", p.Done, p.Total)
		},
		Verified: v.Summary,
	})
	v.Clear()
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("interrupted after %d slices, which were sound", v.Slices)
	}
	return v.Finish(err, time.Since(began))
}

// distances verifies distances.
func (c *egdbVerifyCommand) distances(ctx context.Context) error {
	db, err := endgames.OpenDistances(c.Metric, c.Dir)
	if err != nil {
		return err
	}
	defer db.Close()
	var materials []egdb.Material
	for _, m := range db.Materials() {
		if c.Pieces == 0 || m.Pieces() <= c.Pieces {
			materials = append(materials, m)
		}
	}
	if len(materials) == 0 {
		return fmt.Errorf("no slices to verify in %s", endgames.Place(c.Dir))
	}
	v := endgames.NewDistanceVerification(os.Stdout, db)
	began := time.Now()
	err = verify.RunDistances(ctx, db, materials, verify.Options{
		Threads: c.Threads, Memory: uint64(c.Memory) << 20,
		Report: func(p verify.Progress) {
			v.Step(fmt.Sprintf("%v %v", p.Slice, p.Phase), "positions", p.Done, p.Total)
		},
	}, v.Summary)
	v.Clear()
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("interrupted after %d slices, which were sound", v.Slices)
	}
	return v.Finish(err, time.Since(began))
}
