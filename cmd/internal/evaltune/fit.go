package evaltune

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"github.com/zonda-checkers/zonda/eval"
)

// Fit holds the settings with which weights are learned, by logistic regression: the expected result of a game is the
// logistic function of the evaluation.
type Fit struct {
	Epochs      int     `help:"Passes over the samples (default ${default})." default:"4" placeholder:"N" min:"1" max:"1000"`
	Seed        uint64  `help:"Decides the order of the samples (default ${default})." default:"1" placeholder:"N"`
	ResultShare float64 `help:"Share of the game's result in the target of learning, from 0 to 1; the rest is the search's score (default ${default})." default:"0.5" placeholder:"X" min:"0" max:"1"`
	Shrink      float64 `help:"Pull of the weights of the patterns towards zero, as strong as X samples (default ${default})." default:"5" placeholder:"X" min:"0" max:"1000000"`
	Rate        float64 `help:"Rate of learning (default ${default})." default:"0.15" placeholder:"X" above:"0" max:"10"`
	Heuristics  bool    `help:"Learn the weights of the heuristics too, except those of material and kings." default:"true" negatable:""`

	From *eval.Learned `kong:"-"` // the weights of the heuristics at the beginning; nil for those in the program
}

// DefaultFit returns the settings with which the weights in the program were learned.
func DefaultFit() Fit {
	return Fit{Seed: 1, Epochs: 4, ResultShare: 0.5, Shrink: 5, Rate: 0.15, Heuristics: true}
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
	heuristics []adam     // by heuristic and phase
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
		for first := 0; first < len(samples); first += batch {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			end := min(first+batch, len(samples))
			s.learn(samples[first:end], float32(f.rate(epoch)))
			progress(epoch*len(samples) + end)
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

// newFitting returns the state at the beginning of a fit: the weights of f.From, and all weights of patterns zero.
func newFitting(f Fit) *fitting {
	l := eval.NewLearned()
	s := &fitting{fit: f, features: make([]eval.Features, batch), errors: make([]float32, batch)}
	s.heuristics = make([]adam, len(l.Heuristics)*len(l.Heuristics[0]))
	from := f.From
	if from == nil {
		from = eval.BuiltIn().Learned()
	}
	for h, row := range from.Heuristics {
		for ph, w := range row {
			s.heuristics[h*len(row)+ph].value = float32(w) * eval.LearnedUnit / logisticUnit
		}
	}
	for _, table := range l.Patterns {
		s.patterns = append(s.patterns, make([]weight, len(table)))
		s.seen = append(s.seen, make([]uint32, len(table)/2))
	}
	return s
}

// parallel divides the numbers from 0 to n-1 into ranges, one for each processor, and calls work for all ranges at the
// same time. The number end is not in the range.
func parallel(n int, work func(first, end int)) {
	var group sync.WaitGroup
	parts := runtime.GOMAXPROCS(0)
	for i := range parts {
		group.Go(func() { work(n*i/parts, n*(i+1)/parts) })
	}
	group.Wait()
}

// count sets seen: how often each entry occurs in the samples.
func (s *fitting) count(samples []Point) {
	for first := 0; first < len(samples); first += batch {
		part := samples[first:min(first+batch, len(samples))]
		s.take(part)
		parallel(len(s.patterns), func(a, b int) {
			for table := a; table < b; table++ {
				for i := range part {
					f := &s.features[i]
					s.seen[table][f.Black[table]]++
					s.seen[table][f.White[table]]++
				}
			}
		})
	}
}

// take computes the features of the points of a batch.
func (s *fitting) take(part []Point) {
	parallel(len(part), func(a, b int) {
		for i := a; i < b; i++ {
			s.features[i].Take(part[i].Position)
		}
	})
}

// predict returns the evaluation for Black by the weights so far, in units of logisticUnit.
func (s *fitting) predict(f *eval.Features) (sum float32) {
	shares := eval.HeuristicShares(f.Pieces)
	for h, c := range f.Counts {
		if c == 0 {
			continue
		}
		for ph, share := range shares {
			sum += float32(c) * share * s.heuristics[h*len(shares)+ph].value
		}
	}
	early, late := eval.PatternShares(f.Pieces)
	for t, table := range s.patterns {
		own, foe := 2*f.Black[t], 2*f.White[t]
		sum += early*(table[own].value-table[foe].value) + late*(table[own+1].value-table[foe+1].value)
	}
	return sum
}

// logistic returns the logistic function of x, in units of logisticUnit.
func logistic(x float32) float32 { return 1 / (1 + float32(math.Exp(-float64(x)))) }

// target returns the value that the prediction for a point should have: Black's expected result, 0 to 1.
func (f Fit) target(p Point) float32 {
	share := float32(f.ResultShare)
	return share*p.Result + (1-share)*logistic(p.Score/logisticUnit)
}

// learn changes the weights by the gradients of a batch.
func (s *fitting) learn(part []Point, rate float32) {
	parallel(len(part), func(a, b int) {
		for i := a; i < b; i++ {
			f := &s.features[i]
			f.Take(part[i].Position)
			s.errors[i] = logistic(s.predict(f)) - s.fit.target(part[i])
		}
	})
	parallel(len(s.patterns)+1, func(a, b int) {
		for t := a; t < b; t++ {
			if t == len(s.patterns) {
				s.moveHeuristics(len(part), rate)
			} else {
				s.movePattern(t, len(part), rate)
			}
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
					w.move(side.predictionError*share+pull*w.value, rate)
				}
			}
		}
	}
}

// moveHeuristics changes the weights of the heuristics by the errors of n samples.
func (s *fitting) moveHeuristics(n int, rate float32) {
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
	byPhase := len(gradients) / len(fixed)
	for i, g := range gradients {
		if !fixed[i/byPhase] {
			s.heuristics[i].step(g/float32(n), rate*heuristicRate, s.steps)
		}
	}
}

// heuristicRate is the learning rate of the heuristics divided by the one of the patterns. With Adam the rate is
// about the size of a step, for small and for large gradients.
const heuristicRate = 0.05

// loss returns the mean loss of the predictions for samples.
func (s *fitting) loss(samples []Point) (l Loss) {
	for first := 0; first < len(samples); first += batch {
		part := samples[first:min(first+batch, len(samples))]
		s.take(part)
		for i := range part {
			p := float64(logistic(s.predict(&s.features[i])))
			l.Target += entropy(p, float64(s.fit.target(part[i])))
			l.Result += entropy(p, float64(part[i].Result))
		}
	}
	n := float64(max(1, len(samples)))
	return Loss{l.Target / n, l.Result / n}
}

// entropy returns the cross-entropy of a prediction, in nats. A prediction of almost 0 or 1 is limited, since its
// cross-entropy could be infinite.
func entropy(p, target float64) float64 {
	const certain = 1e-6
	p = min(max(p, certain), 1-certain)
	return -target*math.Log(p) - (1-target)*math.Log(1-p)
}

// learned returns the weights in the units of a weights file.
func (s *fitting) learned() *eval.Learned {
	l := eval.NewLearned()
	for h := range l.Heuristics {
		for ph := range l.Heuristics[h] {
			l.Heuristics[h][ph] = rounded(s.heuristics[h*len(l.Heuristics[h])+ph].value)
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

// weight is a weight of a pattern, in units of logisticUnit, and the sum of its squared gradients (AdaGrad).
type weight struct{ value, squares float32 }

// firstSquares is added to the sum of squared gradients, so that the first steps of a weight are small.
const firstSquares = 0.1

// move changes a weight by one step of AdaGrad.
func (w *weight) move(gradient, rate float32) {
	w.squares += gradient * gradient
	w.value -= rate * gradient / float32(math.Sqrt(float64(w.squares)+firstSquares))
}

// adam is a weight of a heuristic, in units of logisticUnit, with running means of its gradients and of their squares.
type adam struct{ value, mean, squares float32 }

// The parameters of Adam (Kingma and Ba 2014), with the values that its authors propose: the decay rates of the two means,
// and a small number against a division by 0.
const (
	meanDecay   = 0.9
	squareDecay = 0.999
	epsilon     = 1e-8
)

// step changes a weight by one step of Adam; steps is the number of its steps so far, this one included. Heuristics
// are not zero in most samples, so that their gradients are means over a batch.
func (a *adam) step(gradient, rate float32, steps int) {
	a.mean = meanDecay*a.mean + (1-meanDecay)*gradient
	a.squares = squareDecay*a.squares + (1-squareDecay)*gradient*gradient
	mean := a.mean / float32(1-math.Pow(meanDecay, float64(steps)))
	squares := a.squares / float32(1-math.Pow(squareDecay, float64(steps)))
	a.value -= rate * mean / (float32(math.Sqrt(float64(squares))) + epsilon)
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
