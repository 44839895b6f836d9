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
	own, opp, kings board.Bitboard
	near            board.Bitboard // squares where a move of the side tried may allow a capture
	exchange        *exchange      // nil: shots are not played
	tactics
}

func (s *scan) run() {
	empty := ^(s.own | s.opp)
	s.near = reachUp(s.opp)
	if kings := s.opp & s.kings; kings != 0 {
		s.near |= reachDown(kings)
	}
	if s.threat = jumpersUp(s.own, s.opp, s.kings) != 0; s.threat {
		s.near = board.AllSquares
	}
	s.moves(s.own&empty.UpRight(), (empty &^ s.near).UpRight(), downLeft)
	s.moves(s.own&empty.UpLeft(), (empty &^ s.near).UpLeft(), downRight)
	if kings := s.own & s.kings; kings != 0 {
		s.moves(kings&empty.DownRight(), (empty &^ s.near).DownRight(), upLeft)
		s.moves(kings&empty.DownLeft(), (empty &^ s.near).DownLeft(), upRight)
	}

	s.near = reachDown(s.own)
	if kings := s.own & s.kings; kings != 0 {
		s.near |= reachUp(kings)
	}
	kings := s.opp & s.kings
	men := s.opp &^ s.kings
	inside := empty &^ board.BlackBackRow // men that reach the row are crowned
	s.others(men&inside.DownRight()|kings&empty.DownRight(), (empty &^ s.near).DownRight(), upLeft)
	s.others(men&inside.DownLeft()|kings&empty.DownLeft(), (empty &^ s.near).DownLeft(), upRight)
	if kings != 0 {
		s.others(kings&empty.UpRight(), (empty &^ s.near).UpRight(), downLeft)
		s.others(kings&empty.UpLeft(), (empty &^ s.near).UpLeft(), downRight)
	}
}

// moves tries Black's moves of the movers in direction d. Those that begin and end
// far from White, a quiet end among the squares given, need no test.
func (s *scan) moves(movers, quiet board.Bitboard, d int) {
	quiet &= movers &^ s.near
	s.safe += quiet.Count()
	for movers ^= quiet; movers != 0; movers &= movers - 1 {
		from := movers.First()
		to := steps[d][from&31]
		own := s.own&^from.Bit() | to
		kings := s.kings
		if kings.Has(from) {
			kings = kings&^from.Bit() | to
		}
		if jumpersUp(own, s.opp, kings) == 0 {
			s.safe++
		} else if s.exchange != nil {
			s.shot = max(s.shot, 1+s.exchange.white(own, s.opp, kings|to&board.WhiteBackRow))
		}
	}
}

// others counts White's safe moves.
func (s *scan) others(movers, quiet board.Bitboard, d int) {
	quiet &= movers &^ s.near
	s.other += quiet.Count()
	for movers ^= quiet; movers != 0; movers &= movers - 1 {
		from := movers.First()
		to := steps[d][from&31]
		opp := s.opp&^from.Bit() | to
		kings := s.kings
		if kings.Has(from) {
			kings = kings&^from.Bit() | to
		}
		if jumpersDown(s.own, opp, kings) == 0 {
			s.other++
		}
	}
}
