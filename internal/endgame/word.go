package endgame

import "github.com/zonda-checkers/zonda/board"

// Word is a set of positions of a slice, with Black to move, that differ only in the square of one piece, X. On the
// squares of At and between them there is no other piece of the kind of X.
type Word struct {
	Others board.Position // the pieces without X
	White  bool           // X is White's, otherwise Black's
	Man    bool           // X is a man, otherwise a king
	At     board.Bitboard // the squares of X
}

// WordOf returns the word of one position with Black to move.
func WordOf(p board.Position) Word {
	x := p.Black.First()
	w := Word{Others: p, Man: !p.Kings.Has(x), At: x.Bit()}
	w.Others.Black &^= w.At
	w.Others.Kings &^= w.At
	return w
}

// Position returns the position with X on a square.
func (w *Word) Position(x board.Square) board.Position {
	p := w.Others
	bit := x.Bit()
	if w.White {
		p.White |= bit
	} else {
		p.Black |= bit
	}
	if !w.Man {
		p.Kings |= bit
	}
	return p
}

// Storable returns the squares of X with which a position is stored: it is quiet and the rule has the bit of its
// opposition.
func (w *Word) Storable(rule uint8) board.Bitboard {
	with := board.AllSquares
	if rule != bothParities {
		with = oddRows
		if rule>>opposition(w.Others)&1 != 0 {
			with = ^oddRows
		}
	}
	if with &= w.At; with == 0 {
		return 0
	}
	return with &^ w.captures()
}

// captures returns the squares of X with which Black has a capture.
func (w *Word) captures() board.Bitboard {
	own, opp, kings := w.Others.Black, w.Others.White, w.Others.Kings
	empty := ^(own | opp)
	var with board.Bitboard
	if w.White {
		with = victimsDown(own, kings, empty)
	} else {
		with = capturersDown(opp, empty, w.Man)
	}
	return with | notBlocked(landingsDown(own, opp, kings, empty))
}

// threats returns the squares of X with which White would have a capture if it were to move. The other pieces are given.
func (w *Word) threats(own, opp, kings board.Bitboard) board.Bitboard {
	empty := ^(own | opp)
	var with board.Bitboard
	if w.White {
		with = capturersUp(own, empty, w.Man)
	} else {
		with = victimsUp(opp, kings, empty)
	}
	return with | notBlocked(landingsUp(own, opp, kings, empty))
}

// notBlocked returns the squares on which X does not prevent all captures with the given landings: X prevents a capture
// only if it stands on the landing.
func notBlocked(landings board.Bitboard) board.Bitboard {
	switch {
	case landings == 0:
		return 0
	case landings&(landings-1) == 0:
		return ^landings
	}
	return board.AllSquares
}

// landingsDown returns the squares on which Black's first jumps can land.
func landingsDown(own, opp, kings, empty board.Bitboard) board.Bitboard {
	to := (own.DownLeft() & opp).DownLeft() | (own.DownRight() & opp).DownRight()
	if own &= kings; own != 0 {
		to |= (own.UpLeft() & opp).UpLeft() | (own.UpRight() & opp).UpRight()
	}
	return to & empty
}

// landingsUp does for White what landingsDown does for Black.
func landingsUp(own, opp, kings, empty board.Bitboard) board.Bitboard {
	to := (opp.UpLeft() & own).UpLeft() | (opp.UpRight() & own).UpRight()
	if opp &= kings; opp != 0 {
		to |= (opp.DownLeft() & own).DownLeft() | (opp.DownRight() & own).DownRight()
	}
	return to & empty
}

// capturersDown returns the empty squares from which one more black piece, a king or a man, could capture.
func capturersDown(opp, empty board.Bitboard, man bool) board.Bitboard {
	from := (opp & empty.UpLeft()).UpLeft() | (opp & empty.UpRight()).UpRight()
	if !man {
		from |= (opp & empty.DownLeft()).DownLeft() | (opp & empty.DownRight()).DownRight()
	}
	return from & empty
}

// capturersUp does for White what capturersDown does for Black.
func capturersUp(own, empty board.Bitboard, man bool) board.Bitboard {
	from := (own & empty.DownLeft()).DownLeft() | (own & empty.DownRight()).DownRight()
	if !man {
		from |= (own & empty.UpLeft()).UpLeft() | (own & empty.UpRight()).UpRight()
	}
	return from & empty
}

// victimsDown returns the empty squares on which Black could capture one more white piece.
func victimsDown(own, kings, empty board.Bitboard) board.Bitboard {
	over := own.DownLeft()&empty.UpRight() | own.DownRight()&empty.UpLeft()
	if own &= kings; own != 0 {
		over |= own.UpLeft()&empty.DownRight() | own.UpRight()&empty.DownLeft()
	}
	return over & empty
}

// victimsUp does for White what victimsDown does for Black.
func victimsUp(opp, kings, empty board.Bitboard) board.Bitboard {
	over := opp.UpLeft()&empty.DownRight() | opp.UpRight()&empty.DownLeft()
	if opp &= kings; opp != 0 {
		over |= opp.DownLeft()&empty.UpRight() | opp.DownRight()&empty.UpLeft()
	}
	return over & empty
}

// Packed returns the packed positions of the word, see Packed: the number with X on square x is rest + x<<shift.
func (w *Word) Packed() (rest uint64, shift uint) {
	x := w.At.First()
	p := w.Position(x)
	kinds := [...]board.Bitboard{p.Black &^ p.Kings, p.Black & p.Kings, p.White &^ p.Kings, p.White & p.Kings}
	of := ownMan
	if !w.Man {
		of = ownKing
	}
	if w.White {
		of += oppMan
	}
	after := 0 // pieces after X in the list of squares
	for kind, set := range kinds {
		switch {
		case kind == of:
			after += (set &^ (x.Bit()<<1 - 1)).Count()
		case kind > of:
			after += set.Count()
		}
	}
	shift = squareBits * uint(after)
	return Packed(p) - uint64(x)<<shift, shift
}
