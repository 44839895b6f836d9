package proof

import (
	"math"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// The numbers of a new leaf: an even position has evenNumber, and halving hundredths of a man for one side halve the
// number of that side and double the other.
const (
	evenNumber   = 4.0
	halving      = 40.0
	maxEstimated = 1000 // the largest number of a new leaf
	widest       = 400  // hundredths of a man, beyond which the numbers no longer change
)

// estimator gives new leaves their proof and disproof numbers.
type estimator struct {
	evaluator eval.Evaluator
	seed      uint64
	numbers   [2*widest + 1]uint16 // the disproof number by the score for the attacker, from -widest on
	lists     [board.MaxPieces + 1]board.MoveList
}

// newEstimator returns an estimator by an evaluation. A seed that is not 0 disturbs the scores a little.
func newEstimator(e eval.Evaluator, seed uint64) *estimator {
	s := &estimator{evaluator: e, seed: seed}
	for i := range s.numbers {
		number := math.Round(evenNumber * math.Exp2(float64(i-widest)/halving))
		s.numbers[i] = uint16(max(1, min(number, maxEstimated)))
	}
	return s
}

// leaf returns the numbers of a new leaf.
func (s *estimator) leaf(p board.Position) (proof, disproof uint16) {
	score := int(max(-widest, min(s.score(p)+s.disturbance(p), widest)))
	return s.numbers[widest-score], s.numbers[widest+score]
}

// disturbance returns a small score that depends on the seed and the position alone.
func (s *estimator) disturbance(p board.Position) eval.Score {
	const maximum = 16 // hundredths of a man, in both directions
	if s.seed == 0 {
		return 0
	}
	return eval.Score((p.Hash()*(2*s.seed+1))>>32%(2*maximum+1)) - maximum
}

// score returns the evaluation of p for the attacker, in hundredths of a man, after all captures are played out.
func (s *estimator) score(p board.Position) eval.Score {
	score := s.quiesce(p, -eval.Bound, eval.Bound, 0)
	if p.Turn == board.White {
		return -score
	}
	return score
}

// quiesce returns the evaluation of p for its side to move, ply captures below the leaf. A lost game counts as the
// loss of all pieces.
func (s *estimator) quiesce(p board.Position, alpha, beta eval.Score, ply int) eval.Score {
	if p.Jumpers() == 0 || ply == len(s.lists) {
		if !p.HasMove() {
			return -board.MaxPieces * eval.Man
		}
		return s.evaluator.Evaluate(p)
	}
	list := &s.lists[ply]
	p.Captures(list)
	best := -eval.Bound
	for _, m := range list.Slice() {
		best = max(best, -s.quiesce(p.Play(m), -beta, -max(alpha, best), ply+1))
		if best >= beta {
			break
		}
	}
	return best
}
