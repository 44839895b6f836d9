package certificate

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"

	"github.com/zonda-checkers/zonda/board"
)

// The parts of a Code.
const (
	squareBytes   = 4 // a big-endian number: bit s is set if board.Square s is taken
	maxKindBytes  = 6 // of 24 pieces
	maxCodeBytes  = squareBytes + maxKindBytes
	kindBits      = 2 // of a piece
	kindsInAByte  = 8 / kindBits
	kingBit       = 1
	whiteBit      = 2
	highestOfByte = 8 - kindBits // the place of a byte's first piece
)

// Code is a position without its side to move, exactly: two positions have the same code only if they have the same
// pieces on the same squares. The first 4 bytes are the squares taken, the others the kinds of the pieces in ascending
// order of their squares, four to a byte, the first in the highest bits: 0 a black man, 1 a black king, 2 a white man,
// 3 a white king. What follows the last piece is zero. Codes are ordered as their bytes are.
type Code [maxCodeBytes]byte

// errTooMany means that a code has more pieces than both sides can have.
var errTooMany = errors.New("too many pieces")

// CodeOf returns the code of p. No square of p may have two pieces.
func CodeOf(p board.Position) (c Code) {
	taken := p.Black | p.White
	binary.BigEndian.PutUint32(c[:], uint32(taken))
	for i := 0; taken != 0; taken &= taken - 1 {
		kind, square := byte(0), taken.First()
		if p.Kings.Has(square) {
			kind |= kingBit
		}
		if p.White.Has(square) {
			kind |= whiteBit
		}
		c[squareBytes+i/kindsInAByte] |= kind << (highestOfByte - i%kindsInAByte*kindBits)
		i++
	}
	return c
}

// squares returns the squares taken.
func (c Code) squares() uint32 { return binary.BigEndian.Uint32(c[:]) }

// Len returns the number of bytes that c needs, 5 to 10; the other bytes are zero.
func (c Code) Len() int { return squareBytes + kindBytes(c.squares()) }

// kindBytes returns the number of bytes for the kinds of the pieces on some squares.
func kindBytes(squares uint32) int {
	return (bits.OnesCount32(squares) + kindsInAByte - 1) / kindsInAByte
}

// Compare returns -1, 0 or 1 if c comes before other, is equal to it, or comes after it.
func (c Code) Compare(other Code) int { return bytes.Compare(c[:], other[:]) }

// Position returns the position of the code with a side to move. It is an error if the code is not one that CodeOf
// returns for a position that the rules allow.
func (c Code) Position(turn board.Color) (board.Position, error) {
	p := board.Position{Turn: turn}
	taken := board.Bitboard(c.squares())
	if taken.Count() > 2*board.MaxPieces {
		return board.Position{}, errTooMany
	}
	for i := 0; taken != 0; taken &= taken - 1 {
		kind := c[squareBytes+i/kindsInAByte] >> (highestOfByte - i%kindsInAByte*kindBits)
		square := taken.First().Bit()
		if kind&kingBit != 0 {
			p.Kings |= square
		}
		if kind&whiteBit != 0 {
			p.White |= square
		} else {
			p.Black |= square
		}
		i++
	}
	if err := p.Check(); err != nil {
		return board.Position{}, err
	}
	if CodeOf(p) != c {
		return board.Position{}, errors.New("bits behind the last piece are set")
	}
	return p, nil
}
