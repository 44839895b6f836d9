// Package theme names what a line of moves is about, by rules on the line.
package theme

import (
	"fmt"

	"github.com/zonda-checkers/zonda/board"
)

// The themes of a line of the side that moves first, its owner.
const (
	Shot         = "shot"         // takes more than it gives; a second theme such as 3-for-2 has the numbers
	Steal        = "steal"        // takes and gives nothing
	Exchange     = "exchange"     // takes as many as it gives, for the move: with the other side to move the value would be another
	Pitch        = "pitch"        // gives and takes nothing
	Breakthrough = "breakthrough" // gives, and so crowns a man
	InAndOut     = "in-and-out"   // a man takes its way to the king row, and out again with the next move
	Rebound      = "rebound"      // takes several pieces at once, of which one has just taken
	Breeches     = "breeches"     // a king between two pieces takes one of them
	Hold         = "hold"         // a piece of the other side could not move for two turns without another one being lost
	Bridge       = "bridge"       // men on 1 and 3, or 30 and 32, stop a man on 10, or 23
	DogHole      = "dog-hole"     // a man on 5, or 28, behind a hostile man
	TrappedKing  = "trapped-king" // a king of the other side has had no safe move in three plies
	Blockade     = "blockade"     // the end is that the other side has pieces and no move
)

// Values know the values of positions.
type Values interface {
	// Probe returns the value of p for its side to move, Unknown if it is not known.
	Probe(p board.Position) board.Result
}

// Of returns the themes of a line from p, which should end two quiet plies after what it is about. The first theme is the one that the
// line is most about.
func Of(known Values, p board.Position, line []board.Move) (themes []string) {
	s := newSolution(p, line)
	taken, given := s.lost(p.Turn.Opponent()), s.lost(p.Turn)
	switch {
	case taken > given && given > 0:
		themes = append(themes, Shot, fmt.Sprintf("%d-for-%d", taken, given))
	case taken > given:
		themes = append(themes, Steal)
	case taken == given && taken > 0 && s.begins(line) && s.forTheMove(known):
		themes = append(themes, Exchange)
	case given > 0 && taken == 0:
		themes = append(themes, Pitch)
	}
	for _, theme := range []struct {
		name string
		has  bool
	}{
		{Breakthrough, given > 0 && s.crowns()},
		{InAndOut, s.goesInAndOut(line)},
		{Rebound, s.rebounds(line)},
		{Breeches, s.breeches(line)},
		{TrappedKing, s.stays(unsafeKings)},
		{Hold, s.stays(heldPieces)},
		{Blockade, s.blocks()},
		{Bridge, bridged(p) || bridged(p.Mirror())},
		{DogHole, inDogHole(p) || inDogHole(p.Mirror())},
	} {
		if theme.has {
			themes = append(themes, theme.name)
		}
	}
	return themes
}

// solution is the positions of a line. The owner of the line is to move in the first.
type solution []board.Position

func newSolution(p board.Position, line []board.Move) solution {
	s := solution{p}
	for _, m := range line {
		p = p.Play(m)
		s = append(s, p)
	}
	return s
}

func (s solution) owner() board.Color { return s[0].Turn }

func (s solution) last() board.Position { return s[len(s)-1] }

// lost returns how many pieces a side has lost on the line.
func (s solution) lost(side board.Color) int {
	return s[0].Side(side).Count() - s.last().Side(side).Count()
}

// begins reports whether the first move gives the piece that is exchanged first.
func (s solution) begins(line []board.Move) bool { return len(line) > 1 && line[1].IsCapture() }

// forTheMove reports whether the end of an exchange would have another value with the other side to move.
func (s solution) forTheMove(known Values) bool {
	for i := len(s) - 1; i > 0; i-- {
		if s[i].Pieces() == s[i-1].Pieces() {
			continue // the exchange is over before
		}
		p := s[i]
		other := p
		other.Turn = p.Turn.Opponent()
		value, passed := valueOf(known, p), valueOf(known, other)
		return p.Jumpers() == 0 && other.Jumpers() == 0 && value != board.Unknown && passed != board.Unknown && value != passed.Opposite()
	}
	return false
}

// valueOf returns the value of p, also if the game is over.
func valueOf(known Values, p board.Position) board.Result {
	if p.Over() {
		return board.Loss
	}
	return known.Probe(p)
}

