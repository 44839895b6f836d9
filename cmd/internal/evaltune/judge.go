package evaltune

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"github.com/zonda-checkers/zonda/board"
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
	losses   Loss
}

// fill sets j to the point p and its evaluation.
func (j *judgedPoint) fill(f Fit, p Point, score scorer) {
	j.Point = p
	j.score = score(j)
	j.expected = float32(Logistic(float64(j.score) / logisticUnit))
	j.target = f.target(p)
	j.losses = j.loss(j.score/logisticUnit, j.target)
}

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

// sumUp evaluates all points in parallel and adds them to the sums by include. Each chunk has its own sums, which are
// added in order at the end, because the sum of floating-point numbers depends on the order.
func (f Fit) sumUp(ctx context.Context, points []Point, score scorer,
	include func(*pointSums, *judgedPoint), progress func(done int)) (*pointSums, error) {
	sums := make([]pointSums, chunks)
	var mutex sync.Mutex
	done := 0
	err := Parallel(ctx, chunks, func(i int) {
		var j judgedPoint
		chunk := points[len(points)*i/chunks : len(points)*(i+1)/chunks]
		for _, p := range chunk {
			j.fill(f, p, score)
			include(&sums[i], &j)
		}
		mutex.Lock()
		defer mutex.Unlock()
		done += len(chunk)
		progress(done)
	})
	total := &pointSums{}
	for i := range sums {
		total.byPieces.add(&sums[i].byPieces)
		total.byScore.add(&sums[i].byScore)
		total.byPart.add(&sums[i].byPart)
	}
	return total, err
}

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
		without := j.loss((j.score-part)/logisticUnit, j.target)
		p, adds := &s.parts[i], float64(part)
		p.loss.add(Loss{without.Target - j.losses.Target, without.Result - j.losses.Result})
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

// Losses is the loss on the positions with Least to Most pieces.
type Losses struct {
	Most      int  `json:"most_pieces"`
	Least     int  `json:"least_pieces"`
	Positions int  `json:"positions"`
	Loss      Loss `json:"loss"`
	Constant  Loss `json:"constant"` // the loss if the best constant is predicted for all of the positions
}

// Positions are divided into rows by their pieces. Each row has piecesPerRow numbers of pieces, the first 24 to 19.
const (
	allPieces    = 2 * board.MaxPieces
	piecesPerRow = 6
	PieceRows    = allPieces / piecesPerRow
)

// RowOf returns the row of positions with n pieces, counted from 0. An empty board, which a file of samples may contain,
// is in the last row.
func RowOf(n int) int { return min((allPieces-n)/piecesPerRow, PieceRows-1) }

// rowPieces returns the largest and the smallest number of pieces in a row.
func rowPieces(row int) (most, least int) {
	most = allPieces - row*piecesPerRow
	return most, most - piecesPerRow + 1
}

// lossSum holds the sums of losses, of targets and of results over n positions.
type lossSum struct {
	n              int
	loss           Loss
	target, result float64
}

func (s *lossSum) add(other lossSum) {
	s.n += other.n
	s.loss.add(other.loss)
	s.target += other.target
	s.result += other.result
}

func (l *Loss) add(other Loss) {
	l.Target += other.Target
	l.Result += other.Result
}

// finite reports whether the loss is a finite number.
func (l Loss) finite() bool {
	sum := l.Target + l.Result
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// mean returns the mean of n losses whose sum is l.
func (l Loss) mean(n int) Loss {
	return Loss{l.Target / float64(max(1, n)), l.Result / float64(max(1, n))}
}

// losses returns the means. The best constant prediction is the mean of the targets, or of the results.
func (s lossSum) losses(most, least int) Losses {
	target, result := s.target/float64(s.n), s.result/float64(s.n)
	return Losses{
		Most: most, Least: least, Positions: s.n, Loss: s.loss.mean(s.n),
		Constant: Loss{entropy(target), entropy(result)},
	}
}

// entropy returns the loss of the prediction mean for targets with this mean, in nats. A mean of almost 0 or 1 is limited.
func entropy(mean float64) float64 {
	const certain = 1e-6
	p := min(max(mean, certain), 1-certain)
	return CrossEntropy(math.Log(p/(1-p)), mean)
}

// pieceSums holds the sums of each row.
type pieceSums [PieceRows]lossSum

// include adds a point to the sums of its row.
func (s *pieceSums) include(j *judgedPoint) {
	s[RowOf(j.Position.Pieces())].add(lossSum{1, j.losses, float64(j.target), float64(j.Result)})
}

func (s *pieceSums) add(other *pieceSums) {
	for i := range s {
		s[i].add(other[i])
	}
}

// rows returns the losses of all positions, and then those of every row that has positions.
func (s *pieceSums) rows() []Losses {
	var all lossSum
	var rows []Losses
	for i, sum := range s {
		all.add(sum)
		if sum.n > 0 {
			most, least := rowPieces(i)
			rows = append(rows, sum.losses(most, least))
		}
	}
	return append([]Losses{all.losses(allPieces, 1)}, rows...)
}
