package egdb

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb/internal/geometry"
)

// tactics are features of a quiet position with Black to move. A model uses them together with
// the squares of the pieces.
type tactics struct {
	threat bool // White could capture if it were White's turn
	shot   int  // 1 plus the best class of Black's moves after which White must capture; 0 if there is no such move
	safe   int  // number of Black's moves after which White cannot capture
	other  int  // number of moves, without crownings, that White would have if it were White's turn and after which Black cannot capture
}

// scan computes the tactics of a position in which Black cannot capture.
type scan struct {
	own, opp, kings, empty board.Bitboard
	exchange               *exchange // nil if shots are not needed
	tactics
}

// run computes the tactics.
func (s *scan) run() {
	s.empty = ^(s.own | s.opp)
	s.threat = jumpersUp(s.own, s.opp, s.kings) != 0
	s.ownMoves()
	s.otherMoves()
}

// A move allows a new capture in three ways. The moved piece ends next to an enemy and the
// square behind it is free (exposed). The square behind it is the square that it left (in
// line). Or the moved piece leaves a square on which another capture lands (released). If no
// capture was possible before, there are no other ways.

// ownMoves counts Black's safe moves and plays the shots.
func (s *scan) ownMoves() {
	own, empty, up, down := s.own, s.empty, s.opp, s.opp&s.kings
	overLeft, overRight := up.UpLeft(), up.UpRight()
	exposed := overLeft&empty.DownRight() | overRight&empty.DownLeft()
	released := (overLeft & own).UpLeft() | (overRight & own).UpRight()
	var underLeft, underRight board.Bitboard
	if down != 0 {
		underLeft, underRight = down.DownLeft(), down.DownRight()
		exposed |= underLeft&empty.UpRight() | underRight&empty.UpLeft()
		released |= (underLeft & own).DownLeft() | (underRight & own).DownRight()
	}
	if s.threat {
		released = board.AllSquares // a capture that was possible before may remain, so every move is tested
	}
	s.moves(own&empty.UpRight(), released|(exposed|overRight).UpRight(), geometry.DownLeft)
	s.moves(own&empty.UpLeft(), released|(exposed|overLeft).UpLeft(), geometry.DownRight)
	if own &= s.kings; own != 0 {
		s.moves(own&empty.DownRight(), released|(exposed|underRight).DownRight(), geometry.UpLeft)
		s.moves(own&empty.DownLeft(), released|(exposed|underLeft).DownLeft(), geometry.UpRight)
	}
}

// moves counts the safe moves in direction d. Moves of pieces outside doubtful are safe; the
// others are played, and so are their captures.
func (s *scan) moves(movers, doubtful board.Bitboard, d int) {
	s.safe += (movers &^ doubtful).Count()
	movers &= doubtful
	if s.exchange == nil && !s.threat {
		return
	}
	for ; movers != 0; movers &= movers - 1 {
		from := movers.First().Bit()
		to := geometry.Steps[d][movers.First()&31]
		own := s.own ^ from | to
		kings := s.kings
		if kings&from != 0 || to&board.WhiteBackRow != 0 {
			kings = kings&^from | to
		}
		jumpers := jumpersUp(own, s.opp, kings)
		if jumpers == 0 {
			s.safe++
		} else if s.exchange != nil {
			s.shot = max(s.shot, 1+s.exchange.whiteCaptures(own, s.opp, kings, jumpers, s.shot-1))
		}
	}
}

// otherMoves counts White's safe moves.
func (s *scan) otherMoves() {
	opp, empty, down, up := s.opp, s.empty, s.own, s.own&s.kings
	underLeft, underRight := down.DownLeft(), down.DownRight()
	exposed := underLeft&empty.UpRight() | underRight&empty.UpLeft()
	released := (underLeft & opp).DownLeft() | (underRight & opp).DownRight()
	var overLeft, overRight board.Bitboard
	if up != 0 {
		overLeft, overRight = up.UpLeft(), up.UpRight()
		exposed |= overLeft&empty.DownRight() | overRight&empty.DownLeft()
		released |= (overLeft & opp).UpLeft() | (overRight & opp).UpRight()
	}
	kings := opp & s.kings
	men := opp &^ kings
	free := empty &^ board.BlackBackRow // where men are crowned
	s.other += ((men&free.DownRight() | kings&empty.DownRight()) &^ (released | (exposed | underRight).DownRight())).Count() +
		((men&free.DownLeft() | kings&empty.DownLeft()) &^ (released | (exposed | underLeft).DownLeft())).Count()
	if kings != 0 {
		s.other += (kings & empty.UpRight() &^ (released | (exposed | overRight).UpRight())).Count() +
			(kings & empty.UpLeft() &^ (released | (exposed | overLeft).UpLeft())).Count()
	}
}
