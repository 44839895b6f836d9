package problems

import (
	"fmt"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// The themes: rules on the line of a solution, of which the side that solves has Black.
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

// Themes returns the themes of a solution by Black, the one that it is most about first.
func Themes(db *egdb.DB, p board.Position, line []board.Move) (themes []string) {
	s := newSolution(p, line)
	taken, given := s.lost(board.White), s.lost(board.Black)
	switch {
	case taken > given && given > 0:
		themes = append(themes, Shot, fmt.Sprintf("%d-for-%d", taken, given))
	case taken > given:
		themes = append(themes, Steal)
	case taken == given && taken > 0 && s.begins(line) && s.forTheMove(db):
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
	for _, name := range s.endings(db) {
		if !slices.Contains(themes, name) {
			themes = append(themes, name)
		}
	}
	return themes
}

// solution is the positions of a line, the problem first; Black solves.
type solution []board.Position

func newSolution(p board.Position, line []board.Move) solution {
	s := solution{p}
	for _, m := range line {
		p = p.Play(m)
		s = append(s, p)
	}
	return s
}

func (s solution) last() board.Position { return s[len(s)-1] }

// lost returns how many pieces a side has lost on the line.
func (s solution) lost(side board.Color) int {
	return s[0].Side(side).Count() - s.last().Side(side).Count()
}

// begins reports whether the first move gives the piece that is exchanged first.
func (s solution) begins(line []board.Move) bool { return len(line) > 1 && line[1].IsCapture() }

// forTheMove reports whether the end of an exchange would have another value with the other side to move.
func (s solution) forTheMove(db *egdb.DB) bool {
	for i := len(s) - 1; i > 0; i-- {
		if s[i].Pieces() == s[i-1].Pieces() {
			continue // the exchange is over before
		}
		p := s[i]
		other := p
		other.Turn = p.Turn.Opponent()
		value, passed := valueOf(db, p), valueOf(db, other)
		return resting(p) && value != board.Unknown && passed != board.Unknown && value != passed.Opposite()
	}
	return false
}

// crowns reports whether a black man is crowned on the line.
func (s solution) crowns() bool {
	for i := 1; i < len(s); i++ {
		if s[i-1].Turn == board.Black && s[i].KingsOf(board.Black).Count() > s[i-1].KingsOf(board.Black).Count() {
			return true
		}
	}
	return false
}

// breeches reports whether a black king goes between two pieces, could take either if White passed, and takes with its next move.
func (s solution) breeches(line []board.Move) bool {
	for i := 0; i+2 < len(line); i += 2 {
		m, next := line[i], line[i+2]
		if m.IsCapture() || line[i+1].IsCapture() || !next.IsCapture() || next.From != m.To || !s[i].Kings.Has(m.From) {
			continue
		}
		passed := s[i+1]
		passed.Turn = board.Black
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

// goesInAndOut reports whether a black man takes and is crowned by that, and takes again with the next move.
func (s solution) goesInAndOut(line []board.Move) bool {
	for i := 0; i+2 < len(line); i += 2 {
		in, out := line[i], line[i+2]
		if in.IsCapture() && out.IsCapture() && out.From == in.To && !s[i].Kings.Has(in.From) && s[i+1].Kings.Has(in.To) {
			return true
		}
	}
	return false
}

// rebounds reports whether Black takes several pieces at once, and one of them has taken with the move before.
func (s solution) rebounds(line []board.Move) bool {
	for i := 2; i < len(line); i += 2 {
		if line[i-1].IsCapture() && line[i].Captured.Has(line[i-1].To) && line[i].Captured.Count() > 1 {
			return true
		}
	}
	return false
}

// stays reports whether the same white piece was among those of a rule at the last two turns of White, of which the last may be the end.
func (s solution) stays(rule func(board.Position) board.Bitboard) bool {
	all := board.AllSquares
	turns := 0
	for i := len(s) - 1; i > 0 && turns < 2; i-- {
		if s[i].Turn != board.White {
			continue
		}
		turns++
		all &= rule(s[i])
	}
	return turns == 2 && all != 0
}

// heldPieces returns the pieces of White, who is to move, that have moves, and of which each move lets Black take another piece; none if
// White has to take, or if Black could take without that.
func heldPieces(p board.Position) (held board.Bitboard) {
	if p.Jumpers() != 0 || p.JumpersOf(board.Black) != 0 {
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

// unsafeKings returns the kings of White, who is to move, of which each move loses the king at once, or which have no move; none if White
// has to take.
func unsafeKings(p board.Position) board.Bitboard {
	if p.Jumpers() != 0 {
		return 0
	}
	unsafe := p.KingsOf(board.White)
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

// blocks reports whether White has pieces and no move at the end.
func (s solution) blocks() bool {
	end := s.last()
	return end.Turn == board.White && !end.Finished() && !end.HasMove()
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
