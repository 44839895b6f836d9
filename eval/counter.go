package eval

import "math/bits"

// counter is a way to count squares: for Black, for White, or for Black minus White.
type counter struct {
	counted                  sides // the half or halves whose squares are counted
	subtracted               sides // the half whose squares count -1 each
	offset                   int32 // the number of bits that count finds in an empty set
	blackFactor, whiteFactor int32 // what number multiplies the numbers of the sides by
}

// The three ways to count.
var (
	ofBlack = counter{counted: blackHalf, blackFactor: 1}
	ofWhite = counter{counted: whiteHalf, whiteFactor: 1}
	ofBoth  = counter{counted: blackHalf | whiteHalf, subtracted: whiteHalf, offset: halfBits, blackFactor: 1, whiteFactor: -1}
)

// count returns the number of squares in s. The subtracted half is complemented first: a square in s then is a bit less
// in the count. So one count of bits is enough for both sides.
func (c *counter) count(s sides) int32 {
	return int32(bits.OnesCount64(uint64(s&c.counted^c.subtracted))) - c.offset
}

// number returns the count for the two numbers of the sides.
func (c *counter) number(black, white int32) int32 {
	return black*c.blackFactor + white*c.whiteFactor
}
