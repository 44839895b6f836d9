package certificate

import (
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
