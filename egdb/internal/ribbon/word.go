package ribbon

import (
	"encoding/binary"
	"math/bits"
)

const (
	wordBits  = 64
	wordBytes = wordBits / 8
)

// word returns the i-th word of data, which may lie at any address.
func word(data []byte, i int) uint64 { return binary.LittleEndian.Uint64(data[i*wordBytes:]) }

// putWord sets the i-th word of data.
func putWord(data []byte, i int, value uint64) {
	binary.LittleEndian.PutUint64(data[i*wordBytes:], value)
}

// parity returns the exclusive or of all bits.
func parity(x uint64) uint64 { return uint64(bits.OnesCount64(x)) & 1 }
