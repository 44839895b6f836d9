package board

import "math/bits"

// MaxPieces is the largest number of pieces a side can have.
const MaxPieces = 12

// Position is the pieces on the board and the side to move.
//
// It is a value of four scalar fields: the compiler keeps it in registers, and a
// fifth field would halve the speed of move generation.
type Position struct {
	Black, White Bitboard // all pieces of a side, men and kings
	Kings        Bitboard // the kings of both sides
	Turn         Color
}

// Start returns the position in which every game without a ballot begins.
func Start() Position {
	return Position{Black: 0x00000FFF, White: 0xFFF00000, Turn: Black}
}

// MarshalText returns the FEN, so that a Position is a string in JSON.
func (p Position) MarshalText() ([]byte, error) { return []byte(p.FEN()), nil }

// UnmarshalText reads a FEN as [ParseFEN] does: from JSON, from a flag of a command.
func (p *Position) UnmarshalText(text []byte) (err error) {
	*p, err = ParseFEN(string(text))
	return err
}

// Side returns all pieces of c.
func (p Position) Side(c Color) Bitboard {
	if c == Black {
		return p.Black
	}
	return p.White
}

// Men returns the men of c.
func (p Position) Men(c Color) Bitboard { return p.Side(c) &^ p.Kings }

// KingsOf returns the kings of c.
func (p Position) KingsOf(c Color) Bitboard { return p.Side(c) & p.Kings }

// Empty returns the squares without a piece.
func (p Position) Empty() Bitboard { return ^(p.Black | p.White) }

// Pieces returns the number of pieces on the board.
func (p Position) Pieces() int { return (p.Black | p.White).Count() }

// Finished reports whether a side has no pieces left. The game is then over, whichever side
// is to move.
func (p Position) Finished() bool { return p.Black == 0 || p.White == 0 }

// Over reports whether there is no move to make in p: a side has no pieces left, or the
// side to move cannot move.
func (p Position) Over() bool { return p.Finished() || !p.HasMove() }

// Play returns the position after m, which must be legal in p.
func (p Position) Play(m Move) Position {
	from, to := m.From.Bit(), m.To.Bit()
	king := p.Kings >> (m.From & 31) & 1 << (m.To & 31)
	p.Kings = p.Kings&^(from|m.Captured) | king
	if p.Turn == Black {
		p.Black = p.Black&^from | to
		p.White &^= m.Captured
		p.Kings |= to & WhiteBackRow
	} else {
		p.White = p.White&^from | to
		p.Black &^= m.Captured
		p.Kings |= to & BlackBackRow
	}
	p.Turn ^= 1
	return p
}

// Irreversible reports whether m, legal in p, captures a piece or moves a man. No
// position before such a move can occur again after it.
func (p Position) Irreversible(m Move) bool {
	return m.Captured != 0 || !p.Kings.Has(m.From)
}

// Mirror returns the same position with the board turned and the colours
// swapped. Both positions have the same value for the side to move.
func (p Position) Mirror() Position {
	both := bits.Reverse64(uint64(p.Black) | uint64(p.White)<<32) // both sides at once, because a reversal takes several instructions
	m := Position{Black: Bitboard(both), White: Bitboard(both >> 32), Turn: p.Turn.Opponent()}
	if p.Kings != 0 {
		m.Kings = p.Kings.Turned()
	}
	return m
}

// Multipliers of Hash: arbitrary odd numbers with about half their bits set.
const (
	hashPieces = 0x9E3779B97F4A7C15
	hashKings  = 0xD1B54A32D192ED03
	hashFinish = 0xFF51AFD7ED558CCD
)

// Hash returns a 64-bit key of the position, the same on every machine.
//
// Hash computes the key from the position at every call: it multiplies two words to
// 128 bits and joins the halves. Keeping the key as a field of Position takes more time.
func (p Position) Hash() uint64 {
	pieces := uint64(p.Black) | uint64(p.White)<<32
	rest := uint64(p.Kings) | uint64(p.Turn)<<32
	high, low := bits.Mul64(pieces^hashPieces, rest*hashKings+hashFinish)
	h := high ^ low ^ pieces*hashKings
	h = (h ^ h>>32) * hashFinish
	return h ^ h>>29
}
