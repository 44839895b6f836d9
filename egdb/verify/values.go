package verify

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/board"
)

// values holds a result in two bits for each position of a slice.
type values []uint64

const (
	valueBits     = 2
	valueMask     = 1<<valueBits - 1
	valuesPerWord = 64 / valueBits
	lowBits       = 0x5555555555555555 // the lower bit of each value
)

func newValues(n uint64) values { return make(values, (n+valuesPerWord-1)/valuesPerWord) }

func (v values) at(i uint64) board.Result {
	return board.Result(v[i/valuesPerWord] >> (i % valuesPerWord * valueBits) & valueMask)
}

// put sets value i, which must not have been set before. Only one goroutine may set values
// of the same word.
func (v values) put(i uint64, r board.Result) {
	v[i/valuesPerWord] |= uint64(r) << (i % valuesPerWord * valueBits)
}

// bytes returns the size of v in memory.
func (v values) bytes() uint64 { return 8 * uint64(len(v)) }

// count returns how many wins, losses and draws there are.
func (v values) count() (wins, losses, draws uint64) {
	for _, word := range v {
		low, high := word&lowBits, word>>1&lowBits
		wins += uint64(bits.OnesCount64(low & high))
		losses += uint64(bits.OnesCount64(low &^ high))
		draws += uint64(bits.OnesCount64(high &^ low))
	}
	return wins, losses, draws
}
