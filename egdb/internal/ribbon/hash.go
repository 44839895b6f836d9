package ribbon

import "math/bits"

// The multipliers are odd numbers without a pattern. They are part of the format.
const (
	mixFirst  = 0xbf58476d1ce4e5b9
	mixSecond = 0x94d049bb133111eb
	lowFold   = 0x9e3779b97f4a7c15
	highFold  = 0xd6e8feb86659fd93
)

// mix returns a hash of x. It is a bijection, so distinct keys stay distinct from layer to
// layer.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * mixFirst
	x = (x ^ x>>27) * mixSecond
	return x ^ x>>31
}

// fold multiplies to 128 bits and returns the exclusive or of both halves.
func fold(x, factor uint64) uint64 {
	high, low := bits.Mul64(x, factor)
	return high ^ low
}

// coefficients returns the 128 coefficients of the equation of a hash. The first is always 1.
func coefficients(hash uint64) (low, high uint64) {
	return fold(hash, lowFold) | 1, fold(hash, highFold)
}

// fingerprint returns the value that a filter stores for a hash: the low bits, because the
// high bits choose the slot.
func fingerprint(hash uint64, width int) uint16 { return uint16(hash & (1<<width - 1)) }