// crowns reports whether a man of the owner is crowned on the line.
func (s solution) crowns() bool {
	own := s.owner()
	for i := 1; i < len(s); i++ {
		if s[i-1].Turn == own && s[i].KingsOf(own).Count() > s[i-1].KingsOf(own).Count() {
			return true
		}
	}
	return false
}

// breeches reports whether a king of the owner goes between two pieces, could take either if the other side passed, and takes with its next
// move.
func (s solution) breeches(line []board.Move) bool {
	for i := 0; i+2 < len(line); i += 2 {
		m, next := line[i], line[i+2]
		if m.IsCapture() || line[i+1].IsCapture() || !next.IsCapture() || next.From != m.To || !s[i].Kings.Has(m.From) {
			continue
		}
		passed := s[i+1]
		passed.Turn = s.owner()
		var victims []board.Bitboard
		for c := range passed.Legal() {
			if c.IsCapture() && c.From == m.To {
				victims = append(victims, c.Captured)
			}
		}
		for _, a := range victims {
			for _, b := range victims {
				if a&b == 0 {
					return true
				}
			}
		}
	}
	return false
}

// goesInAndOut reports whether a man of the owner takes and is crowned by that, and takes again with the next move.
func (s solution) goesInAndOut(line []board.Move) bool {
	for i := 0; i+2 < len(line); i += 2 {
		in, out := line[i], line[i+2]
		if in.IsCapture() && out.IsCapture() && out.From == in.To && !s[i].Kings.Has(in.From) && s[i+1].Kings.Has(in.To) {
			return true
		}
	}
	return false
}

// rebounds reports whether the owner takes several pieces at once, and one of them has taken with the move before.
func (s solution) rebounds(line []board.Move) bool {
	for i := 2; i < len(line); i += 2 {
		if line[i-1].IsCapture() && line[i].Captured.Has(line[i-1].To) && line[i].Captured.Count() > 1 {
			return true
		}
	}
	return false
}

// stays reports whether the same piece of the other side was among those of a rule at the last two turns of that side, of which the last may
// be the end.
func (s solution) stays(rule func(board.Position) board.Bitboard) bool {
	all := board.AllSquares
	turns := 0
	for i := len(s) - 1; i > 0 && turns < 2; i-- {
		if s[i].Turn == s.owner() {
			continue
		}
		turns++
		all &= rule(s[i])
	}
	return turns == 2 && all != 0
}

// heldPieces returns the pieces of the side to move that have moves, and of which each move lets the other side take another piece; none if
// the side to move has to take, or if the other side could take without that.
func heldPieces(p board.Position) (held board.Bitboard) {
	if p.Jumpers() != 0 || p.JumpersOf(p.Turn.Opponent()) != 0 {
		return 0
	}
	loose := board.Bitboard(0)
	for m := range p.Legal() {
		held |= 1 << m.From
		another := false
		after := p.Play(m)
		for c := range after.Legal() {
			another = another || c.IsCapture() && !c.Captured.Has(m.To)
		}
		if !another {
			loose |= 1 << m.From
		}
	}
	return held &^ loose
}

// unsafeKings returns the kings of the side to move of which each move loses the king at once, or which have no move; none if that side has
// to take.
func unsafeKings(p board.Position) board.Bitboard {
	if p.Jumpers() != 0 {
		return 0
	}
	unsafe := p.KingsOf(p.Turn)
	for m := range p.Legal() {
		if !unsafe.Has(m.From) {
			continue
		}
		taken := false
		after := p.Play(m)
		for c := range after.Legal() {
			taken = taken || c.Captured.Has(m.To)
		}
		if !taken {
			unsafe &^= 1 << m.From
		}
	}
	return unsafe
}

// blocks reports whether the other side has pieces and no move at the end.
func (s solution) blocks() bool {
	end := s.last()
	return end.Turn != s.owner() && !end.Finished() && !end.HasMove()
}

// square returns the set of a square by its number.
func square(number int) board.Bitboard { return 1 << (number - 1) }

// bridged reports whether black men on 1 and 3 stop a white man on 10.
func bridged(p board.Position) bool {
	bridge := square(1) | square(3)
	return p.Men(board.Black)&bridge == bridge && p.Men(board.White)&square(10) != 0
}

// inDogHole reports whether a white man on 5 stands behind a black man on 1.
func inDogHole(p board.Position) bool {
	return p.Men(board.White)&square(5) != 0 && p.Men(board.Black)&square(1) != 0
}
