package tune

import (
	"context"
	"sync"

	"github.com/zonda-checkers/zonda/eval"
)

// Judgement is how well weights tell what became of positions.
type Judgement struct {
	Training    []Losses     `json:"training"` // of all positions, then by the pieces on the board
	Held        []Losses     `json:"held_out"`
	Calibration []Band       `json:"calibration"` // of the positions held out, by score
	Importance  []Importance `json:"importance"`  // of each heuristic and pattern to them, the most important first
}

// Judge finds how well weights tell what a fit learns; nothing but the fit's ResultShare
// matters. It calls progress now and then with the number of positions done. The same
// points in the same order give the same judgement, on any number of processors.
func (f Fit) Judge(ctx context.Context, set *Set, weights *eval.Learned, progress func(done int)) (*Judgement, error) {
	training, err := f.survey(ctx, set.Training, weights, (*tally).losses, progress)
	if err != nil {
		return nil, err
	}
	held, err := f.survey(ctx, set.Held, weights, (*tally).all, func(done int) { progress(len(set.Training) + done) })
	if err != nil {
		return nil, err
	}
	return &Judgement{
		Training:    training.byPieces.rows(),
		Held:        held.byPieces.rows(),
		Calibration: held.byScore.bands(),
		Importance:  held.byPart.ranked(),
	}, nil
}

// judged is a point and what the weights say of it.
type judged struct {
	Point
	features eval.Features
	parts    eval.Parts
	score    float32 // the sum of the parts
	expected float32 // Black's score, 0 to 1
	target   float32 // what a fit wants it to be
	loss     Loss
}

func (j *judged) judge(f Fit, p Point, weights *eval.Learned) {
	j.Point = p
	j.features.Take(p.Position)
	j.parts = weights.Parts(&j.features)
	j.score = j.parts.Sum()
	j.expected = expectation(j.score)
	j.target = f.target(p)
	j.loss = j.lossOf(j.expected)
}

// lossOf returns the loss of an expectation.
func (j *judged) lossOf(expected float32) Loss {
	return Loss{
		Target: entropy(float64(expected), float64(j.target)),
		Result: entropy(float64(expected), float64(j.Result)),
	}
}

// expectation returns the score, 0 to 1, that an evaluation in hundredths of a man promises.
func expectation(score float32) float32 { return chance(score / logisticUnit) }

// tally adds up over points.
type tally struct {
	byPieces pieceSums
	byScore  scoreSums
	byPart   partSums
}

func (t *tally) losses(j *judged) { t.byPieces.look(j) }

func (t *tally) all(j *judged) {
	t.byPieces.look(j)
	t.byScore.look(j)
	t.byPart.look(j)
}

// tallies is how many are added up apart and then put together in order: sums of
// floating-point numbers depend on it.
const tallies = 64

// survey has all workers look at points.
func (f Fit) survey(ctx context.Context, points []Point, weights *eval.Learned,
	look func(*tally, *judged), progress func(done int)) (*tally, error) {
	sums := make([]tally, tallies)
	var guard sync.Mutex
	done := 0
	parallel(tallies, func(first, end int) {
		var j judged
		for i := first; i < end && ctx.Err() == nil; i++ {
			part := points[len(points)*i/tallies : len(points)*(i+1)/tallies]
			for _, p := range part {
				j.judge(f, p, weights)
				look(&sums[i], &j)
			}
			guard.Lock()
			done += len(part)
			progress(done)
			guard.Unlock()
		}
	})
	total := &tally{}
	for i := range sums {
		total.byPieces.add(&sums[i].byPieces)
		total.byScore.add(&sums[i].byScore)
		total.byPart.add(&sums[i].byPart)
	}
	return total, ctx.Err()
}
