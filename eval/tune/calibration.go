package tune

import (
	"math"

	"github.com/zonda-checkers/zonda/eval"
)

// Band is the positions that the evaluation gives about the same score, and how they ended.
type Band struct {
	From      eval.Score `json:"from"` // -eval.Bound in the first band
	To        eval.Score `json:"to"`   // not in the band; eval.Bound in the last
	Positions int        `json:"positions"`
	Score     float64    `json:"score"`     // the mean evaluation, in hundredths of a man
	Predicted float64    `json:"predicted"` // the mean score, 0 to 1, that the evaluations promise
	Actual    float64    `json:"actual"`    // the mean result, 0 to 1
	Error     float64    `json:"error"`     // the standard error of Actual, were all positions of different games
}

// The bands are so wide, in hundredths of a man, and the first and the last one have no end.
const (
	bandWidth = 20
	openEnd   = 200
	bandCount = 2*openEnd/bandWidth + 2
)

// scoreSum adds up the positions of a band.
type scoreSum struct {
	n                                int
	score, expected, result, squares float64
}

// scoreSums is the sums by the score.
type scoreSums [bandCount]scoreSum

func (s *scoreSums) look(j *judged) {
	b := &s[bandOf(j.score)]
	result := float64(j.Result)
	b.n++
	b.score += float64(j.score)
	b.expected += float64(j.expected)
	b.result += result
	b.squares += result * result
}

// bandOf returns the number of the band of a score.
func bandOf(score float32) int {
	inside := min(max(float64(score), -openEnd-1), openEnd)
	return int(math.Floor((inside+openEnd)/bandWidth)) + 1
}

func (s *scoreSums) add(other *scoreSums) {
	for i := range s {
		s[i].n += other[i].n
		s[i].score += other[i].score
		s[i].expected += other[i].expected
		s[i].result += other[i].result
		s[i].squares += other[i].squares
	}
}

// bands returns those that have positions, from the lowest score to the highest.
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

// standardError returns the standard error of a mean of n results. One result says nothing
// of the deviation, which is then taken to be the largest that there is.
func standardError(mean, meanSquare float64, n int) float64 {
	const largest = 0.5 // of results between 0 and 1
	if n == 1 {
		return largest
	}
	return math.Sqrt(max(0, meanSquare-mean*mean) / float64(n-1))
}
