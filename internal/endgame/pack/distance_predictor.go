package pack

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// distancePredictor is a trained predictor of distances, with the bounds of the contexts:
// the predictions of each context have a code of their own.
type distancePredictor struct {
	shape  endgame.Shape
	model  *endgame.Model
	tables []byte
	bounds []int16
}

// lostPosition is a stored position and its symbol.
type lostPosition struct {
	position board.Position
	symbol   int
}

// distanceSample is a sample of the stored positions.
type distanceSample struct {
	stored  uint64 // number of all stored positions
	sampled []lostPosition
}

// distanceSampleSize is the approximate largest number of positions of the sample.
const distanceSampleSize = 1_000_000

// sample counts the stored positions and keeps about distanceSampleSize of them.
func (e *distanceEncoder) sample(m endgame.Material) (all distanceSample) {
	limit := ^uint64(0)
	counts, _ := e.source.Counts(m)
	if counts.Losses > distanceSampleSize {
		limit = limit / counts.Losses * distanceSampleSize
	}
	var byPart [parts]distanceSample
	eachPart(e.ctx, e.workers, func(part int) {
		s := &byPart[part]
		e.stored(m, part, func(p board.Position, symbol int) {
			s.stored++
			if endgame.Key(endgame.Packed(p), sampleSalt) <= limit {
				s.sampled = append(s.sampled, lostPosition{p, symbol})
			}
		})
	})
	for i := range byPart {
		all.stored += byPart[i].stored
		all.sampled = append(all.sampled, byPart[i].sampled...)
	}
	return all
}

// distanceShapes are the predictors that are tried: one that predicts the same for every
// position, one with tables for pairs of pieces, and one with four banks of such tables.
var distanceShapes = []endgame.Shape{
	{Variant: endgame.Constant},
	{Variant: endgame.Lite, Pairs: true, Safe: 8, Other: 8},
	{Variant: endgame.Lite, Pairs: true, Opposition: true, Threat: true, Safe: 12, Other: 12},
}

// fit returns the predictor and the contexts that make the file smallest.
func (s *distanceSample) fit(m endgame.Material) (best *distancePredictor, err error) {
	minimum := math.Inf(1)
	for _, shape := range distanceShapes {
		shape.Material = m
		l, outputs, err := s.train(shape)
		if err != nil {
			return nil, err
		}
		cost := s.contexts(l, outputs) + 8*float64(len(l.tables))
		if cost < minimum {
			minimum, best = cost, l
		}
	}
	return best, nil
}

// Constants of the training.
const (
	distancePasses = 8        // passes over the sample
	firstRate      = 0.3      // share of the error that a step corrects in the first pass
	lastRate       = 0.02     // the same in the last pass
	levelUnit      = 1.0 / 32 // of a table entry, in symbols
)

// train learns the tables of a shape by least mean squares. It returns the predictor and its
// predictions for the sample. Products are converted before they are added: the conversion
// keeps CPUs from fusing both operations, so all machines get the same numbers.
func (s *distanceSample) train(shape endgame.Shape) (*distancePredictor, []int16, error) {
	size, err := endgame.ModelSize(shape)
	if err != nil {
		return nil, nil, err
	}
	l := &distancePredictor{shape: shape, tables: make([]byte, size)}
	if l.model, err = endgame.NewModel(shape, l.tables); err != nil {
		return nil, nil, err
	}
	outputs := make([]int16, len(s.sampled))
	if shape.Variant == endgame.Constant {
		return l, outputs, nil
	}
	weights := make([]float32, l.model.Entries())
	var terms []uint16
	for _, d := range s.sampled {
		terms = l.model.Terms(d.position, terms)
	}
	stride := len(terms) / max(len(s.sampled), 1)
	random := splitMix(size)
	order := make([]uint32, len(s.sampled))
	for i := range order {
		order[i] = uint32(i)
	}
	for pass := range distancePasses {
		part := float32(pass) / (distancePasses - 1)
		rate := (firstRate - float32(part*(firstRate-lastRate))) / float32(stride)
		for i := len(order) - 1; i > 0; i-- {
			j := random.next() % uint64(i+1)
			order[i], order[j] = order[j], order[i]
		}
		for _, i := range order {
			own := terms[int(i)*stride:][:stride]
			wrong := float32(s.sampled[i].symbol)
			for _, t := range own {
				wrong -= weights[t]
			}
			step := float32(rate * wrong)
			for _, t := range own {
				weights[t] += step
			}
		}
	}
	for i, w := range weights {
		v := int16(math.Round(float64(min(max(w/levelUnit, math.MinInt16), math.MaxInt16))))
		binary.LittleEndian.PutUint16(l.tables[2*i:], uint16(v))
	}
	for i, d := range s.sampled {
		level, _ := l.model.Level(d.position)
		outputs[i] = int16(min(max(level, math.MinInt16), math.MaxInt16))
	}
	return l, outputs, nil
}

