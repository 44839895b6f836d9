package board

// Result is what a game or a position is worth to one side: to the side to move,
// unless it says otherwise.
type Result uint8

// The results. The zero value is Unknown.
const (
	Unknown Result = iota
	Loss
	Draw
	Win
)

// String returns "unknown", "loss", "draw" or "win".
func (r Result) String() string {
	switch r {
	case Loss:
		return "loss"
	case Draw:
		return "draw"
	case Win:
		return "win"
	default:
		return "unknown"
	}
}

// Opposite returns the same result as the other side sees it.
func (r Result) Opposite() Result {
	switch r {
	case Loss:
		return Win
	case Win:
		return Loss
	default:
		return r
	}
}
