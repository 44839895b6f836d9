// Package geometry holds the tables of the board that the endgame databases and their
// generator share: the neighbours of every square, and binomial coefficients.
package geometry

import "github.com/zonda-checkers/zonda/board"

// The diagonal directions, with Black at the top of the board. Black's men move in the first
// two, White's men in the last two, kings in all. The opposite of direction d is
// Directions-1-d.
const (
	DownLeft = iota
	DownRight
	UpLeft
	UpRight
	Directions
)

// Steps and Leaps hold, for each direction and square, the square one and two steps away as
// a set, which is empty where the board ends.
var Steps, Leaps = neighbours(1), neighbours(2)

func neighbours(distance int) (t [Directions][board.Squares]board.Bitboard) {
	for d := range Directions {
		for s := range board.Square(board.Squares) {
			t[d][s] = s.Bit()
			for range distance {
				t[d][s] = Shift(d, t[d][s])
			}
		}
	}
	return t
}

// Shift moves all squares of a set one step; squares that would leave the board are dropped.
func Shift(d int, set board.Bitboard) board.Bitboard {
	switch d {
	case DownLeft:
		return set.DownLeft()
	case DownRight:
		return set.DownRight()
	case UpLeft:
		return set.UpLeft()
	default:
		return set.UpRight()
	}
}

// Choose[n][k] is the number of subsets of k of n squares, for k up to the pieces of one
// side; 0 where k exceeds n.
var Choose = func() (c [board.Squares + 1][board.MaxPieces + 1]int) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= min(n, board.MaxPieces); k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()
