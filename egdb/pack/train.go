package pack

import "math"

// sample is positions to learn from: what they consist of for the model, and their
// values.
type sample struct {
	terms  []uint16 // stride for each position
	values []uint8
	stride int
}

func (s *sample) len() int { return len(s.values) }

func (s *sample) at(i int) ([]uint16, uint8) {
	return s.terms[i*s.stride : (i+1)*s.stride], s.values[i]
}

// Classes of values while training.
const (
	isDraw = iota
	isWin
	isLoss
)

// weight is an entry of the tables while it is learned, with the sums of squared
// gradients of the adaptive rate (Adagrad: Duchi, Hazan and Singer 2011).
type weight struct{ win, loss, winSquares, lossSquares float32 }

// Constants of the training.
const (
	rate        = 0.12
	firstSquare = 0.02 // makes the first steps smaller
	tinyError   = 1e-3 // not worth a step
)

// The numbers must come out the same on every machine: there is no math.Exp, and
// every product is converted before it is added, which forbids the compiler to
// fuse the two.

// exponentials[i] is exp(-i/exponentSteps).
var exponentials = func() (t [exponentRange * exponentSteps]float32) {
	const factor = 0.9961013694701175 // exp(-1/256)
	x := 1.0
	for i := range t {
		t[i] = float32(x)
		x = float64(x * factor)
	}
	return t
}()

const (
	exponentSteps = 256
	exponentRange = 16
)

// exponential returns about exp(-x), for x >= 0.
func exponential(x float32) float32 {
	if i := int(x * exponentSteps); i < len(exponentials) {
		return exponentials[i]
	}
	return 0
}

// softmax returns the probabilities of a win and of a loss.
func softmax(win, loss float32) (pWin, pLoss float32) {
	top := max(win, loss, 0)
	w, d, l := exponential(top-win), exponential(top), exponential(top-loss)
	sum := float32(w+d) + l
	return w / sum, l / sum
}

// shuffle is a small generator of numbers in no order (SplitMix64, Steele 2014).
type shuffle uint64

func (s *shuffle) next() uint64 {
	*s += 0x9E3779B97F4A7C15
	x := uint64(*s)
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// train learns the weights of so many entries from a sample by so many steps of
// logistic regression.
func train(s *sample, entries, steps int) []weight {
	weights := make([]weight, entries)
	for i := range weights {
		weights[i].winSquares, weights[i].lossSquares = firstSquare, firstSquare
	}
	if s.len() == 0 {
		return weights
	}
	order := make([]uint32, s.len())
	for i := range order {
		order[i] = uint32(i)
	}
	random := shuffle(entries)
	for done := 0; done < steps; {
		for i := len(order) - 1; i > 0; i-- {
			j := random.next() % uint64(i+1)
			order[i], order[j] = order[j], order[i]
		}
		for _, i := range order[:min(len(order), steps-done)] {
			terms, value := s.at(int(i))
			learn(weights, terms, value)
		}
		done += len(order)
	}
	return weights
}

// learn makes one step.
func learn(weights []weight, terms []uint16, value uint8) {
	var win, loss float32
	for _, t := range terms {
		win += weights[t].win
		loss += weights[t].loss
	}
	errWin, errLoss := softmax(win, loss)
	switch value {
	case isWin:
		errWin--
	case isLoss:
		errLoss--
	}
	if abs(errWin) < tinyError && abs(errLoss) < tinyError {
		return
	}
	squareWin, squareLoss := errWin*errWin, errLoss*errLoss
	for _, t := range terms {
		w := &weights[t]
		w.winSquares += float32(squareWin)
		w.lossSquares += float32(squareLoss)
		w.win -= float32(rate * errWin / root(w.winSquares))
		w.loss -= float32(rate * errLoss / root(w.lossSquares))
	}
}

func abs(x float32) float32 { return max(x, -x) }

func root(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// unit is a table entry in the file, a sixteenth of a nat.
const unit = 1.0 / 16

// quantised returns the entry as the file has it: biased bytes.
func quantised(w weight) (win, loss uint8) { return quantise(w.win), quantise(w.loss) }

func quantise(x float32) uint8 {
	return uint8(math.Round(float64(min(max(x/unit, -127), 127)))+128) & 0xFF
}
