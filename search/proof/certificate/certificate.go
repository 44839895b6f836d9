package certificate

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

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

// body reads the columns of a file's body one after the other.
type body struct {
	rest    []byte
	codes   []Code
	entries []Entry
}

// decodeBody returns the entries of a certificate whose claim is known.
func decodeBody(data []byte, entries int, c *Certificate) ([]Entry, error) {
	b := body{data, make([]Code, entries), make([]Entry, entries)}
	columns := []func(i int) error{b.squares, b.kinds, b.position(c.Chooser()), b.move}
	if c.Claim.Win {
		columns = append(columns, b.rank)
	}
	for _, read := range columns {
		for i := range entries {
			if err := read(i); err != nil {
				return nil, fmt.Errorf("entry %d of %d: %w", i+1, entries, err)
			}
		}
	}
	if len(b.rest) > 0 {
		return nil, errors.New("body: something follows the last column")
	}
	return b.entries, nil
}

// number reads a varint of at most 32 bits.
func (b *body) number() (uint32, error) {
	n, length := binary.Uvarint(b.rest)
	if length <= 0 || n > math.MaxUint32 {
		return 0, errShort
	}
	b.rest = b.rest[length:]
	return uint32(n), nil
}

// bytes reads some bytes.
func (b *body) bytes(n int) ([]byte, error) {
	if n > len(b.rest) {
		return nil, errShort
	}
	taken := b.rest[:n]
	b.rest = b.rest[n:]
	return taken, nil
}

// squares reads the squares of entry i: what they are more than those of the entry before it.
func (b *body) squares(i int) error {
	more, err := b.number()
	if err != nil {
		return err
	}
	sum := uint64(more)
	if i > 0 {
		sum += uint64(b.codes[i-1].squares())
	}
	if sum > math.MaxUint32 {
		return fmt.Errorf("squares %#x are not on the board", sum)
	}
	binary.BigEndian.PutUint32(b.codes[i][:], uint32(sum))
	return nil
}

// kinds reads the kinds of the pieces of entry i.
func (b *body) kinds(i int) error {
	n := kindBytes(b.codes[i].squares())
	if n > maxKindBytes {
		return errTooMany
	}
	kinds, err := b.bytes(n)
	copy(b.codes[i][squareBytes:], kinds)
	return err
}

// position returns a function that sets the position of entry i from its code.
func (b *body) position(turn board.Color) func(i int) error {
	return func(i int) (err error) {
		if i > 0 && b.codes[i].Compare(b.codes[i-1]) <= 0 {
			return errors.New("its code is not above the one before")
		}
		b.entries[i].Position, err = b.codes[i].Position(turn)
		return err
	}
}

// move reads the move of entry i, a number among its legal moves.
func (b *body) move(i int) error {
	index, err := b.bytes(1)
	if err != nil {
		return err
	}
	var l board.MoveList
	moves := ordered(b.entries[i].Position, &l)
	if int(index[0]) >= len(moves) {
		return fmt.Errorf("it names the move with the number %d, from 0, and the position has %d", index[0], len(moves))
	}
	b.entries[i].Move = moves[index[0]]
	return nil
}

// rank reads the rank of entry i.
func (b *body) rank(i int) (err error) {
	b.entries[i].Rank, err = b.number()
	return err
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
