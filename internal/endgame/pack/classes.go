package pack

import (
	"math"

	"github.com/zonda-checkers/zonda/internal/endgame"
)

// Census returns the numbers of wins, draws and losses of a slice with Black to move, and
// whether they are known. The predictor scores a capture by the numbers
// of the slice that the capture leads to.
type Census func(m endgame.Material) (endgame.Counts, bool)

// CensusPieces is the number of pieces up to which the file of a slice depends on the counts of slices of as many pieces too. No
// capture leads to these, so their classes say nothing; the files in the program have them.
const CensusPieces = 6

// materialClasses returns the table of the classes, 0 to endgame.BestClass, of every material
// that captures may leave of m.
func materialClasses(m endgame.Material, census Census) []byte {
	return endgame.MaterialClasses(m, func(left endgame.Material, whiteMoves bool) int {
		switch {
		case left.Black() == 0:
			return 0
		case left.White() == 0:
			return endgame.BestClass
		}
		mover := left
		if whiteMoves {
			mover = left.Mirror()
		}
		score := materialScore(mover)
		if left.Pieces() == m.Pieces() && m.Pieces() > CensusPieces {
			return endgame.BestClass / 2
		}
		if c, known := census(mover); known && c.Wins+c.Draws+c.Losses > 0 {
			score = shareScore(c)
		}
		if whiteMoves {
			score = -score
		}
		const middle, scale = float64(endgame.BestClass) / 2, 1.6 // about 99 % of wins is the best class
		return int(math.Round(min(max(float64(score*scale)+middle, 0), endgame.BestClass)))
	})
}

// shareScore returns the logarithm of the odds that a position of a slice is good for its
// side to move. A draw counts half.
func shareScore(c endgame.Counts) float64 {
	const few = 0.005 // this share is added on both sides, so that no odds are infinite
	all := float64(c.Wins + c.Draws + c.Losses)
	good := (float64(c.Wins)+float64(c.Draws)/2)/all + few
	bad := (float64(c.Losses)+float64(c.Draws)/2)/all + few
	return logarithm(good / bad)
}

// materialScore estimates shareScore from the numbers of kings and men, for a slice whose
// counts are not known.
func materialScore(m endgame.Material) float64 {
	const king, man = 2.5, 2
	return king*(float64(m.BlackKings)-float64(m.WhiteKings)) + man*(float64(m.BlackMen)-float64(m.WhiteMen))
}

// logarithm returns the natural logarithm, with the same result on every machine. math.Log
// differs where the CPU has an instruction for it.
func logarithm(x float64) float64 {
	const ln2, terms = 0.6931471805599453, 40
	fraction, exponent := math.Frexp(x)
	y := (fraction - 1) / (fraction + 1) // ln f = 2 (y + y^3/3 + y^5/5 + ...)
	square := y * y
	sum, power := 0.0, y
	for i := range terms {
		sum += float64(power / float64(2*i+1))
		power = float64(power * square)
	}
	return float64(2*sum) + float64(float64(exponent)*ln2)
}
