package generate

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/egdb"
)

// The two bits of a value in a slice without kings.
const (
	menLost   = 1 << iota // L
	menNotWon             // N
	menBits   = iota
)

// solveMen computes the values of a configuration without kings. Men only advance, so every
// move leads to a configuration that is solved.
func (w *valueSolver) solveMen() (n [sides]egdb.Counts) {
	values := [sides]uint64{
		blackToMove: w.twin.menToMove(bits.Reverse32(w.whiteMen), bits.Reverse32(w.blackMen)),
		whiteToMove: w.menToMove(w.blackMen, w.whiteMen),
	}
	kept := uint8(0)
	for side, value := range values {
		var v uint8
		switch value {
		case lostValue:
			v = menLost | menNotWon
			n[side].Losses = 1
		case drawnValue:
			v = menNotWon
			n[side].Draws = 1
		default:
			n[side].Wins = 1
		}
		kept |= v << (side * menBits)
	}
	w.slice.men[w.slice.configuration(w.blackMen, w.whiteMen)] = kept
	return n
}

// menValue returns a value of a slice without kings.
func (s *slice) menValue(configuration int, side uint8) uint64 {
	v := uint64(s.men[configuration] >> (side * menBits))
	return v&menLost | v&menNotWon>>1<<squares
}

// menToMove returns the value for White to move of men against men.
func (w *valueSolver) menToMove(black, white uint32) uint64 {
	best, _ := w.seeder.menBest(black, white)
	lost, notWon := ^best>>squares&1, ^best&1
	return lost | notWon<<squares
}
