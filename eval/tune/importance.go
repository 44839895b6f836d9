package tune

import (
	"cmp"
	"math"
	"slices"

	"github.com/zonda-checkers/zonda/eval"
)

// Importance is what a heuristic or a pattern adds to the evaluation, and what it is worth.
type Importance struct {
	Name      string  `json:"name"`
	Loss      Loss    `json:"loss"`      // by how much it grows if the part adds nothing, the others as they are
	Absolute  float64 `json:"absolute"`  // the mean of what the part adds, without its sign, in hundredths of a man
	Deviation float64 `json:"deviation"` // the standard deviation of what it adds, in the same unit
}

// partSum adds up what a part does.
type partSum struct {
	loss                   Loss
	sum, absolute, squares float64
}

// partSums is the sums by heuristics and patterns.
type partSums struct {
	n     int
	parts [len(eval.Parts{})]partSum
}

func (s *partSums) look(j *judged) {
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

// ranked returns the parts by how much the loss on the target grows without them.
func (s *partSums) ranked() (list []Importance) {
	n := float64(max(1, s.n))
	for i, name := range eval.PartNames() {
		p := &s.parts[i]
		mean := p.sum / n
		list = append(list, Importance{
			Name: name, Loss: p.loss.over(s.n), Absolute: p.absolute / n,
			Deviation: math.Sqrt(max(0, p.squares/n-mean*mean)),
		})
	}
	slices.SortStableFunc(list, func(a, b Importance) int { return cmp.Compare(b.Loss.Target, a.Loss.Target) })
	return list
}
