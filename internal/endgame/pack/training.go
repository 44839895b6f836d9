package pack

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

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

// quantised returns a score as the file stores it: a byte, 128 standing for 0.
func quantised(x float32) uint8 {
	return uint8(math.Round(float64(min(max(x/unit, -127), 127)))+128) & 0xFF
}

// sample is a sample of the stored positions of one side to move of a slice.
type sample struct {
	values  [4]uint64 // numbers of all stored positions, by value
	sampled []valued
}

// valued is a position and its value.
type valued struct {
	position board.Position
	value    board.Result
}

func (g *sample) stored() uint64 {
	return g.values[board.Win] + g.values[board.Draw] + g.values[board.Loss]
}

// sampleSalt is the salt of the keys that choose the sample. It differs from the salt of the
// filters, so that the choice does not depend on where the filters have a key.
const sampleSalt = 0x5851F42D4C957F2D

// gather counts the stored positions and keeps about want of them as a sample.
func (e *encoder) gather(m endgame.Material, rule uint8, want uint64) sample {
	const quietShare = 3 // about one of three positions is stored
	limit := ^uint64(0)
	if expected := m.Positions() / quietShare; expected > want {
		limit = limit / expected * want
	}
	var byPart [parts]sample
	e.eachPart(func(part int) {
		g := &byPart[part]
		g.sampled = make([]valued, 0, min(want, m.Positions())/parts)
		e.stored(m, rule, part, func(w *Word, at board.Bitboard) {
			w.counts(at, &g.values)
			rest, shift := w.Packed()
			for ; at != 0; at &^= nextOf(w, at).Bit() {
				x := nextOf(w, at)
				if endgame.Key(rest+uint64(x)<<shift, sampleSalt) <= limit {
					g.sampled = append(g.sampled, valued{w.Position(x), w.Value(x)})
				}
			}
		})
	})
	var all sample
	for i := range byPart {
		for v, n := range byPart[i].values {
			all.values[v] += n
		}
		all.sampled = append(all.sampled, byPart[i].sampled...)
	}
	return all
}

// thinned returns a sample of at most want positions, taken at equal intervals.
func (g *sample) thinned(want int) *sample {
	thin := &sample{values: g.values, sampled: g.sampled}
	if n := len(g.sampled); n > want {
		thin.sampled = make([]valued, want)
		for i := range thin.sampled {
			thin.sampled[i] = g.sampled[i*n/want]
		}
	}
	return thin
}

// nextOf returns the square of X that comes first in the sample: the lowest, or the highest if X is White's, because the
// generator has turned the board. The order of the sample is part of what a file depends on.
func nextOf(w *Word, at board.Bitboard) board.Square {
	if w.White && !w.Man {
		return at.Last()
	}
	return at.First()
}

// stored visits the words of a part that have stored positions, with the squares of X in these positions.
func (e *encoder) stored(m endgame.Material, rule uint8, part int, visit func(w *Word, at board.Bitboard)) {
	e.source.EachWord(m, part, parts, func(w *Word) {
		if at := w.Storable(rule); at != 0 {
			visit(w, at)
		}
	})
}

// learnable returns the positions that keep chooses as examples for a model.
func learnable(model *endgame.Model, positions []valued, keep func(i int) bool) *examples {
	e := &examples{}
	for i, v := range positions {
		if !keep(i) {
			continue
		}
		before := len(e.terms)
		e.terms = model.Terms(v.position, e.terms)
		e.stride = len(e.terms) - before
		e.values = append(e.values, [...]uint8{board.Draw: isDraw, board.Win: isWin, board.Loss: isLoss}[v.value])
	}
	return e
}

// marginList holds the margins of many positions in the order in which they were appended. It compresses them: most margins
// are large, so that a margin takes two or three bits.
type marginList struct {
	chunks [][]byte // of chunkMargins margins each, compressed
	last   []uint8  // the margins after the chunks
}

// chunkMargins is the number of margins that are compressed together.
const chunkMargins = 1 << 16

// marginCoder compresses the margins of all lists. It keeps nothing from one chunk to the next, and several goroutines may use it
// at once.
var marginCoder = sync.OnceValue(func() (c struct {
	*zstd.Encoder
	*zstd.Decoder
}) {
	var err error
	if c.Encoder, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false)); err != nil {
		panic(fmt.Sprintf("the options of zstd: %v", err))
	}
	if c.Decoder, err = zstd.NewReader(nil); err != nil {
		panic(fmt.Sprintf("the options of zstd: %v", err))
	}
	return c
})

// append adds a margin.
func (l *marginList) append(margin uint8) {
	if len(l.last) == chunkMargins {
		l.chunks = append(l.chunks, slices.Clone(marginCoder().EncodeAll(l.last, nil)))
		l.last = l.last[:0]
	}
	l.last = append(l.last, margin)
}

// marginReader reads the margins of a list one after the other.
type marginReader struct {
	list   *marginList
	chunk  int // the next chunk
	left   []uint8
	buffer []uint8
}

// reader returns a reader at the first margin. The list must not change while the reader is in use.
func (l *marginList) reader() marginReader { return marginReader{list: l} }

// next returns the next margin. The caller must not ask for more margins than there are.
func (r *marginReader) next() uint8 {
	if len(r.left) == 0 {
		r.fill()
	}
	margin := r.left[0]
	r.left = r.left[1:]
	return margin
}

// fill reads the next chunk.
func (r *marginReader) fill() {
	if r.chunk == len(r.list.chunks) {
		r.left = r.list.last
		return
	}
	var err error
	if r.buffer, err = marginCoder().DecodeAll(r.list.chunks[r.chunk], r.buffer[:0]); err != nil {
		panic(fmt.Sprintf("margins that this process has compressed: %v", err)) // the memory of the process is damaged
	}
	r.chunk++
	r.left = r.buffer
}
