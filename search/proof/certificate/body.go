package certificate

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/zonda-checkers/zonda/board"
)

// body reads the columns of a file's body one after the other.
type body struct {
	rest    []byte
	codes   []Code
	entries []Entry
}

// decodeBody returns the entries of a certificate whose claim is known.
func decodeBody(data []byte, entries int, c *Certificate) ([]Entry, error) {
	b := body{data, make([]Code, entries), make([]Entry, entries)}
	columns := []func(i int) error{b.squares, b.kinds, b.position(c.Chooser()), b.move}
	if c.Claim.Win {
		columns = append(columns, b.rank)
	}
	for _, read := range columns {
		for i := range entries {
			if err := read(i); err != nil {
				return nil, fmt.Errorf("entry %d of %d: %w", i+1, entries, err)
			}
		}
	}
	if len(b.rest) > 0 {
		return nil, errors.New("body: something follows the last column")
	}
	return b.entries, nil
}

// number reads a varint of at most 32 bits.
func (b *body) number() (uint32, error) {
	n, length := binary.Uvarint(b.rest)
	if length <= 0 || n > math.MaxUint32 {
		return 0, errShort
	}
	b.rest = b.rest[length:]
	return uint32(n), nil
}

// bytes reads some bytes.
func (b *body) bytes(n int) ([]byte, error) {
	if n > len(b.rest) {
		return nil, errShort
	}
	taken := b.rest[:n]
	b.rest = b.rest[n:]
	return taken, nil
}

// squares reads the squares of entry i: what they are more than those of the entry before it.
func (b *body) squares(i int) error {
	more, err := b.number()
	if err != nil {
		return err
	}
	sum := uint64(more)
	if i > 0 {
		sum += uint64(b.codes[i-1].squares())
	}
	if sum > math.MaxUint32 {
		return fmt.Errorf("squares %#x are not on the board", sum)
	}
	binary.BigEndian.PutUint32(b.codes[i][:], uint32(sum))
	return nil
}

// kinds reads the kinds of the pieces of entry i.
func (b *body) kinds(i int) error {
	n := kindBytes(b.codes[i].squares())
	if n > maxKindBytes {
		return errTooMany
	}
	kinds, err := b.bytes(n)
	copy(b.codes[i][squareBytes:], kinds)
	return err
}

// position returns a function that sets the position of entry i from its code.
func (b *body) position(turn board.Color) func(i int) error {
	return func(i int) (err error) {
		if i > 0 && b.codes[i].Compare(b.codes[i-1]) <= 0 {
			return errors.New("its code is not above the one before")
		}
		b.entries[i].Position, err = b.codes[i].Position(turn)
		return err
	}
}

// move reads the move of entry i, a number among its legal moves.
func (b *body) move(i int) error {
	index, err := b.bytes(1)
	if err != nil {
		return err
	}
	var l board.MoveList
	moves := ordered(b.entries[i].Position, &l)
	if int(index[0]) >= len(moves) {
		return fmt.Errorf("it names the move with the number %d, from 0, and the position has %d", index[0], len(moves))
	}
	b.entries[i].Move = moves[index[0]]
	return nil
}

// rank reads the rank of entry i.
func (b *body) rank(i int) (err error) {
	b.entries[i].Rank, err = b.number()
	return err
}
