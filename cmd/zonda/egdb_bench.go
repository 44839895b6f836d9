package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

type egdbBenchCommand struct {
	Dir    string `arg:"" optional:"" help:"Directory with slice files; without it the databases in the program."`
	Probes int    `help:"Probes of each kind (default ${default})." default:"1000000" placeholder:"N"`
}

func (c egdbBenchCommand) Help() string {
	return `Times are of one thread, over random positions of as many pieces as there are databases for:

  stored    quiet positions that a file holds
  left out  quiet positions that are resolved one ply on
  quiet     any positions without a capture to play
  capture   positions with a capture to play
  search    what a search of two plies from random positions meets, in its order

Examples:
  zonda egdb bench
  zonda egdb bench ~/egdb --probes 100000`
}

// Validate is called by the command line parser.
func (c *egdbBenchCommand) Validate() error {
	if c.Probes < 1 {
		return fmt.Errorf("probes %d is less than 1", c.Probes)
	}
	return nil
}

func (c *egdbBenchCommand) Run() error {
	db, err := endgames.OpenFilled(c.Dir)
	if err != nil {
		return err
	}
	defer db.Close()
	if db.Complete() == 0 {
		return fmt.Errorf("no complete set of slices in %s", endgames.Place(c.Dir))
	}
	for pieces := 2; pieces <= db.Complete(); pieces++ {
		if err := c.bench(db, pieces); err != nil {
			return err
		}
	}
	return nil
}

// bench prints a line for each kind of position of so many pieces.
func (c *egdbBenchCommand) bench(db *egdb.Library, pieces int) error {
	random := endgames.NewSampler(pieces)
	kinds := []struct {
		name string
		is   func(board.Position) bool
	}{
		{"stored", func(p board.Position) bool { return db.ProbeStored(p) != board.Unknown }},
		{"left out", func(p board.Position) bool { return p.Jumpers() == 0 && db.ProbeStored(p) == board.Unknown }},
		{"quiet", func(p board.Position) bool { return p.Jumpers() == 0 }},
		{"capture", func(p board.Position) bool { return p.Jumpers() != 0 }},
	}
	for _, kind := range kinds {
		if err := c.line(db, pieces, kind.name, random.Sample(kind.is)); err != nil {
			return err
		}
	}
	return c.line(db, pieces, "search", random.Walk(func(p board.Position) bool { return p.Jumpers() == 0 }))
}

func (c *egdbBenchCommand) line(db *egdb.Library, pieces int, kind string, sample []board.Position) error {
	if len(sample) == 0 {
		return nil
	}
	for i := range min(len(sample), c.Probes) {
		if db.Probe(sample[i]) == board.Unknown {
			return errors.New("no answer for " + sample[i].FEN())
		}
	}
	began := time.Now()
	for i := range c.Probes {
		db.Probe(sample[i%len(sample)])
	}
	each := float64(time.Since(began).Nanoseconds()) / float64(c.Probes)
	_, err := fmt.Printf("%d pieces %-9s %8.1f ns a probe\n", pieces, kind, each)
	return err
}
