package egdb

import "github.com/zonda-checkers/zonda/engine/board"

// tactics is what the predictor knows of a quiet position beyond where the pieces
// stand.
type tactics struct {
	threat bool // White could capture if it were to move
	shot   int  // best class of the moves after which White must capture, plus 1; 0 if there is none
	safe   int  // Black's moves after which White cannot capture
	other  int  // White's moves, if it were to move, after which Black cannot capture; crownings are left out
}

// scan finds the tactics of a position in which Black cannot capture.
type scan struct {
	own, opp, kings, empty board.Bitboard
	exchange               *exchange // nil: shots are not played
	tactics
}

func (s *scan) run() {
	s.empty = ^(s.own | s.opp)
	s.threat = jumpersUp(s.own, s.opp, s.kings) != 0
	s.ownMoves()
	s.otherMoves()
}

// A move allows a capture that was not there before in three ways: it ends next to
// a piece that can take it, the square behind it being free (exposed) or the one it
// comes from (in line), or it begins where another capture lands (released). With
// no capture before these are all.

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
		released = board.AllSquares // what was there before must be looked at too
	}
	s.moves(own&empty.UpRight(), released|(exposed|overRight).UpRight(), downLeft)
	s.moves(own&empty.UpLeft(), released|(exposed|overLeft).UpLeft(), downRight)
	if own &= s.kings; own != 0 {
		s.moves(own&empty.DownRight(), released|(exposed|underRight).DownRight(), upLeft)
		s.moves(own&empty.DownLeft(), released|(exposed|underLeft).DownLeft(), upRight)
	}
}

// moves counts the movers in direction d that are safe and plays out what the
// others, which may be, lead to.
func (s *scan) moves(movers, doubtful board.Bitboard, d int) {
	s.safe += (movers &^ doubtful).Count()
	movers &= doubtful
	if s.exchange == nil && !s.threat {
		return
	}
	for ; movers != 0; movers &= movers - 1 {
		from := movers.First().Bit()
		to := steps[d][movers.First()&31]
		own := s.own ^ from | to
		kings := s.kings
		if kings&from != 0 || to&board.WhiteBackRow != 0 {
			kings = kings&^from | to
		}
		jumpers := jumpersUp(own, s.opp, kings)
		if jumpers == 0 {
			s.safe++
		} else if s.exchange != nil {
			s.shot = max(s.shot, 1+s.exchange.whiteCaptures(own, s.opp, kings, jumpers))
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
