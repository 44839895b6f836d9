package verify

import "sync/atomic"

// bitset is a set of positions of a slice, by the ranks of the positions.
type bitset []uint64

const bitsPerWord = 64

func newBitset(n uint64) bitset { return make(bitset, (n+bitsPerWord-1)/bitsPerWord) }

func (b bitset) has(i uint64) bool { return b[i/bitsPerWord]>>(i%bitsPerWord)&1 != 0 }

// add adds i to the set. Only one goroutine may add to the same word.
func (b bitset) add(i uint64) { b[i/bitsPerWord] |= 1 << (i % bitsPerWord) }

// addShared adds i to the set while other goroutines may use addShared too.
func (b bitset) addShared(i uint64) {
	if word, bit := &b[i/bitsPerWord], uint64(1)<<(i%bitsPerWord); atomic.LoadUint64(word)&bit == 0 {
		atomic.OrUint64(word, bit)
	}
}

// moveFrom removes the members of other from b and empties other.
func (b bitset) moveFrom(other bitset) {
	for i, word := range other {
		b[i] &^= word
	}
	clear(other)
}
