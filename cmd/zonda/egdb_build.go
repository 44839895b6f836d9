package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/shirou/gopsutil/v4/disk"
	"github.com/shirou/gopsutil/v4/mem"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endings"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/generate"
	"github.com/zonda-checkers/zonda/internal/endgame/verify"
)

type egdbBuildCommand struct {
	Pieces     int    `help:"Build all slices of 2 to N pieces; required unless --slice is given." placeholder:"N"`
	Slice      string `help:"Build only this slice, like 2K1Cv1K2C, and those it depends on." placeholder:"SLICE"`
	SidePieces int    `help:"Leave out slices in which a side has more pieces; 0 to leave out none." default:"0" placeholder:"N"`
	Out        string `required:"" help:"Directory for the files; made if it is not there." placeholder:"DIR"`
	Metric     string `help:"What to compute: wld (win, loss or draw), dtw (plies to the end) or dtc (plies to a capture or a crowning)." default:"wld" enum:"wld,dtw,dtc"`
	Threads    int    `name:"concurrency" help:"Threads; 0 for as many as there are CPUs." default:"0" placeholder:"N" min:"0" max:"256"`
	Memory     int    `help:"MiB that the solver may use; 0 for three quarters of what is free." default:"0" placeholder:"MIB" min:"0"`
	Values     bool   `help:"Stop after computing the values; keep them and write no slice files."`
	KeepValues bool   `help:"Keep the values files too: a later build of more pieces goes on from them."`
	Bounds     bool   `help:"Build bounds of the slices of --pieces with at most --max-kings kings, on top of all values of fewer pieces."`
	MaxKings   []int  `help:"With --bounds the most kings on the board, or a list like 1,0: of 8 and of 9 pieces with --pieces 9." default:"1" placeholder:"K" needs:"bounds"`
	JSON       bool   `name:"json" help:"Print a JSON object a slice and phase instead of lines."`
}

func (c egdbBuildCommand) Help() string {
	return `A slice and its mirror make a file like 2K1Cv1K2C.zdb, compared with the computed
values before it gets its name. Interrupted at any moment and started again, a build goes on
after the last whole slice. Files of other names in the directory are left alone. The command first says how
long it will take on this machine. On two cores six pieces take six minutes, 3 GiB of memory and 1 GB of disk for
the time being; seven take half an hour, 5 GiB and 5 GB. With --side-pieces 4 seven pieces are 4 v 3 alone.

With --metric dtw or dtc the build computes distances, which need no values, and makes files like
2K1Cv1K2C.dtw; a directory may hold all metrics. --values leaves it at the working files, which
longest, line and stats can read: six pieces take four minutes of CPU time and 3.2 GB of disk.

Examples:
  zonda egdb build --pieces 4 --out egdb4
  zonda egdb build --pieces 7 --out ~/egdb --memory 16000
  zonda egdb build --pieces 7 --side-pieces 4 --out ~/egdb
  zonda egdb build --slice 2K1Cv1K2C --out ~/egdb --concurrency 1
  zonda egdb build --metric dtw --pieces 5 --out ~/egdb
  zonda egdb build --bounds --pieces 7 --max-kings 0 --out ~/bounds
  zonda egdb build --bounds --pieces 9 --max-kings 1,0 --side-pieces 5 --out ~/bounds

With --bounds a position gets the lowest and the highest value that it can have, whatever the positions with more kings
are worth: "egdb probe --bounds" and "egdb stats --bounds" read the files. The values of all positions of fewer pieces than
those that --max-kings limits are built first, if they are not there.`
}

// maxBuildPieces is the most pieces of a slice whose values or distances can be built. Bounds may have egdb.MaxPieces.
const maxBuildPieces = endgame.MaxDistancePieces

