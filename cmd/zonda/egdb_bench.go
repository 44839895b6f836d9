package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/egdb"
)

type egdbBenchCommand struct {
	Dir    string `arg:"" optional:"" help:"Directory with slice files; without it the databases in the program."`
	Probes int    `help:"Probes of each kind (default ${default})." default:"1000000" placeholder:"N" min:"1"`
	Memory int    `help:"Files read into memory, in MiB, fewest pieces first; the rest is mapped (default ${default})." default:"256" placeholder:"MIB" min:"0"`
	Cold   bool   `help:"Time probes of files that are not in memory, most pieces only; Linux."`
}

func (c egdbBenchCommand) Help() string {
	return `Times are of one thread, over random positions of as many pieces as there are databases for:

  stored    quiet positions that a file holds, asked as the search asks at every node
  left out  quiet positions that are resolved one ply on
  quiet     any positions without a capture to play
  capture   positions with a capture to play
  search    what a search of two plies from random positions meets, in its order

With --cold the files are dropped from memory and from the cache of the system before every probe; the median and the
slowest tenth are printed. They stay in memory where another program has them open, and a virtual machine may have them in
the cache of its host.

Examples:
  zonda egdb bench
  zonda egdb bench ~/egdb --probes 100000
  zonda egdb bench ~/egdb --memory 0
  zonda egdb bench ~/egdb --cold --probes 200`
}

// Validate is called by the command line parser.
func (c *egdbBenchCommand) Validate() error {
	if c.Cold && c.Dir == "" {
		return errors.New("cold: a directory is missing")
	}
	return nil
}

func (c *egdbBenchCommand) Run() error {
	o := egdb.Options{ValuesOnly: true, Directory: c.Dir, Prefer: true, Memory: uint64(c.Memory) << 20}
	if c.Cold {
		o = egdb.Options{ValuesOnly: true, FilesOnly: true, Directory: c.Dir} // those in the program are always in memory
	}
	db, err := egdb.Open(o)
	if err != nil {
		return err
	}
	defer db.Close()
	if db.Complete() == 0 {
		return fmt.Errorf("no complete set of slices in %s", endgames.Place(c.Dir))
	}
	if c.Cold {
		return c.cold(db)
	}
	for pieces := 2; pieces <= db.Complete(); pieces++ {
		if err := c.bench(db, pieces); err != nil {
			return err
		}
	}
	return nil
}

// probeKind is a kind of positions that are probed.
type probeKind struct {
	name string
	is   func(board.Position) bool

	probe func(board.Position) board.Result
}

func probeKinds(db *egdb.DB) []probeKind {
	return []probeKind{
		{"stored", func(p board.Position) bool { return db.ProbeStored(p) != board.Unknown }, db.ProbeStored},
		{"left out", func(p board.Position) bool { return p.Jumpers() == 0 && db.ProbeStored(p) == board.Unknown }, db.Probe},
		{"quiet", func(p board.Position) bool { return p.Jumpers() == 0 }, db.Probe},
		{"capture", func(p board.Position) bool { return p.Jumpers() != 0 }, db.Probe},
	}
}

// bench prints a line for each kind of position of this number of pieces.
func (c *egdbBenchCommand) bench(db *egdb.DB, pieces int) error {
	random := endgames.NewSampler(pieces)
	for _, kind := range probeKinds(db) {
		if err := c.line(pieces, kind, random.Sample(kind.is)); err != nil {
			return err
		}
	}
	return c.line(pieces, probeKind{name: "search", probe: db.Probe}, random.Walk(func(p board.Position) bool { return p.Jumpers() == 0 }))
}

func (c *egdbBenchCommand) line(pieces int, kind probeKind, sample []board.Position) error {
	if len(sample) == 0 {
		return nil
	}
	for i := range min(len(sample), c.Probes) {
		if kind.probe(sample[i]) == board.Unknown {
			return errors.New("no answer for " + sample[i].FEN())
		}
	}
	began := time.Now()
	for i := range c.Probes {
		kind.probe(sample[i%len(sample)])
	}
	each := float64(time.Since(began).Nanoseconds()) / float64(c.Probes)
	_, err := fmt.Fprintf(cli.Stdout, "%d pieces %-9s %8.1f ns a probe\n", pieces, kind.name, each)
	return err
}

// cold prints the times of probes after each of which the files are dropped from memory.
func (c *egdbBenchCommand) cold(db *egdb.DB) error {
	const slowest = 0.9
	random := endgames.NewSampler(db.Complete())
	for _, kind := range probeKinds(db) {
		sample := random.Sample(kind.is)
		if len(sample) == 0 {
			continue
		}
		times := make([]time.Duration, c.Probes)
		for i := range times {
			if err := db.DropPages(); err != nil {
				return err
			}
			began := time.Now()
			kind.probe(sample[i%len(sample)])
			times[i] = time.Since(began)
		}
		slices.Sort(times)
		at := func(share float64) float64 { return float64(times[int(share*float64(len(times)))].Nanoseconds()) / 1e3 }
		if _, err := fmt.Fprintf(cli.Stdout, "%d pieces %-9s cold: median %6.1f us, one of ten more than %6.1f us\n", db.Complete(), kind.name, at(1./2), at(slowest)); err != nil {
			return err
		}
	}
	return nil
}
