package board

// direction is one of the four diagonals. The first two lead down, towards 32.
type direction int

const (
	downLeft direction = iota
	downRight
	upLeft
	upRight
	directions
)

// span is a range of directions: the directions in which the men of one colour, or kings, move.
type span struct{ first, end direction }

var (
	downwards = span{downLeft, upLeft}
	upwards   = span{upLeft, directions}
	allWays   = span{downLeft, directions}
)

// manSpan returns the directions of c's men.
func manSpan(c Color) span {
	if c == Black {
		return downwards
	}
	return upwards
}

// squareTable holds a set of at most one square for each direction and square.
type squareTable [directions][Squares]Bitboard

// step and leap hold the square one step and two steps away, or an empty set if that square is off the board.
var (
	step = stepTable(1)
	leap = stepTable(2)
)

func stepTable(steps int) (t squareTable) {
	shifts := [directions]func(Bitboard) Bitboard{
		downLeft:  Bitboard.DownLeft,
		downRight: Bitboard.DownRight,
		upLeft:    Bitboard.UpLeft,
		upRight:   Bitboard.UpRight,
	}
	for d, shift := range shifts {
		for s := range Square(Squares) {
			b := s.Bit()
			for range steps {
				b = shift(b)
			}
			t[d][s] = b
		}
	}
	return t
}
