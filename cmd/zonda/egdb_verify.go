package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/verify"
)

type egdbVerifyCommand struct {
	Dir     string `arg:"" optional:"" help:"Directory with slice files; without it the databases in the program."`
	Pieces  int    `help:"Check slices of up to N pieces; 0 for all." default:"0" placeholder:"N" min:"0" max:"${max_pieces}"`
	Sample  int64  `help:"Check about N positions of all slices instead of every position; 0 for every position." default:"0" placeholder:"N" min:"0"`
	Ranks   int    `help:"Prove the ranks of slices of up to N pieces (default ${default})." default:"5" placeholder:"N" min:"0" max:"${max_pieces}"`
	Threads int    `help:"Threads; 0 for as many as there are processors." default:"0" placeholder:"N" min:"0" max:"256"`
	Metric  string `help:"What to verify: wld (values), or the distances dtw or dtc (default ${default})." default:"wld" enum:"wld,dtw,dtc"`
	Memory  int    `help:"MiB for the values of verified slices, which the verification of other slices needs; 0 for no limit." default:"0" placeholder:"MIB" min:"0"`
}

func (c egdbVerifyCommand) Help() string {
	return `Probes every position and compares its value with the values of its successors. The verification shares
no code with zonda egdb build. It also compares the counts and the checksums of the files.

This comparison alone would accept wins that depend on each other in a circle. So in slices of up to --ranks
pieces the command also proves that every win leads to an end: "ranks to 13" says that every win reaches the end
of the game, or another slice, in 13 plies or fewer.

If a slice of a directory depends on a slice that is not in the directory, the other slice is taken from the
program. The exit status is 0 only if everything is sound. Six pieces took 45 minutes on one thread of a busy
machine.

With --sample the command checks positions at places that look random, and whether the shares of wins, draws and losses among
them agree with the counts of the files; it proves no ranks.

Distances (--metric dtw or dtc) are recomputed from the successors too. This proves them, so --ranks has no effect.

Examples:
  zonda egdb verify
  zonda egdb verify ~/egdb --pieces 5
  zonda egdb verify ~/egdb --sample 100000000
  zonda egdb verify --metric dtw`
}

// Validate is called by the command line parser.
func (c *egdbVerifyCommand) Validate() error {
	if c.Sample > 0 && c.Metric != egdb.WLD.String() {
		return errors.New("sample: only for the metric wld")
	}
	return nil
}

func (c *egdbVerifyCommand) Run(ctx context.Context) error {
	o := verify.Options{Threads: c.Threads, RankPieces: c.Ranks, Memory: uint64(c.Memory) << 20}
	if c.Metric != egdb.WLD.String() {
		return c.distances(ctx, o)
	}
	db, err := endgames.OpenSound(c.Dir)
	if err != nil {
		return err
	}
	defer db.Close()
	var materials []egdb.Material
	for _, s := range db.Slices() {
		materials = append(materials, s.Material)
	}
	if materials, err = c.chosen(materials); err != nil {
		return err
	}
	all, err := endgames.OpenFilled(c.Dir, "") // slices depend on others, which may be those in the program
	if err != nil {
		return err
	}
	defer all.Close()
	v := endgames.NewVerification(cli.Stdout, db)
	if err := v.Missing(materials); err != nil {
		return err
	}
	return v.Run(o, func(o verify.Options) error {
		if c.Sample > 0 {
			o.Verified = v.Sampled
			_, err := verify.Sample(ctx, all, materials, uint64(c.Sample), o)
			return err
		}
		o.Verified = v.Summary
		_, err := verify.Run(ctx, all, materials, o)
		return err
	})
}

// distances verifies distances.
func (c *egdbVerifyCommand) distances(ctx context.Context, o verify.Options) error {
	db, err := endgames.OpenDistances(c.Metric, c.Dir)
	if err != nil {
		return err
	}
	defer db.Close()
	materials, err := c.chosen(db.Materials())
	if err != nil {
		return err
	}
	v := endgames.NewDistanceVerification(cli.Stdout, db)
	return v.Run(o, func(o verify.Options) error { return verify.RunDistances(ctx, db, materials, o, v.Summary) })
}

// chosen returns the slices of at most --pieces pieces.
func (c *egdbVerifyCommand) chosen(all []egdb.Material) ([]egdb.Material, error) {
	all = slices.DeleteFunc(all, func(m egdb.Material) bool { return c.Pieces != 0 && m.Pieces() > c.Pieces })
	if len(all) == 0 {
		return nil, fmt.Errorf("no slices to verify in %s", endgames.Place(c.Dir))
	}
	return all, nil
}
