package evaltune

import (
	"math"

	"github.com/zonda-checkers/zonda/eval"
)

// Band compares evaluations with results, for the positions whose evaluation lies in one range.
type Band struct {
	From      eval.Score `json:"from"` // the lowest score in the band; -eval.Bound in the first band
	To        eval.Score `json:"to"`   // the lowest score above the band; eval.Bound in the last band
	Positions int        `json:"positions"`
	Score     float64    `json:"score"`     // the mean evaluation, in hundredths of a man
	Predicted float64    `json:"predicted"` // the mean result, 0 to 1, that the evaluations predict
	Actual    float64    `json:"actual"`    // the mean result, 0 to 1
	Error     float64    `json:"error"`     // the standard error of Actual, as if each position came from another game
}

// PieceBands holds the bands of the positions with Least to Most pieces.
type PieceBands struct {
	Most  int    `json:"most_pieces"`
	Least int    `json:"least_pieces"`
	Bands []Band `json:"bands"`
}

// The bands, in hundredths of a man. The first band has all scores below -openEnd, the last one those from openEnd on.
const (
	bandWidth = 20
	openEnd   = 200
	bandCount = 2*openEnd/bandWidth + 2
)

// scoreSum holds the sums over the positions of a band.
type scoreSum struct {
	n                                int
	score, expected, result, squares float64
}

// scoreSums holds the sums of each band.
type scoreSums [bandCount]scoreSum

// include adds a position to the sums of its band: its score for Black, and Black's result.
func (s *scoreSums) include(score, result float32) {
	b := &s[bandOf(score)]
	b.n++
	b.score += float64(score)
	b.expected += Logistic(float64(score) / logisticUnit)
	b.result += float64(result)
	b.squares += float64(result) * float64(result)
}

// bandOf returns the number of a score's band, counted from 0.
func bandOf(score float32) int {
	inside := min(max(float64(score), -openEnd-1), openEnd)
	return int(math.Floor((inside+openEnd)/bandWidth)) + 1
}

// add adds the sums in other.
func (s *scoreSums) add(other *scoreSums) {
	for i := range s {
		s[i].n += other[i].n
		s[i].score += other[i].score
		s[i].expected += other[i].expected
		s[i].result += other[i].result
		s[i].squares += other[i].squares
	}
}

// bands returns the bands that have positions, from the lowest score to the highest.
func (s *scoreSums) bands() (list []Band) {
	for i, sum := range s {
		if sum.n == 0 {
			continue
		}
		n := float64(sum.n)
		b := Band{
			From: eval.Score(i-1)*bandWidth - openEnd, To: eval.Score(i)*bandWidth - openEnd,
			Positions: sum.n, Score: sum.score / n, Predicted: sum.expected / n, Actual: sum.result / n,
		}
		b.Error = standardError(b.Actual, sum.squares/n, sum.n)
		if i == 0 {
			b.From = -eval.Bound
		}
		if i == bandCount-1 {
			b.To = eval.Bound
		}
		list = append(list, b)
	}
	return list
}

// calibration returns the bands of all positions, and those of every row that has positions, from most pieces to least.
func (s *sums) calibration() (all []Band, rows []PieceBands) {
	var sum scoreSums
	for i := range s.scores {
		sum.add(&s.scores[i])
		if bands := s.scores[i].bands(); len(bands) > 0 {
			maximum, minimum := rowPieces(i)
			rows = append(rows, PieceBands{Most: maximum, Least: minimum, Bands: bands})
		}
	}
	return sum.bands(), rows
}

// standardError returns the standard error of a mean of n results. The deviation cannot be estimated from one
// result. For n = 1 the function uses the largest deviation that is possible.
func standardError(mean, meanSquare float64, n int) float64 {
	const largest = 0.5 // of results between 0 and 1
	if n == 1 {
		return largest
	}
	return math.Sqrt(max(0, meanSquare-mean*mean) / float64(n-1))
}
