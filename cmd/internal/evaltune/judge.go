package evaltune

import (
	"context"
	"sync"

	"github.com/zonda-checkers/zonda/eval"
)

// Judgement measures how well an evaluation predicts the results of games from their positions.
type Judgement struct {
	Training    []Losses     `json:"training"` // first of all positions, then of those with similar numbers of pieces
	Held        []Losses     `json:"held_out"`
	Calibration []Band       `json:"calibration"`           // of the positions held out, by score
	ByPieces    []PieceBands `json:"calibration_by_pieces"` // the same for each row of pieces
	Importance  []Importance `json:"importance,omitempty"`  // of each heuristic and pattern for the positions held out, the most important first
}

// Judge measures how well weights predict the targets of a fit. Of the settings in f only ResultShare matters. Judge
// sometimes calls progress with the number of positions so far. The same points in the same order give the same
// judgement, with any number of processors.
func (f Fit) Judge(ctx context.Context, set *Set, weights *eval.Learned, progress func(done int)) (*Judgement, error) {
	sums, err := f.judge(ctx, set, func(j *judgedPoint) float32 {
		j.features.Take(j.Position)
		j.parts = weights.Parts(&j.features)
		return j.parts.Sum()
	}, (*pointSums).all, progress)
	if err != nil {
		return nil, err
	}
	judgement := sums.judgement()
	judgement.Importance = sums.held.byPart.ranked()
	return judgement, nil
}

// JudgeEvaluator is Judge for an evaluation of any kind. The judgement says nothing of heuristics and patterns.
func (f Fit) JudgeEvaluator(ctx context.Context, set *Set, evaluator eval.Evaluator, progress func(done int)) (*Judgement, error) {
	sums, err := f.judge(ctx, set, func(j *judgedPoint) float32 {
		return float32(evaluator.Evaluate(j.Position))
	}, (*pointSums).scores, progress)
	if err != nil {
		return nil, err
	}
	return sums.judgement(), nil
}

// scorer returns the evaluation of a point's position for Black, in hundredths of a man. It may set the features and parts.
type scorer func(j *judgedPoint) float32

// setSums holds the sums over both parts of a set.
type setSums struct{ training, held *pointSums }

// judge sums up both parts of a set, the positions held out by include.
func (f Fit) judge(ctx context.Context, set *Set, score scorer, include func(*pointSums, *judgedPoint),
	progress func(done int)) (s setSums, err error) {
	if s.training, err = f.sumUp(ctx, set.Training, score, (*pointSums).losses, progress); err != nil {
		return s, err
	}
	s.held, err = f.sumUp(ctx, set.Held, score, include, func(done int) { progress(len(set.Training) + done) })
	return s, err
}

// judgement returns the losses and the calibration.
func (s setSums) judgement() *Judgement {
	return &Judgement{
		Training:    s.training.byPieces.rows(),
		Held:        s.held.byPieces.rows(),
		Calibration: s.held.byScore.all(),
		ByPieces:    s.held.byScore.rows(),
	}
}

// judgedPoint is a point with its evaluation by the weights and its loss.
type judgedPoint struct {
	Point
	features eval.Features // of the linear evaluation, like parts
	parts    eval.Parts
	score    float32 // the evaluation for Black, in hundredths of a man
	expected float32 // Black's expected result by the evaluation, 0 to 1
	target   float32 // Black's expected result by Fit.target, 0 to 1
	loss     Loss
}

// fill sets j to the point p and its evaluation.
func (j *judgedPoint) fill(f Fit, p Point, score scorer) {
	j.Point = p
	j.score = score(j)
	j.expected = expectation(j.score)
	j.target = f.target(p)
	j.loss = j.lossOf(j.expected)
}

// lossOf returns the loss if Black's expected result is predicted to be expected.
func (j *judgedPoint) lossOf(expected float32) Loss {
	return Loss{
		Target: entropy(float64(expected), float64(j.target)),
		Result: entropy(float64(expected), float64(j.Result)),
	}
}

// expectation returns the expected result, 0 to 1, for an evaluation in hundredths of a man.
func expectation(score float32) float32 { return logistic(score / logisticUnit) }

// pointSums holds the sums over points from which a Judgement is computed.
type pointSums struct {
	byPieces pieceSums
	byScore  rowScores
	byPart   partSums
}

func (t *pointSums) losses(j *judgedPoint) { t.byPieces.include(j) }

func (t *pointSums) scores(j *judgedPoint) {
	t.byPieces.include(j)
	t.byScore.include(j)
}

func (t *pointSums) all(j *judgedPoint) {
	t.scores(j)
	t.byPart.include(j)
}

// chunks is the number of parts into which the points are divided. Each part has its own sums, which are added in
// order at the end, because the sum of floating-point numbers depends on the order.
const chunks = 64

// sumUp evaluates all points in parallel and adds them to the sums by include.
func (f Fit) sumUp(ctx context.Context, points []Point, score scorer,
	include func(*pointSums, *judgedPoint), progress func(done int)) (*pointSums, error) {
	sums := make([]pointSums, chunks)
	var mutex sync.Mutex
	done := 0
	parallel(chunks, func(first, end int) {
		var j judgedPoint
		for i := first; i < end && ctx.Err() == nil; i++ {
			chunk := points[len(points)*i/chunks : len(points)*(i+1)/chunks]
			for _, p := range chunk {
				j.fill(f, p, score)
				include(&sums[i], &j)
			}
			mutex.Lock()
			done += len(chunk)
			progress(done)
			mutex.Unlock()
		}
	})
	total := &pointSums{}
	for i := range sums {
		total.byPieces.add(&sums[i].byPieces)
		total.byScore.add(&sums[i].byScore)
		total.byPart.add(&sums[i].byPart)
	}
	return total, ctx.Err()
}
