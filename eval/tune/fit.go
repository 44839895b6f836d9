package tune

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	"github.com/zonda-checkers/zonda/eval"
)

// Fit says how weights are learned: by logistic regression, the chance to score being the
// logistic function of the evaluation.
type Fit struct {
	Seed        uint64        // decides the order of the samples
	Epochs      int           // passes over the samples
	ResultShare float64       // of the game's result in what is learned; the rest is the search's score
	Shrink      float64       // pull towards zero, in samples against which an entry has to hold its own
	Rate        float64       // of learning
	Heuristics  bool          // those heuristics' weights that are not fixed are learned, too, and not only the patterns'
	From        *eval.Learned // the heuristics' weights before that; nil for those in the program
}

// DefaultFit returns how the weights in the program were learned.
func DefaultFit() Fit {
	return Fit{Seed: 1, Epochs: 4, ResultShare: 0.5, Shrink: 5, Rate: 0.15, Heuristics: true}
}

// logisticUnit is the evaluation, in hundredths of a man, at which the odds are e to 1.
const logisticUnit = eval.OddsUnit

// batch is the number of samples whose errors are found before any weight moves.
const batch = 8192

// Loss is the cross-entropy a sample, in nats.
type Loss struct {
	Target float64 `json:"target"` // against what is learned
	Result float64 `json:"result"` // against the results alone
}

// fitting is the state of a fit. Errors of a batch are found by all workers, each with some
// of the samples; then each table of weights is moved by one worker, in the order of
// the samples: the outcome does not depend on how many there are.
type fitting struct {
	fit        Fit
	heuristics []adam // by heuristic and phase
	steps      int    // that they have made
	patterns   [][]weight
	seen       [][]uint32 // how often an entry occurs
	features   []eval.Features
	errors     []float32
}

// Run learns weights from samples and calls report after each epoch with the losses on
// a part of the samples and on those held out; a loss that is no number is an error. Now and
// then it calls progress with the number of points learned from, those of earlier epochs
// included. The order of the training's points is lost.
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

// rate returns the rate of an epoch, of which the first is 0: in the last third the weights
// settle.
func (f Fit) rate(epoch int) float64 {
	const settling = 4
	if epoch >= f.Epochs*2/3 {
		return f.Rate / settling
	}
	return f.Rate
}

func newFitting(f Fit) *fitting {
	l := eval.NewLearned()
	s := &fitting{fit: f, features: make([]eval.Features, batch), errors: make([]float32, batch)}
	s.heuristics = make([]adam, len(l.Heuristics)*len(l.Heuristics[0]))
	from := f.From
	if from == nil {
		from = eval.InUse()
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

// parallel calls work for 0 to n-1 in parts.
func parallel(n int, work func(first, end int)) {
	var group sync.WaitGroup
	parts := runtime.GOMAXPROCS(0)
	for i := range parts {
		group.Go(func() { work(n*i/parts, n*(i+1)/parts) })
	}
	group.Wait()
}

// count finds how often each entry occurs.
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

func (s *fitting) take(part []Point) {
	parallel(len(part), func(a, b int) {
		for i := a; i < b; i++ {
			s.features[i].Take(part[i].Position)
		}
	})
}

// predict returns the evaluation for Black, in logisticUnits.
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

func chance(x float32) float32 { return 1 / (1 + float32(math.Exp(-float64(x)))) }

// target returns what is to be learned of a point: Black's expected score, 0 to 1.
func (f Fit) target(p Point) float32 {
	share := float32(f.ResultShare)
	return share*p.Result + (1-share)*chance(p.Score/logisticUnit)
}

// learn moves the weights by the errors of a batch.
func (s *fitting) learn(part []Point, rate float32) {
	parallel(len(part), func(a, b int) {
		for i := a; i < b; i++ {
			f := &s.features[i]
			f.Take(part[i].Position)
			s.errors[i] = chance(s.predict(f)) - s.fit.target(part[i])
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

func (s *fitting) movePattern(t, n int, rate float32) {
	table, seen := s.patterns[t], s.seen[t]
	shrink := float32(s.fit.Shrink)
	for i := range n {
		f, wrong := &s.features[i], s.errors[i]
		early, late := eval.PatternShares(f.Pieces)
		for _, side := range [...]struct {
			entry uint32
			wrong float32
		}{{f.Black[t], wrong}, {f.White[t], -wrong}} {
			pull := shrink / float32(seen[side.entry])
			for k, share := range [...]float32{early, late} {
				if w := &table[2*side.entry+uint32(k)]; share != 0 {
					w.move(side.wrong*share+pull*w.value, rate)
				}
			}
		}
	}
}

func (s *fitting) moveHeuristics(n int, rate float32) {
	gradients := make([]float32, len(s.heuristics))
	for i := range n {
		f, wrong := &s.features[i], s.errors[i]
		shares := eval.HeuristicShares(f.Pieces)
		for h, c := range f.Counts {
			for ph, share := range shares {
				gradients[h*len(shares)+ph] += wrong * float32(c) * share
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

// heuristicRate is the rate of the heuristics in that of the patterns: theirs is the
// size of a step, whatever the gradient's.
const heuristicRate = 0.05

// loss returns the loss on samples.
func (s *fitting) loss(samples []Point) (l Loss) {
	for first := 0; first < len(samples); first += batch {
		part := samples[first:min(first+batch, len(samples))]
		s.take(part)
		for i := range part {
			p := float64(chance(s.predict(&s.features[i])))
			l.Target += entropy(p, float64(s.fit.target(part[i])))
			l.Result += entropy(p, float64(part[i].Result))
		}
	}
	n := float64(max(1, len(samples)))
	return Loss{l.Target / n, l.Result / n}
}

// entropy returns the cross-entropy of a prediction, kept away from certainty.
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

func rounded(value float32) int16 {
	n := math.Round(float64(value) * logisticUnit / eval.LearnedUnit)
	return int16(min(max(n, math.MinInt16), math.MaxInt16))
}
