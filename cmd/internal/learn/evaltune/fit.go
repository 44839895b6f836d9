package evaltune

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/eval"
)

// Fit holds the settings with which weights are learned, by logistic regression: the expected result of a game is the
// logistic function of the evaluation.
type Fit struct {
	Epochs      int     `help:"Passes over the samples (default ${default})." default:"4" placeholder:"N" min:"1" max:"1000"`
	Seed        uint64  `help:"Decides the order of the samples (default ${default})." default:"1" placeholder:"N"`
	ResultShare float64 `help:"Share of the game's result in the target of learning, from 0 to 1; the rest is the search's score (default ${default})." default:"0.5" placeholder:"X" min:"0" max:"1"`
	Shrink      float64 `help:"Pull of the weights of the patterns towards those at the beginning, as strong as X samples (default ${default})." default:"5" placeholder:"X" min:"0" max:"1000000"`
	Rate        float64 `help:"Rate of learning (default ${default})." default:"0.15" placeholder:"X" above:"0" max:"10"`
	Heuristics  bool    `help:"Learn the weights of the heuristics too, except those of material and kings." default:"true" negatable:""`

	From *eval.Learned `kong:"-"` // the weights at the beginning; nil for the heuristics in the program, and 0 for the patterns
}

// logisticUnit is the evaluation, in hundredths of a man, at which the odds are e to 1.
const logisticUnit = eval.OddsUnit

// batch is the number of samples in a batch: their errors are computed before any weight changes.
const batch = 8192

// Loss is the mean cross-entropy per sample, in nats.
type Loss struct {
	Target float64 `json:"target"` // of the predictions against the targets of the fit
	Result float64 `json:"result"` // of the predictions against the results of the games
}

// fitting is the state of a fit. First all workers compute the errors of a batch, each worker for some of the
// samples. Then each table of weights is changed by one worker, in the order of the samples.
// So the weights do not depend on the number of workers.
type fitting struct {
	fit        Fit
	heuristics []float32  // the weights by heuristic and phase, in units of logisticUnit
	adam       Adam       // of the heuristics
	steps      int        // the number of steps that the heuristics have made
	patterns   [][]weight // by pattern: for each entry the early and the late weight
	seen       [][]uint32 // by pattern: how often each entry occurs in the samples
	features   []eval.Features
	errors     []float32 // of the samples in a batch: the predicted result minus the target
}

// Run learns weights from the training points of set. After each epoch it calls report with the losses on a part of
// the training points and on the points held out. It returns an error if a loss is not a finite number. After each
// batch it calls progress with the number of points used so far, in all epochs. Run changes the order of the
// training points.
func (f Fit) Run(ctx context.Context, set *Set, progress func(done int),
	report func(epoch int, training, test Loss)) (*eval.Learned, error) {
	samples, held := set.Training, set.Held
	s := newFitting(f)
	random := rand.New(rand.NewPCG(f.Seed, 0))
	random.Shuffle(len(samples), func(i, j int) { samples[i], samples[j] = samples[j], samples[i] })
	s.count(samples)
	for epoch := range f.Epochs {
		done := epoch * len(samples)
		for part := range slices.Chunk(samples, batch) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			s.learn(part, f.rate(epoch))
			done += len(part)
			progress(done)
		}
		training, test := s.loss(samples[:min(len(samples), len(held))]), s.loss(held)
		if !training.finite() || !test.finite() {
			return nil, fmt.Errorf("the loss is no number after epoch %d: the weights ran away, try a lower rate", epoch+1)
		}
		report(epoch+1, training, test)
	}
	return s.learned(), nil
}

// rate returns the learning rate of an epoch, counted from 0. In the last third of the epochs the rate is
// lower, so that the weights converge.
func (f Fit) rate(epoch int) float64 {
	const settling = 4
	if epoch >= f.Epochs*2/3 {
		return f.Rate / settling
	}
	return f.Rate
}

// newFitting returns the state at the beginning of a fit.
func newFitting(f Fit) *fitting {
	from := f.From
	if from == nil {
		from = eval.NewLearned()
		from.Heuristics = eval.BuiltIn().Learned().Heuristics
	}
	s := &fitting{fit: f, features: make([]eval.Features, batch), errors: make([]float32, batch)}
	for _, row := range from.Heuristics {
		for _, w := range row {
			s.heuristics = append(s.heuristics, logits(w))
		}
	}
	s.adam = NewAdam(len(s.heuristics))
	for _, table := range from.Patterns {
		weights := make([]weight, len(table))
		for i, w := range table {
			weights[i] = weight{value: logits(w), start: logits(w)}
		}
		s.patterns = append(s.patterns, weights)
		s.seen = append(s.seen, make([]uint32, len(table)/2))
	}
	return s
}

