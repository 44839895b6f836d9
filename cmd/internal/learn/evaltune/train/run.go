package train

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune/train/internal/kernel"
	"github.com/zonda-checkers/zonda/eval/network"
)

// Run is the state of a training. Only one goroutine may use it at a time; it uses all CPUs itself.
type Run struct {
	settings   Settings
	data       *evaltune.Data
	checkpoint string // the name of the checkpoint file
	start      uint32 // a checksum of the first weights
	kernels    kernel.Set
	weights    parameters // the sums of the factors
	factors    factors
	adam       evaltune.Adam
	parts      []*part
	order      []uint32 // of the training samples in the epoch
	epochs     []Epoch
}

// Epoch says how well a network predicts after an epoch. Losses are means a position, in nats.
type Epoch struct {
	Number   int           `json:"epoch"`    // counted from 1
	Training float64       `json:"training"` // the loss on the training samples while the weights changed
	Games    Row           `json:"games"`    // on the positions of games that are held out
	Leaves   Row           `json:"leaves"`   // on the leaves of searches that are held out
	Rate     float64       `json:"rate"`     // the learning rate of the last step
	Took     time.Duration `json:"nanoseconds"`
}

// batchParts is the number of parts of a batch. Each part sums its own gradient, and the sums are added in order, so that the
// weights do not depend on the number of CPUs.
const batchParts = 8

// Begin prepares a training that begins with the weights from, or with random weights if from is nil. If the file checkpoint
// exists, the training goes on where the file ends. It is an error if the file is of other settings, samples
// or first weights. An empty name is no file.
func Begin(settings Settings, data *evaltune.Data, from *network.Weights, checkpoint string) (*Run, error) {
	if err := settings.Check(); err != nil {
		return nil, err
	}
	if from != nil && from.Hidden != settings.Hidden {
		return nil, fmt.Errorf("the first weights are those of a network with %d columns, not %d", from.Hidden, settings.Hidden)
	}
	if len(data.Training) == 0 || int64(len(data.Training)) > math.MaxUint32 {
		return nil, fmt.Errorf("a network cannot be learned from %d samples", len(data.Training))
	}
	r := &Run{settings: settings, data: data, checkpoint: checkpoint, kernels: kernel.Best()}
	if from != nil {
		r.weights = parametersFrom(from)
	} else {
		r.weights = randomParameters(settings.Hidden, rand.New(rand.NewPCG(settings.Seed, 0)))
	}
	r.start = checksum(r.weights.all)
	r.factors = factorsOf(r.weights, settings.Hidden)
	r.adam = evaltune.NewAdam(len(r.factors.all))
	r.order = make([]uint32, len(data.Training))
	if err := r.resume(); err != nil {
		return nil, err
	}
	r.factors.write(r.weights)
	r.makeParts()
	return r, nil
}

// makeParts makes the parts of the batches.
func (r *Run) makeParts() {
	r.parts = nil
	for range batchParts {
		r.parts = append(r.parts, newPart(newPredictor(r.kernels, r.weights, r.settings.Hidden), r.settings.Hidden))
	}
}

// Epochs returns the epochs that are complete, also those before an interruption.
func (r *Run) Epochs() []Epoch { return r.epochs }

// Weights returns a copy of the weights so far, without a note.
func (r *Run) Weights() *network.Weights { return r.weights.weights(r.settings.Hidden) }

// Learn makes the epochs that are missing, and writes the checkpoint after each. After each batch it calls progress with the number of
// samples used so far in all epochs; after each epoch it calls report. It returns an error if ctx ends, or if a
// loss is no number.
func (r *Run) Learn(ctx context.Context, progress func(done int), report func(Epoch)) error {
	for len(r.epochs) < r.settings.Epochs {
		e, err := r.epoch(ctx, len(r.epochs), progress)
		if err != nil {
			return err
		}
		r.epochs = append(r.epochs, e)
		if err := r.save(); err != nil {
			return err
		}
		report(e)
	}
	return nil
}

// errRanAway says that no weights can be learned with these settings.
var errRanAway = errors.New("the loss is no number: the weights ran away, try a lower rate")

// epoch makes a pass over the samples. Number is the number of complete epochs before it.
func (r *Run) epoch(ctx context.Context, number int, progress func(done int)) (Epoch, error) {
	begin, n := time.Now(), len(r.order)
	r.shuffle(number)
	batches := r.batches()
	loss, rate := 0.0, 0.0
	for b := range batches {
		first, end := n*b/batches, n*(b+1)/batches
		step := number*batches + b
		rate = r.settings.rateAt(step, r.settings.Epochs*batches)
		batchLoss, err := r.learn(ctx, r.order[first:end], evaltune.NewStepSize(rate, step+1))
		if err != nil {
			return Epoch{}, err
		}
		loss += batchLoss
		progress(number*n + end)
	}
	took := time.Since(begin)
	held, err := r.measure(ctx, r.data.Held, nil)
	if err != nil {
		return Epoch{}, err
	}
	if sum := loss + held[rowGames].Target + held[rowLeaves].Target; math.IsNaN(sum) || math.IsInf(sum, 0) {
		return Epoch{}, errRanAway
	}
	return Epoch{
		Number: number + 1, Training: loss / float64(n), Games: held[rowGames], Leaves: held[rowLeaves], Rate: rate, Took: took,
	}, nil
}

