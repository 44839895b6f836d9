package tally

// Verdict is the state of a sequential test.
type Verdict uint8

// The states of a test.
const (
	Undecided Verdict = iota // more games are needed
	Accepted                 // the first engine is Elo1 stronger rather than Elo0
	Rejected                 // it is Elo0 stronger rather than Elo1
)

// String returns "undecided", "accepted" or "rejected".
func (v Verdict) String() string {
	switch v {
	case Accepted:
		return "accepted"
	case Rejected:
		return "rejected"
	}
	return "undecided"
}