// Validate is called by the command line parser.
func (c *egdbBuildCommand) Validate() error {
	switch {
	case c.Slice == "" && c.Pieces == 0 || c.Out == "":
		return fmt.Errorf("give --pieces N, 2 to %d, or --slice NAME, such as 2Kv1K, and --out DIR, the directory for the files", maxBuildPieces)
	case c.Slice == "" && (c.Pieces < 2 || c.Pieces > c.maxPieces()):
		return fmt.Errorf("pieces %d is not between 2 and %d", c.Pieces, c.maxPieces())
	case c.Slice != "" && c.Pieces != 0:
		return errors.New("either pieces or a slice, not both")
	case c.Bounds && (c.Pieces < 3 || c.Metric != endgame.WLD.String() || c.Values):
		return errors.New("bounds take --pieces from 3 on, of the metric wld, and no --values")
	case c.SidePieces != 0 && (c.SidePieces < 0 || 2*c.SidePieces < c.Pieces || c.Slice != ""):
		return fmt.Errorf("side-pieces %d: with --pieces, and at least half of these", c.SidePieces)
	}
	if c.Bounds {
		d := endgame.BoundsDescription{Pieces: c.Pieces, SidePieces: c.SidePieces, MaxKings: c.MaxKings}
		if err := d.Check(); err != nil {
			return fmt.Errorf("max-kings %v: %w", c.MaxKings, err)
		}
	}
	_, err := c.slice()
	return err
}

// maxPieces returns the most pieces that --pieces allows.
func (c *egdbBuildCommand) maxPieces() int {
	if c.Bounds {
		return egdb.MaxPieces
	}
	return maxBuildPieces
}

// slice returns the slice of the flag --slice, nil without the flag.
func (c *egdbBuildCommand) slice() (*endgame.Material, error) {
	if c.Slice == "" {
		return nil, nil
	}
	m, err := endgame.ParseMaterial(c.Slice)
	if err == nil && m.Pieces() > maxBuildPieces {
		err = fmt.Errorf("slice %s has %d pieces; at most %d", c.Slice, m.Pieces(), maxBuildPieces)
	}
	return &m, err
}

// freeShare is the part of the free memory that the solver uses without the flag --memory.
const freeShare = 0.75

func (c *egdbBuildCommand) options() (generate.Options, error) {
	o := generate.Options{
		Pieces: c.Pieces, SidePieces: c.SidePieces, Directory: c.Out, Threads: c.Threads, Memory: uint64(c.Memory) << 20,
		KeepValues: c.KeepValues, ValuesOnly: c.Values,
	}
	if o.Threads == 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Memory == 0 {
		memory, err := mem.VirtualMemory()
		if err != nil {
			return o, fmt.Errorf("cannot tell the free memory, give --memory: %w", err)
		}
		o.Memory = uint64(float64(memory.Available) * freeShare)
	}
	var err error
	if o.Metric, err = endgame.ParseMetric(c.Metric); err != nil {
		return o, err
	}
	o.Slice, err = c.slice()
	return o, err
}

// announce prints what a build needs, before it begins.
func announce(ctx context.Context, out *endings.BuildPrinter, o generate.Options, n generate.Needs) error {
	out.Line("%d positions: at most %d MiB of disk for working files, at least %d MiB of memory", n.Positions, n.Disk>>20+1, n.Memory>>20+1)
	if n.Work > 0 {
		took, err := n.Measure(ctx, o.Threads)
		if err != nil {
			return err
		}
		out.Line("about %v at the present speed of this machine, if nothing is there yet", took.Round(time.Second))
	}
	if err := os.MkdirAll(o.Directory, 0o755); err != nil {
		return err
	}
	if free, err := disk.Usage(o.Directory); err == nil && free.Free < n.Disk {
		out.Line("only %d MiB of disk are free", free.Free>>20)
	}
	return nil
}

