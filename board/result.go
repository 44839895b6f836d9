package board

// Result is the value of a game or a position for one side: for the side to move,
// unless the comment on the result says otherwise.
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
