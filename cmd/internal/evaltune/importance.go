package evaltune

import (
	"cmp"
	"math"
	"slices"

	"github.com/zonda-checkers/zonda/eval"
)

// Importance says how much a part of the evaluation, a heuristic or a pattern, contributes, and how much it
// improves the predictions.
type Importance struct {
	Name      string  `json:"name"`
	Loss      Loss    `json:"loss"`      // the growth of the loss if this part is set to zero and the others stay the same
	Absolute  float64 `json:"absolute"`  // the mean of the part's absolute value, in hundredths of a man
	Deviation float64 `json:"deviation"` // the standard deviation of the part, in hundredths of a man
}

// partSum holds the sums for one part of the evaluation.
type partSum struct {
	loss                   Loss
	sum, absolute, squares float64
}

// partSums holds the sums for each heuristic and each pattern.
type partSums struct {
	n     int
	parts [len(eval.Parts{})]partSum
}

// include adds a point to the sums.
func (s *partSums) include(j *judgedPoint) {
	s.n++
	for i, part := range j.parts {
		if part == 0 {
			continue
		}
		without := j.lossOf(expectation(j.score - part))
		p, adds := &s.parts[i], float64(part)
		p.loss.add(Loss{without.Target - j.loss.Target, without.Result - j.loss.Result})
		p.sum += adds
		p.absolute += math.Abs(adds)
		p.squares += adds * adds
	}
}

// add adds the sums in other.
func (s *partSums) add(other *partSums) {
	s.n += other.n
	for i := range s.parts {
		p, o := &s.parts[i], &other.parts[i]
		p.loss.add(o.loss)
		p.sum += o.sum
		p.absolute += o.absolute
		p.squares += o.squares
	}
}

// ranked returns the importance of each part. The part without which the loss on the target grows most comes first.
func (s *partSums) ranked() (list []Importance) {
	n := float64(max(1, s.n))
	for i, name := range eval.PartNames() {
		p := &s.parts[i]
		mean := p.sum / n
		list = append(list, Importance{
			Name: name, Loss: p.loss.mean(s.n), Absolute: p.absolute / n,
			Deviation: math.Sqrt(max(0, p.squares/n-mean*mean)),
		})
	}
	slices.SortStableFunc(list, func(a, b Importance) int { return cmp.Compare(b.Loss.Target, a.Loss.Target) })
	return list
}
