package evaltune

import (
	"math"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Outcomes compares the scores of searches with how their games ended, for the side that is ahead.
type Outcomes struct {
	Rows    []PieceOutcomes `json:"rows"`         // those that have positions, from most pieces to least
	Curve   eval.Curve      `json:"curve"`        // fitted to the games
	Loss    float64         `json:"loss"`         // of Curve: the cross-entropy of the three outcomes, in nats a position
	Program float64         `json:"program_loss"` // the same of the chances in the program
}

// PieceOutcomes holds the bands of the positions with Least to Most pieces.
type PieceOutcomes struct {
	Most  int           `json:"most_pieces"`
	Least int           `json:"least_pieces"`
	Bands []OutcomeBand `json:"bands"`
}

// OutcomeBand compares the shares of wins, draws and losses with the chances in the program, for positions whose scores lie
// in one range.
type OutcomeBand struct {
	From      eval.Score   `json:"from"` // the lowest score in the band
	To        eval.Score   `json:"to"`   // the lowest score above the band; eval.Bound in the last band
	Positions int          `json:"positions"`
	Games     eval.Chances `json:"games"`
	Program   eval.Chances `json:"program"`
}

// outcomeCounts holds the numbers of losses, draws and wins of the side that is ahead, by the pieces on the board and by the
// score; the last score stands for all higher ones too. With a score of 0 the side to move counts as ahead.
type outcomeCounts [allPieces + 1][2*openEnd + 1][3]float64

// NewOutcomes compares the samples of games, both of Training and of Held: the engine did not know the games when it
// searched, and a curve of eight numbers does not learn them by heart.
func NewOutcomes(d *Data) *Outcomes {
	var counts outcomeCounts
	for _, samples := range [][]Sample{d.Training, d.Held} {
		for _, s := range samples {
			score, result := eval.Score(s.Score), s.Result-board.Loss
			if score < 0 {
				score, result = -score, board.Win-s.Result
			}
			counts[s.Position().Pieces()][min(int(score), 2*openEnd)][result]++
		}
	}
	o := &Outcomes{Rows: counts.rows(), Program: counts.loss(eval.Score.Chances)}
	o.Curve, o.Loss = counts.fit()
	return o
}

// rows returns the bands of each row of pieces.
func (c *outcomeCounts) rows() (rows []PieceOutcomes) {
	for row := range PieceRows {
		r := PieceOutcomes{}
		r.Most, r.Least = rowPieces(row)
		for from := 0; from <= openEnd; from += bandWidth {
			b := OutcomeBand{From: eval.Score(from), To: eval.Score(from + bandWidth)}
			end := from + bandWidth
			if from == openEnd {
				b.To, end = eval.Bound, len(c[0])
			}
			for pieces := r.Least; pieces <= r.Most; pieces++ {
				for score := from; score < end; score++ {
					b.include(c[pieces][score], eval.Score(score).Chances(pieces))
				}
			}
			if n := float64(b.Positions); n > 0 {
				b.Games, b.Program = over(b.Games, n), over(b.Program, n)
				r.Bands = append(r.Bands, b)
			}
		}
		if len(r.Bands) > 0 {
			rows = append(rows, r)
		}
	}
	return rows
}

// include adds positions with the same pieces and score, whose games ended as counted.
func (b *OutcomeBand) include(counted [3]float64, program eval.Chances) {
	n := counted[0] + counted[1] + counted[2]
	b.Positions += int(n)
	b.Games = eval.Chances{Win: b.Games.Win + counted[2], Draw: b.Games.Draw + counted[1], Loss: b.Games.Loss + counted[0]}
	b.Program = eval.Chances{Win: b.Program.Win + n*program.Win, Draw: b.Program.Draw + n*program.Draw, Loss: b.Program.Loss + n*program.Loss}
}

// over returns the means of n chances with the sum c.
func over(c eval.Chances, n float64) eval.Chances {
	return eval.Chances{Win: c.Win / n, Draw: c.Draw / n, Loss: c.Loss / n}
}

// loss returns the cross-entropy of chances against the outcomes, in nats a position.
func (c *outcomeCounts) loss(chances func(eval.Score, int) eval.Chances) float64 {
	const certain = 1e-9 // the least chance of what happens
	sum, n := 0., 0.
	for pieces := range c {
		for score, counted := range c[pieces] {
			if counted == [3]float64{} {
				continue
			}
			promised := chances(eval.Score(score), pieces)
			for i, chance := range []float64{promised.Loss, promised.Draw, promised.Win} {
				sum -= counted[i] * math.Log(max(certain, chance))
				n += counted[i]
			}
		}
	}
	return sum / n
}

// fit returns the curve of the least loss, and this loss. It changes one constant at a time, by steps that are halved when
// none of them helps.
func (c *outcomeCounts) fit() (eval.Curve, float64) {
	const (
		first, last = 16., 1. / 64 // steps, in hundredths of a man
		gain        = 1e-9         // the least gain that counts
		high        = 500          // the largest constant, for games that do not decide it
	)
	var best eval.Curve
	for ph := range best.Centre {
		best.Centre[ph], best.Width[ph] = eval.OddsUnit, eval.OddsUnit
	}
	minimum := c.loss(best.Chances)
	for step := first; step >= last; {
		before := minimum
		for ph := range best.Centre {
			for _, change := range [][2]float64{{step, 0}, {-step, 0}, {0, step}, {0, -step}} {
				next := best
				next.Centre[ph] += change[0]
				next.Width[ph] += change[1]
				if min(next.Centre[ph], next.Width[ph]) < 1 || max(next.Centre[ph], next.Width[ph]) > high {
					continue // with a negative centre draws would be fewer than none
				}
				if loss := c.loss(next.Chances); loss < minimum-gain {
					best, minimum = next, loss
				}
			}
		}
		if minimum == before {
			step /= 2
		}
	}
	return best, minimum
}
