package certificate

import "fmt"

// Answer is the answer to a question: can the attacker force a win?
type Answer uint8

// The answers. The zero value is Undecided: nothing has found the answer yet. Stores of proof trees keep these numbers.
const (
	Undecided Answer = iota
	No
	Yes
)

var answerNames = [...]string{Undecided: "open", No: "no", Yes: "yes"}

// String returns "open", "no" or "yes".
func (a Answer) String() string {
	if int(a) < len(answerNames) {
		return answerNames[a]
	}
	return fmt.Sprintf("answer %d", uint8(a))
}

// MarshalText returns the name of a.
func (a Answer) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads the name of an answer.
func (a *Answer) UnmarshalText(text []byte) error {
	for i, name := range answerNames {
		if name == string(text) {
			*a = Answer(i)
			return nil
		}
	}
	return fmt.Errorf("answer %q is not open, no or yes", text)
}

// AnswerOf returns Yes if the attacker wins, otherwise No.
func AnswerOf(win bool) Answer {
	if win {
		return Yes
	}
	return No
}