// contexts chooses the bounds of 1 to 64 contexts, with about equal numbers of positions in
// each, and returns the expected bits of the codes and of the coded positions.
func (s *distanceSample) contexts(l *distancePredictor, outputs []int16) float64 {
	sorted := slices.Clone(outputs)
	slices.Sort(sorted)
	minimum := math.Inf(1)
	for n := 1; n <= 64; n *= 2 {
		var bounds []int16
		for i := 1; i < n; i++ {
			b := sorted[i*len(sorted)/n]
			if len(bounds) == 0 || b > bounds[len(bounds)-1] {
				bounds = append(bounds, b)
			}
		}
		if cost := s.cost(bounds, outputs); cost < minimum {
			minimum = cost
			l.bounds = bounds
		}
	}
	return minimum
}

// cost returns the expected bits of the codes and of the coded positions.
func (s *distanceSample) cost(bounds, outputs []int16) float64 {
	codes, err := endgame.OpenCodes(flatCodes(bounds))
	if err != nil {
		return math.Inf(1)
	}
	contexts := make([]histogram, len(bounds)+1)
	for i, d := range s.sampled {
		contexts[codes.Context(int(outputs[i]))].count(d.symbol)
	}
	bits := 0.0
	for _, h := range contexts {
		bits += h.entropy()
	}
	bits *= float64(s.stored) / float64(max(len(s.sampled), 1))
	return bits*ribbonOverhead + 8*float64(len(encodeCodes(bounds, contexts)))
}

// histogram holds how often each symbol occurs.
type histogram []uint64

func (h *histogram) count(symbol int) {
	for symbol >= len(*h) {
		*h = append(*h, 0)
	}
	(*h)[symbol]++
}

func (h *histogram) add(other histogram) {
	for symbol, n := range other {
		if n > 0 {
			h.count(symbol)
			(*h)[symbol] += n - 1
		}
	}
}

// entropy returns the least number of bits that a code of all symbols takes.
func (h histogram) entropy() (bits float64) {
	total := 0.0
	for _, n := range h {
		total += float64(n)
	}
	for _, n := range h {
		if n > 0 {
			bits -= float64(n) * math.Log2(float64(n)/total)
		}
	}
	return bits
}

// tree is a node of a Huffman tree: a leaf with one symbol, or a pair of trees.
type tree struct {
	weight      uint64
	symbol      int
	left, right *tree
}

// byWeight orders trees, the lightest first. Trees of equal weight are ordered by their
// least symbol, so that equal histograms give equal codes.
func byWeight(a, b *tree) int {
	return cmp.Or(cmp.Compare(a.weight, b.weight), cmp.Compare(a.symbol, b.symbol))
}

// maxCode is the largest number of bits of a code.
const maxCode = 24

// lengths returns the first symbol that occurs, and the lengths of the codes of all symbols
// from there to the last that occurs (Huffman 1952). Where a code would be longer than
// maxCode, the counts of rare symbols are raised until it is not.
func (h histogram) lengths() (first int, lengths []uint8) {
	for minimum := uint64(1); ; minimum *= 2 {
		var f []*tree
		for symbol, n := range h {
			if n > 0 {
				f = append(f, &tree{weight: max(n, minimum), symbol: symbol})
			}
		}
		if len(f) == 0 {
			return 0, nil
		}
		first, last := f[0].symbol, f[len(f)-1].symbol
		slices.SortFunc(f, byWeight)
		for len(f) > 1 {
			pair := &tree{f[0].weight + f[1].weight, min(f[0].symbol, f[1].symbol), f[0], f[1]}
			at, _ := slices.BinarySearchFunc(f[2:], pair, byWeight)
			f = slices.Insert(f[2:], at, pair)
		}
		lengths = make([]uint8, last-first+1)
		if deepest := f[0].depths(first, 0, lengths); deepest <= maxCode {
			return first, lengths
		}
	}
}

// depths writes the depth of every symbol, at least 1, to lengths and returns the largest.
func (t *tree) depths(first, depth int, lengths []uint8) int {
	if t.left == nil {
		lengths[t.symbol-first] = uint8(max(depth, 1))
		return depth
	}
	return max(t.left.depths(first, depth+1, lengths), t.right.depths(first, depth+1, lengths))
}

// encodeCodes returns the section of the codes of the contexts.
func encodeCodes(bounds []int16, contexts []histogram) []byte {
	first := make([]int, len(contexts))
	lengths := make([][]uint8, len(contexts))
	for i, h := range contexts {
		first[i], lengths[i] = h.lengths()
	}
	return endgame.EncodeCodes(bounds, first, lengths)
}

// flatCodes returns a section whose contexts have bounds but no codes.
func flatCodes(bounds []int16) []byte { return encodeCodes(bounds, make([]histogram, len(bounds)+1)) }