func (c *egdbBuildCommand) Run(ctx context.Context) error {
	o, err := c.options()
	if err != nil {
		return err
	}
	// Without a limit the collector lets the heap grow to twice what is in use.
	debug.SetMemoryLimit(int64(min(o.Memory, math.MaxInt64)))
	out := endings.NewBuildPrinter(cli.Stdout, c.JSON)
	o.Report = out.Report
	if !c.JSON {
		n := generate.Estimate(o)
		if c.Bounds {
			n = generate.EstimateBounds(o, c.MaxKings)
		}
		if err := announce(ctx, out, o, n); err != nil {
			return err
		}
	}
	if c.Bounds {
		err = generate.RunBounds(ctx, o, c.MaxKings)
	} else {
		err = generate.Run(ctx, o)
	}
	out.Clear()
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("interrupted; the same command goes on after the last whole slice in %s", c.Out)
	}
	if err != nil {
		return err
	}
	return out.Finish(c.Out)
}

type egdbVerifyCommand struct {
	Dir     string `arg:"" optional:"" help:"Directory with slice files; without it the databases in the program." holds:"*"`
	Pieces  int    `help:"Check slices of up to N pieces; 0 for all." default:"0" placeholder:"N" min:"0" max:"${max_pieces}"`
	Sample  int64  `help:"Check about N positions of all slices, of each slice 1,000 at least, instead of every position; 0 for every position." default:"0" placeholder:"N" min:"0"`
	Ranks   int    `help:"Prove the ranks of slices of up to N pieces (default ${default})." default:"5" placeholder:"N" min:"0" max:"${max_pieces}"`
	Threads int    `name:"concurrency" help:"Threads; 0 for as many as there are CPUs." default:"0" placeholder:"N" min:"0" max:"256"`
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
	if c.Sample > 0 && c.Metric != endgame.WLD.String() {
		return errors.New("sample: only for the metric wld")
	}
	return nil
}

func (c *egdbVerifyCommand) Run(ctx context.Context) error {
	o := verify.Options{Threads: c.Threads, RankPieces: c.Ranks, Memory: uint64(c.Memory) << 20}
	if c.Metric != endgame.WLD.String() {
		return c.distances(ctx, o)
	}
	db, err := endings.OpenSound(c.Dir)
	if err != nil {
		return err
	}
	defer db.Close()
	var materials []endgame.Material
	for _, s := range db.Slices() {
		materials = append(materials, s.Material)
	}
	if materials, err = c.chosen(materials); err != nil {
		return err
	}
	all, err := endings.OpenFilled(c.Dir, "") // slices depend on others, which may be those in the program
	if err != nil {
		return err
	}
	defer all.Close()
	v := endings.NewVerification(cli.Stdout)
	if err := v.Missing(materials); err != nil {
		return err
	}
	return v.Run(o, func(o verify.Options) error {
		if c.Sample > 0 {
			o.Verified = func(s verify.Summary) { v.Sampled(db, s) }
			_, err := verify.Sample(ctx, all, materials, uint64(c.Sample), o)
			return err
		}
		o.Verified = func(s verify.Summary) { v.Values(db, s) }
		_, err := verify.Run(ctx, all, materials, o)
		return err
	})
}

// distances verifies distances.
func (c *egdbVerifyCommand) distances(ctx context.Context, o verify.Options) error {
	db, err := endings.OpenDistances(c.Metric, c.Dir)
	if err != nil {
		return err
	}
	defer db.Close()
	materials, err := c.chosen(db.Materials())
	if err != nil {
		return err
	}
	v := endings.NewVerification(cli.Stdout)
	return v.Run(o, func(o verify.Options) error {
		return verify.RunDistances(ctx, db, materials, o, func(s verify.DistanceSummary) { v.Distances(db, s) })
	})
}

// chosen returns the slices of at most --pieces pieces.
func (c *egdbVerifyCommand) chosen(all []endgame.Material) ([]endgame.Material, error) {
	all = slices.DeleteFunc(all, func(m endgame.Material) bool { return c.Pieces != 0 && m.Pieces() > c.Pieces })
	if len(all) == 0 {
		return nil, fmt.Errorf("no slices to verify in %s", endings.Place(c.Dir))
	}
	return all, nil
}
