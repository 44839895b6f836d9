package endgame

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame/geometry"
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

// wordTactics are the tactics of the positions of a word in which X is a king.
type wordTactics struct {
	threat board.Bitboard      // squares of X with which White could capture
	shot   [board.Squares]int8 // by square of X: the best class, -1 if there is no shot
	best   board.Bitboard      // squares of X with the best shot that there is: no more shots are played
	safe   counter             // by square of X
	tracer tracer
}

// noShots has no shot on any square.
var noShots = func() (none [board.Squares]int8) {
	for x := range none {
		none[x] = -1
	}
	return none
}()

// counter holds a number from 0 to 15 for every square, bit by bit; larger numbers count as 15.
type counter [4]board.Bitboard

// add adds one to the numbers of the squares.
func (c *counter) add(at board.Bitboard) {
	for i := range c {
		c[i], at = c[i]^at, c[i]&at
	}
	for i := range c {
		c[i] |= at
	}
}

// at returns the number of a square.
func (c *counter) at(x board.Square) int {
	x &= board.Squares - 1
	return int(c[0]>>x&1 | c[1]>>x&1<<1 | c[2]>>x&1<<2 | c[3]>>x&1<<3)
}

// run computes the tactics of the positions of a word with X on the given squares. Black has no capture in them.
// The exchange is nil if shots are not needed.
func (t *wordTactics) run(w *Word, at board.Bitboard, e *exchange) {
	own, opp, kings := w.Others.Black, w.Others.White, w.Others.Kings
	threats := w.threats(own, opp, kings)
	t.threat = threats
	t.safe = counter{}
	if e != nil {
		t.shot, t.best = noShots, 0
		t.tracer.begin(e, w)
	}
	if !w.White {
		t.moveX(w, at, threats, e)
	}
	for movers := own; movers != 0; movers &= movers - 1 {
		from := movers.First()
		directions := geometry.UpLeft
		if kings.Has(from) {
			directions = geometry.Directions
		}
		for d := range directions {
			to := geometry.Steps[d][from] &^ (own | opp)
			if to == 0 {
				continue
			}
			moved, crowned := own^from.Bit()|to, kings
			if kings.Has(from) || to&board.WhiteBackRow != 0 {
				crowned = kings&^from.Bit() | to
			}
			legal := at &^ to
			unsafe := legal & w.threats(moved, opp, crowned)
			t.safe.add(legal &^ unsafe)
			if unsafe &^= t.best; e != nil && unsafe != 0 {
				t.tracer.white(moved, opp, crowned, unsafe, &t.shot)
				for ; unsafe != 0; unsafe &= unsafe - 1 {
					x := unsafe.First() & (board.Squares - 1)
					t.note(x, t.tracer.classes[x])
				}
			}
		}
	}
}

// moveX plays the moves of a black X. threats are the squares of X with which White has a capture.
func (t *wordTactics) moveX(w *Word, at, threats board.Bitboard, e *exchange) {
	own, opp, kings := w.Others.Black, w.Others.White, w.Others.Kings
	empty := ^(own | opp)
	var reached board.Bitboard
	for d := range geometry.Directions {
		back := geometry.Directions - 1 - d
		legal := at & geometry.Shift(back, empty)
		unsafe := legal & geometry.Shift(back, threats&empty)
		t.safe.add(legal &^ unsafe)
		reached |= geometry.Shift(d, unsafe)
	}
	if e == nil || reached == 0 {
		return
	}
	t.tracer.white(own, opp, kings, reached, &noShots)
	for d := range geometry.Directions {
		for to := geometry.Shift(d, at) & reached; to != 0; to &= to - 1 {
			x := geometry.Steps[geometry.Directions-1-d][to.First()&31].First() & (board.Squares - 1)
			t.note(x, t.tracer.classes[to.First()&31])
		}
	}
}

// note notes a shot that leads to a class.
func (t *wordTactics) note(x board.Square, class int8) {
	t.shot[x] = max(t.shot[x], class)
	if class == BestClass {
		t.best |= x.Bit()
	}
}

// The functions of this package that take own, opp and kings look at a position with Black to
// move: own are Black's pieces, opp White's, kings the kings of both. They are written out for
// both sides, because turning the board would take more time.

// JumpersDown returns Black's pieces that could capture.
func JumpersDown(own, opp, kings board.Bitboard) board.Bitboard {
	empty := ^(own | opp)
	jumpers := own & ((opp & empty.UpLeft()).UpLeft() | (opp & empty.UpRight()).UpRight())
	if own &= kings; own != 0 {
		jumpers |= own & ((opp & empty.DownLeft()).DownLeft() | (opp & empty.DownRight()).DownRight())
	}
	return jumpers
}

// jumpersUp returns White's pieces that could capture.
func jumpersUp(own, opp, kings board.Bitboard) board.Bitboard {
	empty := ^(own | opp)
	jumpers := opp & ((own & empty.DownLeft()).DownLeft() | (own & empty.DownRight()).DownRight())
	if opp &= kings; opp != 0 {
		jumpers |= opp & ((own & empty.UpLeft()).UpLeft() | (own & empty.UpRight()).UpRight())
	}
	return jumpers
}
