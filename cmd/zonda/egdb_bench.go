package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

type egdbBenchCommand struct {
	Dir    string `arg:"" optional:"" help:"Directory with slice files; without it the databases in the program."`
	Probes int    `help:"Probes of each kind (${default})." default:"1000000" placeholder:"N"`
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
	db, err := openFilled(c.Dir)
	if err != nil {
		return err
	}
	defer db.Close()
	if db.Complete() == 0 {
		return fmt.Errorf("no complete set of slices in %s", place(c.Dir))
	}
	for pieces := 2; pieces <= db.Complete(); pieces++ {
		if err := c.bench(db, pieces); err != nil {
			return err
		}
	}
	return nil
}

// benchSample is the number of different positions that the probes go round: more
// than caches of the processor hold.
const benchSample = 1 << 16

// bench prints a line for each kind of position of so many pieces.
func (c *egdbBenchCommand) bench(db *egdb.Library, pieces int) error {
	random := newSampler(pieces)
	kinds := []struct {
		name string
		is   func(board.Position) bool
	}{
		{"stored", func(p board.Position) bool { return db.Look(p) != board.Unknown }},
		{"left out", func(p board.Position) bool { return p.Jumpers() == 0 && db.Look(p) == board.Unknown }},
		{"quiet", func(p board.Position) bool { return p.Jumpers() == 0 }},
		{"capture", func(p board.Position) bool { return p.Jumpers() != 0 }},
	}
	for _, kind := range kinds {
		if err := c.line(db, pieces, kind.name, random.sample(kind.is)); err != nil {
			return err
		}
	}
	return c.line(db, pieces, "search", random.walk(func(p board.Position) bool { return p.Jumpers() == 0 }))
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

// sampler draws random positions, the same in every run, each placement of a number
// of pieces with equal chance.
type sampler struct {
	*rand.Rand
	slices []egdb.Material
	below  []uint64 // positions of the slices up to each
}

func newSampler(pieces int) *sampler {
	s := &sampler{Rand: rand.New(rand.NewPCG(1, uint64(pieces)))}
	sum := uint64(0)
	for _, m := range egdb.Slices(pieces) {
		sum += m.Positions()
		s.slices = append(s.slices, m)
		s.below = append(s.below, sum)
	}
	return s
}

// position returns a random position, Black or White to move.
func (s *sampler) position() board.Position {
	n := s.Uint64N(s.below[len(s.below)-1])
	i := 0
	for s.below[i] <= n {
		i++
	}
	for {
		if p, ok := s.place(s.slices[i]); ok {
			return p
		}
	}
}

// place puts the pieces of m on random squares; false if men stand where they would
// be kings.
func (s *sampler) place(m egdb.Material) (p board.Position, ok bool) {
	put := func(n uint8) (set board.Bitboard) {
		for set.Count() < int(n) {
			set |= board.Square(s.IntN(board.Squares)).Bit() &^ (p.Black | p.White)
		}
		return set
	}
	blackMen := put(m.BlackMen)
	p.Black |= blackMen
	whiteMen := put(m.WhiteMen)
	p.White |= whiteMen
	kings := put(m.BlackKings)
	p.Black |= kings
	p.Kings = put(m.WhiteKings)
	p.White |= p.Kings
	p.Kings |= kings
	if s.IntN(2) == 1 {
		p = p.Mirror()
		blackMen, whiteMen = whiteMen.Turned(), blackMen.Turned()
	}
	return p, blackMen&board.WhiteBackRow == 0 && whiteMen&board.BlackBackRow == 0
}

// sampleTries bounds the search for positions of a kind that may not exist.
const sampleTries = 50

// sample returns random positions of a kind, fewer if they are rare.
func (s *sampler) sample(is func(board.Position) bool) []board.Position {
	var all []board.Position
	for range benchSample * sampleTries {
		if p := s.position(); is(p) {
			if all = append(all, p); len(all) == benchSample {
				break
			}
		}
	}
	return all
}

// walk returns the positions of a kind that a search of two plies meets.
func (s *sampler) walk(is func(board.Position) bool) []board.Position {
	var all []board.Position
	visit := func(p board.Position) {
		if is(p) && !p.Finished() {
			all = append(all, p)
		}
	}
	for len(all) < benchSample {
		root := s.position()
		visit(root)
		eachMove(root, func(p board.Position) {
			visit(p)
			eachMove(p, visit)
		})
	}
	return all
}

// eachMove visits the positions after the moves of p.
func eachMove(p board.Position, visit func(board.Position)) {
	var l board.MoveList
	p.Moves(&l)
	for _, m := range l.Slice() {
		visit(p.Play(m))
	}
}
