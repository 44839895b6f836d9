package certificate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// Entry is one position of a certificate, in which the side that has the choice is to move, with the move that it
// chooses. In an Entry the attacker is Black.
type Entry struct {
	Position board.Position
	Move     board.Move
	Rank     uint32 // of a won position only, else 0
}

// Leaves names the endgame databases whose values end the lines of a certificate.
type Leaves struct {
	Pieces int    `json:"pieces"` // the lines end at positions of up to this number of pieces, 0 to 255; 0 if no database is used
	Sum    uint32 `json:"sum"`    // of all slices of up to this number of pieces (egdb.DB.Sum)
}

// Certificate is a claim with the entries that prove it.
//
// If the claim is a win, the entries are positions in which the attacker is to move. After the chosen move, every reply
// of the defender leads to a known win or to an entry of lower rank. If the claim is that there is no win, the entries are
// positions in which the defender is to move. After the chosen move, every reply of the attacker leads to a known
// position that is no win or to an entry; the set is closed, and circles in it are draws by repetition. Where the other
// side is to move at the root, all its moves must lead to known positions or to entries.
//
// A position is known if a side has no move or no pieces, or if it has at most Leaves.Pieces pieces.
type Certificate struct {
	Claim   Claim
	Leaves  Leaves
	Entries []Entry // in the order of their codes (Sort), each position once
}

// Chooser returns the side that is to move in the entries: the attacker, Black, if the claim is a win, else White.
func (c *Certificate) Chooser() board.Color {
	if c.Claim.Win {
		return board.Black
	}
	return board.White
}

// Sort puts the entries in the order of their codes.
func (c *Certificate) Sort() {
	slices.SortFunc(c.Entries, func(a, b Entry) int { return CodeOf(a.Position).Compare(CodeOf(b.Position)) })
}

// Find returns the entry of a position in which Black is the attacker, and false if there is none. The entries must be
// sorted.
func (c *Certificate) Find(p board.Position) (Entry, bool) {
	if p.Turn != c.Chooser() {
		return Entry{}, false
	}
	at, found := slices.BinarySearchFunc(c.Entries, CodeOf(p), func(e Entry, code Code) int {
		return CodeOf(e.Position).Compare(code)
	})
	if !found {
		return Entry{}, false
	}
	return c.Entries[at], true
}

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

// String returns the claim as a sentence without a full stop.
func (c Claim) String() string {
	can := "cannot"
	if c.Win {
		can = "can"
	}
	return fmt.Sprintf("%v %s force a win from %v", c.Attacker, can, c.Position)
}

// claimFields are a claim in JSON.
type claimFields struct {
	Position string `json:"position"` // FEN
	Attacker string `json:"attacker"` // black or white
	Win      bool   `json:"win"`
}

// MarshalJSON returns {"position": FEN, "attacker": "black" or "white", "win": true or false}.
func (c Claim) MarshalJSON() ([]byte, error) {
	return json.Marshal(claimFields{c.Position.FEN(), strings.ToLower(c.Attacker.String()), c.Win})
}

// UnmarshalJSON reads what MarshalJSON returns.
func (c *Claim) UnmarshalJSON(data []byte) error {
	var f claimFields
	if err := unmarshalStrictly(data, &f); err != nil {
		return err
	}
	attackers := map[string]board.Color{"black": board.Black, "white": board.White}
	attacker, ok := attackers[f.Attacker]
	if !ok {
		return fmt.Errorf("attacker %s is neither black nor white", board.Quote(f.Attacker))
	}
	p, err := board.ParseFEN(f.Position)
	if err != nil {
		return err
	}
	*c = Claim{Question{p, attacker}, f.Win}
	return nil
}

// Question asks whether the attacker can force a win from a position.
type Question struct {
	Position board.Position
	Attacker board.Color
}

// Turned returns the same question with Black as the attacker: if White attacks, the board is turned and the colours are
// swapped.
func (q Question) Turned() Question {
	if q.Attacker == board.Black {
		return q
	}
	return Question{Position: q.Position.Mirror(), Attacker: board.Black}
}

// Claim is an answer to a question.
type Claim struct {
	Question
	Win bool // the attacker can force a win
}

// KnownWin reports whether value, which is for the side to move in p and is not Unknown, is a win for the attacker.
func KnownWin(p board.Position, attacker board.Color, value board.Result) bool {
	if p.Turn == attacker {
		return value == board.Win
	}
	return value == board.Loss
}