// logits returns a weight of a weights file in units of logisticUnit.
func logits(w int16) float32 { return float32(w) * eval.LearnedUnit / logisticUnit }

// Parallel calls work with the numbers from 0 to n-1, on all CPUs, and waits for all calls. When ctx ends, it makes no
// further calls and returns the error of ctx.
func Parallel(ctx context.Context, n int, work func(i int)) error {
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range n {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			work(i)
			return nil
		})
	}
	return group.Wait()
}

// chunks is the number of parts into which points are divided for the CPUs.
const chunks = 64

// each computes the features of the points of a batch, and then calls work with the number of each point.
func (s *fitting) each(part []Point, work func(i int)) {
	_ = Parallel(context.Background(), chunks, func(chunk int) {
		for i := len(part) * chunk / chunks; i < len(part)*(chunk+1)/chunks; i++ {
			s.features[i].Take(part[i].Position)
			work(i)
		}
	})
}

// count sets seen: how often each entry occurs in the samples.
func (s *fitting) count(samples []Point) {
	for part := range slices.Chunk(samples, batch) {
		s.each(part, func(int) {})
		_ = Parallel(context.Background(), len(s.patterns), func(table int) {
			for i := range part {
				f := &s.features[i]
				s.seen[table][f.Black[table]]++
				s.seen[table][f.White[table]]++
			}
		})
	}
}

// predict returns the evaluation for Black by the weights so far, in units of logisticUnit.
func (s *fitting) predict(f *eval.Features) (sum float32) {
	shares := eval.HeuristicShares(f.Pieces)
	for h, c := range f.Counts {
		if c == 0 {
			continue
		}
		for ph, share := range shares {
			sum += float32(c) * share * s.heuristics[h*len(shares)+ph]
		}
	}
	early, late := eval.PatternShares(f.Pieces)
	for t, table := range s.patterns {
		own, foe := 2*f.Black[t], 2*f.White[t]
		sum += early*(table[own].value-table[foe].value) + late*(table[own+1].value-table[foe+1].value)
	}
	return sum
}

// Logistic returns the expected result, 0 to 1, for the logarithm of the odds.
func Logistic(logit float64) float64 { return 1 / (1 + math.Exp(-logit)) }

// CrossEntropy returns the loss of a prediction, in nats. It is finite for each finite logit.
func CrossEntropy(logit, target float64) float64 {
	return max(logit, 0) - logit*target + math.Log1p(math.Exp(-math.Abs(logit)))
}

// target returns the value that the prediction for a point should have: Black's expected result, 0 to 1.
func (f Fit) target(p Point) float32 {
	share := float32(f.ResultShare)
	return share*p.Result + (1-share)*float32(Logistic(float64(p.Score)/logisticUnit))
}

// learn changes the weights by the gradients of a batch.
func (s *fitting) learn(part []Point, rate float64) {
	s.each(part, func(i int) {
		s.errors[i] = float32(Logistic(float64(s.predict(&s.features[i])))) - s.fit.target(part[i])
	})
	_ = Parallel(context.Background(), len(s.patterns)+1, func(t int) {
		if t == len(s.patterns) {
			s.moveHeuristics(len(part), rate)
		} else {
			s.movePattern(t, len(part), float32(rate))
		}
	})
}

// movePattern changes the weights of pattern t by the errors of n samples.
func (s *fitting) movePattern(t, n int, rate float32) {
	table, seen := s.patterns[t], s.seen[t]
	shrink := float32(s.fit.Shrink)
	for i := range n {
		f, predictionError := &s.features[i], s.errors[i]
		early, late := eval.PatternShares(f.Pieces)
		for _, side := range [...]struct {
			entry           uint32
			predictionError float32
		}{{f.Black[t], predictionError}, {f.White[t], -predictionError}} {
			pull := shrink / float32(seen[side.entry])
			for k, share := range [...]float32{early, late} {
				if w := &table[2*side.entry+uint32(k)]; share != 0 {
					w.move(side.predictionError*share+pull*(w.value-w.start), rate)
				}
			}
		}
	}
}

// moveHeuristics changes the weights of the heuristics by the errors of n samples.
func (s *fitting) moveHeuristics(n int, rate float64) {
	gradients := make([]float32, len(s.heuristics))
	for i := range n {
		f, predictionError := &s.features[i], s.errors[i]
		shares := eval.HeuristicShares(f.Pieces)
		for h, c := range f.Counts {
			for ph, share := range shares {
				gradients[h*len(shares)+ph] += predictionError * float32(c) * share
			}
		}
	}
	s.steps++
	if !s.fit.Heuristics {
		return
	}
	byPhase, size := len(gradients)/len(fixed), NewStepSize(rate*heuristicRate, s.steps)
	for i, g := range gradients {
		if !fixed[i/byPhase] {
			s.adam.Move(s.heuristics, i, g/float32(n), size)
		}
	}
}

