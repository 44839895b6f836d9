package endings

import (
	"math/rand/v2"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// sampleSize is the usual number of positions of a sample: more than caches of the CPU hold.
const sampleSize = 1 << 16

// Sampler returns random positions of a number of pieces, the same in every run. All placements are
// equally likely.
type Sampler struct {
	*rand.Rand
	Size   int // positions of a sample
	slices []endgame.Material
	below  []uint64 // number of positions in each slice and all slices before it
}

// NewSampler returns a sampler of positions with this number of pieces.
func NewSampler(pieces int) *Sampler {
	s := &Sampler{Rand: rand.New(rand.NewPCG(1, uint64(pieces))), Size: sampleSize}
	sum := uint64(0)
	for _, m := range endgame.Slices(pieces) {
		sum += m.Positions()
		s.slices = append(s.slices, m)
		s.below = append(s.below, sum)
	}
	return s
}

// Position returns a random position, Black or White to move.
func (s *Sampler) Position() board.Position {
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
func (s *Sampler) place(m endgame.Material) (p board.Position, ok bool) {
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

// sampleTries is how many random positions are tried for each position of a sample: positions of a kind
// may be rare, or not exist.
const sampleTries = 50

// Sample returns random positions for which is returns true. It returns fewer positions if they are
// rare.
func (s *Sampler) Sample(is func(board.Position) bool) []board.Position {
	var all []board.Position
	for range s.Size * sampleTries {
		if p := s.Position(); is(p) {
			if all = append(all, p); len(all) == s.Size {
				break
			}
		}
	}
	return all
}

// Walk returns the positions for which is returns true, of those that searches of two plies from random
// positions visit.
func (s *Sampler) Walk(is func(board.Position) bool) []board.Position {
	var all []board.Position
	visit := func(p board.Position) {
		if is(p) && !p.Finished() {
			all = append(all, p)
		}
	}
	for len(all) < s.Size {
		root := s.Position()
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
	for m := range p.Legal() {
		visit(p.Play(m))
	}
}
