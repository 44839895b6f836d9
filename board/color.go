package board

// Color is one of the two sides.
type Color uint8

// The two sides. Black moves first and towards square 32.
const (
	Black Color = iota
	White
)

// Opponent returns the other side.
func (c Color) Opponent() Color { return c ^ 1 }

// String returns "Black" or "White".
func (c Color) String() string {
	if c == Black {
		return "Black"
	}
	return "White"
}

// Letter returns the side's letter in FEN: 'B' or 'W'.
func (c Color) Letter() byte {
	if c == Black {
		return 'B'
	}
	return 'W'
}