// heuristicRate is the learning rate of the heuristics divided by the one of the patterns. With Adam the rate is
// about the size of a step, for small and for large gradients.
const heuristicRate = 0.05

// loss returns the mean loss of the predictions for samples.
func (s *fitting) loss(samples []Point) (l Loss) {
	for part := range slices.Chunk(samples, batch) {
		s.each(part, func(int) {})
		for i, p := range part {
			l.add(p.loss(s.predict(&s.features[i]), s.fit.target(p)))
		}
	}
	return l.mean(len(samples))
}

// loss returns the loss of the prediction logit for a point, whose target is given.
func (p Point) loss(logit, target float32) Loss {
	return Loss{
		Target: CrossEntropy(float64(logit), float64(target)),
		Result: CrossEntropy(float64(logit), float64(p.Result)),
	}
}

// learned returns the weights in the units of a weights file.
func (s *fitting) learned() *eval.Learned {
	l := eval.NewLearned()
	for h := range l.Heuristics {
		for ph := range l.Heuristics[h] {
			l.Heuristics[h][ph] = rounded(s.heuristics[h*len(l.Heuristics[h])+ph])
		}
	}
	for t, table := range s.patterns {
		for i, w := range table {
			l.Patterns[t][i] = rounded(w.value)
		}
	}
	return l
}

// rounded returns a weight as a whole number in units of eval.LearnedUnit.
func rounded(value float32) int16 {
	n := math.Round(float64(value) * logisticUnit / eval.LearnedUnit)
	return int16(min(max(n, math.MinInt16), math.MaxInt16))
}

// weight is a weight of a pattern, in units of logisticUnit, its value at the beginning, and the sum of its squared gradients (AdaGrad).
type weight struct{ value, start, squares float32 }

// firstSquares is added to the sum of squared gradients, so that the first steps of a weight are small.
const firstSquares = 0.1

// move changes a weight by one step of AdaGrad.
func (w *weight) move(gradient, rate float32) {
	w.squares += gradient * gradient
	w.value -= rate * gradient / float32(math.Sqrt(float64(w.squares)+firstSquares))
}

// Adam holds the running means of the gradients and of their squares (Kingma and Ba 2014).
type Adam struct{ Means, Squares []float32 }

// NewAdam returns the means for n weights before their first step.
func NewAdam(n int) Adam { return Adam{Means: make([]float32, n), Squares: make([]float32, n)} }

// The parameters of Adam, with the values that its authors propose: the decay rates of the two means, and a small number
// against a division by 0.
const (
	meanDecay   = 0.9
	squareDecay = 0.999
	epsilon     = 1e-8
)

// StepSize holds the factors of a step that are the same for all weights.
type StepSize struct{ rate, meanScale, squareScale float32 }

// NewStepSize returns the factors of step number n, counted from 1. The two means begin with 0, and the scales correct that.
func NewStepSize(rate float64, n int) StepSize {
	return StepSize{
		rate:        float32(rate),
		meanScale:   float32(1 / (1 - math.Pow(meanDecay, float64(n)))),
		squareScale: float32(1 / (1 - math.Pow(squareDecay, float64(n)))),
	}
}

// Move changes weight i by a step against the gradient. The conversions to float32 keep the compiler from fusing a
// multiplication with an addition, so that builds for all CPUs learn the same weights.
func (a Adam) Move(weights []float32, i int, gradient float32, s StepSize) {
	mean := float32(meanDecay*a.Means[i]) + float32((1-meanDecay)*gradient)
	square := float32(squareDecay*a.Squares[i]) + float32((1-squareDecay)*float32(gradient*gradient))
	a.Means[i], a.Squares[i] = mean, square
	deviation := float32(math.Sqrt(float64(float32(square*s.squareScale)))) + epsilon
	weights[i] -= float32(s.rate*float32(mean*s.meanScale)) / deviation
}

// fixed says for each heuristic whether it keeps its weights when the others are learned. Material keeps its weights,
// since it sets the unit. The heuristics of kings keep their weights too. In games between equal players, kings
// are mostly on the board when neither side makes progress. Weights of kings that are learned from
// such games predict results better, but win fewer games (docs/experiments/evaluation.md).
var fixed = func() (list []bool) {
	names := []string{"men", "kings", "king moves", "trapped kings", "centre kings", "refuge", "hunt"}
	for _, h := range eval.Heuristics() {
		list = append(list, slices.Contains(names, h.Name))
	}
	return list
}()
