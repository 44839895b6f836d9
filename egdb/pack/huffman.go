package pack

import (
	"container/heap"
	"math"

	"github.com/zonda-checkers/zonda/egdb"
)

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

// forest is a heap of trees, the lightest first. Trees of equal weight are ordered by their
// least symbol, so that equal histograms give equal codes.
type forest []*tree

func (f forest) Len() int { return len(f) }
func (f forest) Less(i, j int) bool {
	if f[i].weight != f[j].weight {
		return f[i].weight < f[j].weight
	}
	return f[i].symbol < f[j].symbol
}
func (f forest) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *forest) Push(t any)   { *f = append(*f, t.(*tree)) }
func (f *forest) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}

// longestCode is the largest number of bits of a code.
const longestCode = 24

// lengths returns the first symbol that occurs, and the lengths of the codes of all symbols
// from there to the last that occurs (Huffman 1952). Where a code would be longer than
// longestCode, the counts of rare symbols are raised until it is not.
func (h histogram) lengths() (first int, lengths []uint8) {
	for least := uint64(1); ; least *= 2 {
		var f forest
		for symbol, n := range h {
			if n > 0 {
				f = append(f, &tree{weight: max(n, least), symbol: symbol})
			}
		}
		if len(f) == 0 {
			return 0, nil
		}
		first, last := f[0].symbol, f[len(f)-1].symbol
		heap.Init(&f)
		for len(f) > 1 {
			a, b := heap.Pop(&f).(*tree), heap.Pop(&f).(*tree)
			heap.Push(&f, &tree{a.weight + b.weight, min(a.symbol, b.symbol), a, b})
		}
		lengths = make([]uint8, last-first+1)
		if deepest := f[0].depths(first, 0, lengths); deepest <= longestCode {
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
	return egdb.EncodeCodes(bounds, first, lengths)
}

// flatCodes returns a section whose contexts have bounds but no codes.
func flatCodes(bounds []int16) []byte { return encodeCodes(bounds, make([]histogram, len(bounds)+1)) }
