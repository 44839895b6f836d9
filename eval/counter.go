package eval

import "math/bits"

// counter counts for one side, or for Black less White.
type counter struct {
	of           sides // whose squares are counted
	less         sides // whose squares are counted off
	none         int32 // what is counted where there are no squares
	black, white int32 // what one for a side counts
}

// The three ways to count.
var (
	ofBlack = counter{of: blackHalf, black: 1}
	ofWhite = counter{of: whiteHalf, white: 1}
	ofBoth  = counter{of: blackHalf | whiteHalf, less: whiteHalf, none: halfBits, black: 1, white: -1}
)

// count counts the squares in s. Squares that are counted off are exchanged for those that are
// not in s, so that one count of bits is enough for both sides.
func (c *counter) count(s sides) int32 {
	return int32(bits.OnesCount64(uint64(s&c.of^c.less))) - c.none
}

// number counts what is there as a number for each side.
func (c *counter) number(black, white int32) int32 {
	return black*c.black + white*c.white
}
