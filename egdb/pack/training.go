package pack

import "math"

// examples are positions to learn from: the table entries that the model adds up for each,
// and its value.
type examples struct {
	terms  []uint16 // places of table entries, stride of them for each position
	values []uint8
	stride int
}

func (s *examples) len() int { return len(s.values) }

func (s *examples) at(i int) ([]uint16, uint8) {
	return s.terms[i*s.stride : (i+1)*s.stride], s.values[i]
}

// The values of examples.
const (
	isDraw = iota
	isWin
	isLoss
)

// weight is a table entry during training: the scores of a win and of a loss, and the sums
// of their squared gradients, from which the learning rate follows (Adagrad: Duchi, Hazan
// and Singer 2011).
type weight struct{ win, loss, winSquares, lossSquares float32 }

// Constants of the training.
const (
	rate        = 0.12
	firstSquare = 0.02 // sums of squares begin here, which makes the first steps smaller
	tinyError   = 1e-3 // smaller errors make no step
)

// Training must give the same numbers on every machine. Therefore it uses a table instead of
// math.Exp, and converts every product before adding it: the conversion forbids the compiler
// to fuse multiplication and addition.

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

// splitMix generates pseudo-random numbers (SplitMix64, Steele 2014).
type splitMix uint64

func (s *splitMix) next() uint64 {
	*s += 0x9E3779B97F4A7C15
	x := uint64(*s)
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// train returns the weights of a number of table entries, learned from examples by a number
// of steps of logistic regression.
func train(s *examples, entries, steps int) []weight {
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
	random := splitMix(entries)
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

// learn makes one step of the regression with one example.
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

// unit is the unit of a table entry in the file, in nats.
const unit = 1.0 / 16

// quantised returns the entry as the file stores it: two bytes, 128 standing for 0.
func quantised(w weight) (win, loss uint8) { return quantise(w.win), quantise(w.loss) }

func quantise(x float32) uint8 {
	return uint8(math.Round(float64(min(max(x/unit, -127), 127)))+128) & 0xFF
}
