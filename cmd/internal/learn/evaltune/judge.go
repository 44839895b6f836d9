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

// Scorer returns the evaluation of a position with Black to move, in hundredths of a man. It sets the parts if the
// evaluation has any.
type Scorer func(p board.Position, parts *eval.Parts) float32

// ByWeights returns the scorer of the linear evaluation with weights.
func ByWeights(weights *eval.Learned) Scorer {
	return func(p board.Position, parts *eval.Parts) float32 {
		var f eval.Features
		f.Take(p)
		*parts = weights.Parts(&f)
		return parts.Sum()
	}
}

// ByEvaluator returns the scorer of an evaluation of any kind, which tells no parts.
func ByEvaluator(e eval.Evaluator) Scorer {
	return func(p board.Position, _ *eval.Parts) float32 { return float32(e.Evaluate(p)) }
}

// Judge measures how well an evaluation predicts the targets of a fit. Of the settings in f only ResultShare matters. Judge
// sometimes calls progress with the number of positions so far. The same points in the same order give the same
// judgement, with any number of CPUs.
func (f Fit) Judge(ctx context.Context, set *Set, score Scorer, progress func(done int)) (*Judgement, error) {
	training, err := f.sumUp(ctx, set.Training, score, false, progress)
	if err != nil {
		return nil, err
	}
	held, err := f.sumUp(ctx, set.Held, score, true, func(done int) { progress(len(set.Training) + done) })
	if err != nil {
		return nil, err
	}
	j := &Judgement{Training: training.rows(), Held: held.rows(), Importance: held.importance()}
	j.Calibration, j.ByPieces = held.calibration()
	return j, nil
}

// sums holds the sums over points from which a Judgement is computed.
type sums struct {
	losses [PieceRows]lossSum
	scores [PieceRows]scoreSums
	parts  [len(eval.Parts{})]partSum // of each heuristic and each pattern
}

// include adds a point to the sums: to those of losses, or to all.
func (s *sums) include(f Fit, p Point, score Scorer, all bool) {
	var parts eval.Parts
	value, target := score(p.Position, &parts), f.target(p)
	loss, row := p.loss(value/logisticUnit, target), RowOf(p.Position.Pieces())
	s.losses[row].add(lossSum{1, loss, float64(target), float64(p.Result)})
	if !all {
		return
	}
	s.scores[row].include(value, p.Result)
	for i, part := range parts {
		if part != 0 {
			without, adds := p.loss((value-part)/logisticUnit, target), float64(part)
			s.parts[i].add(partSum{Loss{without.Target - loss.Target, without.Result - loss.Result}, adds, math.Abs(adds), adds * adds})
		}
	}
}

// add adds the sums in other.
func (s *sums) add(other *sums) {
	for i := range s.losses {
		s.losses[i].add(other.losses[i])
		s.scores[i].add(&other.scores[i])
	}
	for i := range s.parts {
		s.parts[i].add(other.parts[i])
	}
}

// sumUp evaluates all points in parallel and returns the sums of losses, or all sums. Each chunk has its own sums, which
// are added in order at the end, because the sum of floating-point numbers depends on the order.
func (f Fit) sumUp(ctx context.Context, points []Point, score Scorer, all bool, progress func(done int)) (*sums, error) {
	parts := make([]sums, chunks)
	var mutex sync.Mutex
	done := 0
	err := Parallel(ctx, chunks, func(i int) {
		chunk := points[len(points)*i/chunks : len(points)*(i+1)/chunks]
		for _, p := range chunk {
			parts[i].include(f, p, score, all)
		}
		mutex.Lock()
		defer mutex.Unlock()
		done += len(chunk)
		progress(done)
	})
	total := &sums{}
	for i := range parts {
		total.add(&parts[i])
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

// add adds the sums in other.
func (s *partSum) add(other partSum) {
	s.loss.add(other.loss)
	s.sum += other.sum
	s.absolute += other.absolute
	s.squares += other.squares
}

// importance returns the importance of each part, nil for an evaluation without parts. The part without which the loss on
// the target grows most comes first.
func (s *sums) importance() (list []Importance) {
	if s.parts == (sums{}).parts {
		return nil
	}
	positions := s.total().n
	n := float64(positions)
	for i, name := range eval.PartNames() {
		p := &s.parts[i]
		mean := p.sum / n
		list = append(list, Importance{
			Name: name, Loss: p.loss.mean(positions), Absolute: p.absolute / n,
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
func rowPieces(row int) (maximum, minimum int) {
	maximum = allPieces - row*piecesPerRow
	return maximum, maximum - piecesPerRow + 1
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
func (s lossSum) losses(maximum, minimum int) Losses {
	target, result := s.target/float64(s.n), s.result/float64(s.n)
	return Losses{
		Most: maximum, Least: minimum, Positions: s.n, Loss: s.loss.mean(s.n),
		Constant: Loss{entropy(target), entropy(result)},
	}
}

// entropy returns the loss of the prediction mean for targets with this mean, in nats. A mean of almost 0 or 1 is limited.
func entropy(mean float64) float64 {
	const certain = 1e-6
	p := min(max(mean, certain), 1-certain)
	return CrossEntropy(math.Log(p/(1-p)), mean)
}

// total returns the sum of all rows.
func (s *sums) total() (all lossSum) {
	for _, sum := range s.losses {
		all.add(sum)
	}
	return all
}

// rows returns the losses of all positions, and then those of every row that has positions.
func (s *sums) rows() []Losses {
	rows := []Losses{s.total().losses(allPieces, 1)}
	for i, sum := range s.losses {
		if sum.n > 0 {
			maximum, minimum := rowPieces(i)
			rows = append(rows, sum.losses(maximum, minimum))
		}
	}
	return rows
}