// shuffle sets the order of the samples in an epoch. The order depends on the seed and on the number of the epoch alone.
func (r *Run) shuffle(epoch int) {
	for i := range r.order {
		r.order[i] = uint32(i)
	}
	random := rand.New(rand.NewPCG(r.settings.Seed, uint64(epoch)+1)) // the first weights have stream 0
	random.Shuffle(len(r.order), func(i, j int) { r.order[i], r.order[j] = r.order[j], r.order[i] })
}

// batches returns the number of steps in an epoch. All batches have the same size, give or take one sample.
func (r *Run) batches() int { return (len(r.order) + r.settings.Batch - 1) / r.settings.Batch }

// rateAt returns the learning rate of a step, counted from 0. The rate falls along half a cosine.
func (s Settings) rateAt(step, steps int) float64 {
	const last = 0.01 // of the first rate
	return s.Rate * (last + (1-last)*(1+math.Cos(math.Pi*float64(step)/float64(steps)))/2)
}

// learn makes a step with a batch and returns the sum of the losses.
func (r *Run) learn(ctx context.Context, batch []uint32, size evaltune.StepSize) (loss float64, err error) {
	err = evaltune.Parallel(ctx, len(r.parts), func(i int) {
		p := r.parts[i]
		p.begin()
		for _, sample := range batch[len(batch)*i/len(r.parts) : len(batch)*(i+1)/len(r.parts)] {
			p.include(&r.data.Training[sample], r.settings.ResultShare)
		}
	})
	if err != nil {
		return 0, err
	}
	for _, p := range r.parts {
		loss += p.loss
	}
	all := len(r.factors.all)
	_ = evaltune.Parallel(context.Background(), len(r.parts), func(i int) { // a step is made whole
		r.move(all*i/len(r.parts), all*(i+1)/len(r.parts), float32(len(batch)), size)
	})
	clip(r.factors.own.output)
	r.factors.write(r.weights)
	return loss, nil
}

// move changes the factors from first to end-1 by the mean of the gradient over n samples.
func (r *Run) move(first, end int, n float32, size evaltune.StepSize) {
	for i := first; i < end; i++ {
		var sum float32
		for _, p := range r.parts {
			sum += r.factors.slope(p.gradient, i)
		}
		r.adam.Move(r.factors.all, i, sum/n, size)
	}
}

// Judge returns the losses of the weights on the samples that are held out, beside those of a network with whole numbers that
// was made from them: for all positions of games, by pieces, without and with kings, and for leaves. Rows
// without positions are missing.
func (r *Run) Judge(ctx context.Context, quantised *network.Network) (rows []Row, err error) {
	all, err := r.measure(ctx, r.data.Held, quantised)
	for _, row := range all {
		if row.Positions > 0 {
			rows = append(rows, row)
		}
	}
	return rows, err
}

// Settings say how a network learns. Together with the samples and the first weights they determine the network.
type Settings struct {
	Hidden      int     `json:"hidden" help:"Columns of a view: 64, 128 or 256 (default: those of --from, or 256)." placeholder:"N"`
	Epochs      int     `json:"epochs" help:"Passes over the samples (default ${default})." default:"15" placeholder:"N"`
	Batch       int     `json:"batch" help:"Samples in a step (default ${default})." default:"16384" placeholder:"N"`
	Rate        float64 `json:"rate" help:"Rate of learning of the first step; it falls to one hundredth (default ${default})." default:"0.003" placeholder:"X"`
	ResultShare float64 `json:"result_share" help:"How much of the target is the game's result; the rest is the search's score (default ${default})." default:"0.5" placeholder:"X"`
	Seed        uint64  `json:"seed" help:"Decides the first weights and the order of the samples (default ${default})." default:"1" placeholder:"N"`
}

// Default returns the settings for a network from random weights. The network in the program was learned from an older
// one with 8 epochs and a rate of 0.002.
func Default() Settings {
	return Settings{Hidden: 256, Epochs: 15, Batch: 16384, Rate: 0.003, ResultShare: 0.5, Seed: 1}
}

// Limits of settings. With larger values nothing is learned.
const (
	maxEpochs = 1000
	maxBatch  = 1 << 24
	maxRate   = 1
)

// hiddenWidths are the numbers of columns that a network may learn with.
var hiddenWidths = []int{64, 128, 256}

// Check returns an error if nothing can be learned with the settings. It names the setting as the flag of the command.
func (s Settings) Check() error {
	switch {
	case !slices.Contains(hiddenWidths, s.Hidden):
		return fmt.Errorf("hidden %d is none of 64, 128 and 256", s.Hidden)
	case s.Epochs < 1 || s.Epochs > maxEpochs:
		return fmt.Errorf("epochs %d is not between 1 and %d", s.Epochs, maxEpochs)
	case s.Batch < 1 || s.Batch > maxBatch:
		return fmt.Errorf("batch %d is not between 1 and %d", s.Batch, maxBatch)
	case !(s.Rate > 0 && s.Rate <= maxRate):
		return fmt.Errorf("rate %v is not above 0 and at most %d", s.Rate, maxRate)
	case !(s.ResultShare >= 0 && s.ResultShare <= 1):
		return fmt.Errorf("result-share %v is not between 0 and 1", s.ResultShare)
	}
	return nil
}
