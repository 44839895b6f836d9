package stats

// Decision is the state of a sequential test.
type Decision uint8

// The states of a test.
const (
	Undecided Decision = iota // more games are needed
	Accepted                  // the first engine is Elo1 stronger rather than Elo0
	Rejected                  // it is Elo0 stronger rather than Elo1
)

// String returns "undecided", "accepted" or "rejected".
func (v Decision) String() string {
	switch v {
	case Accepted:
		return "accepted"
	case Rejected:
		return "rejected"
	}
	return "undecided"
}
