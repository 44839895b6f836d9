package ribbon

import "math/bits"

// The multipliers are odd and have no pattern; they are part of the format.
const (
	mixFirst  = 0xbf58476d1ce4e5b9
	mixSecond = 0x94d049bb133111eb
	lowFold   = 0x9e3779b97f4a7c15
	highFold  = 0xd6e8feb86659fd93
)

// mix is a bijection of 64 bits that leaves no trace of its argument's order.
// Because it is one, distinct keys stay distinct from layer to layer.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * mixFirst
	x = (x ^ x>>27) * mixSecond
	return x ^ x>>31
}

// fold multiplies to 128 bits and joins the halves.
func fold(x, factor uint64) uint64 {
	high, low := bits.Mul64(x, factor)
	return high ^ low
}

// coefficients returns the 128 coefficients of a hash's equation. The first is
// always 1, so that every equation has a place to start from.
func coefficients(hash uint64) (low, high uint64) {
	return fold(hash, lowFold) | 1, fold(hash, highFold)
}

// fingerprint is the value a filter stores for a hash. It takes the low bits,
// for the high ones have chosen the slot.
func fingerprint(hash uint64, width int) uint16 { return uint16(hash & (1<<width - 1)) }
