package certificate

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Limits on a file, so that reading one takes at most about 500 times its length in memory, and at most 1 GiB.
const (
	MaxEntries     = 1 << 24 // of a certificate
	maxFileBytes   = 1 << 28
	entriesInAByte = 8                                                                // of the file; real files take some bytes for an entry
	bytesOfEntry   = binary.MaxVarintLen32 + maxKindBytes + 1 + binary.MaxVarintLen32 // of the body, at most
)

// errShort means that a file ends too soon.
var errShort = errors.New("cut short")

// Decode reads the file of a certificate. It refuses a file with a wrong checksum, with a position that the rules do not
// allow, with a move that is not legal, and with entries out of order. It does not check that the entries prove the
// claim (see search/proof/check).
func Decode(data []byte) (*Certificate, error) {
	if len(data) < len(Magic) || string(data[:len(Magic)]) != Magic {
		return nil, errors.New("not a certificate of a proof")
	}
	if len(data) < bodyAt+file.ChecksumBytes {
		return nil, errShort
	}
	if v := binary.LittleEndian.Uint16(data[versionAt:]); v != Version {
		return nil, fmt.Errorf("version %d of the format, this program knows %d", v, Version)
	}
	fields, ok := file.CutChecksum(data)
	if !ok {
		return nil, errors.New("damaged: the checksum is wrong")
	}
	c, err := decodeHead(data)
	if err != nil {
		return nil, err
	}
	entries := binary.LittleEndian.Uint32(data[entriesAt:])
	if entries > MaxEntries || int(entries) > entriesInAByte*len(data) {
		return nil, fmt.Errorf("%d entries, too many for %d bytes", entries, len(data))
	}
	body, err := inflated(fields[bodyAt:], int64(binary.LittleEndian.Uint32(data[lengthAt:])), int64(entries)*bytesOfEntry)
	if err != nil {
		return nil, err
	}
	if c.Entries, err = decodeBody(body, int(entries), c); err != nil {
		return nil, err
	}
	return c, nil
}

// decodeHead reads the claim and the leaves.
func decodeHead(data []byte) (*Certificate, error) {
	flags := data[flagsAt]
	if flags >= firstUnknownFlag {
		return nil, fmt.Errorf("flags %#x", flags)
	}
	var c Certificate
	c.Claim.Win = flags&winFlag != 0
	if flags&whiteAttacksFlag != 0 {
		c.Claim.Attacker = board.White
	}
	turn := board.Black
	if flags&whiteToMoveFlag != 0 {
		turn = board.White
	}
	root, err := Code(data[rootAt:entriesAt]).Position(turn)
	if err != nil {
		return nil, fmt.Errorf("root: %w", err)
	}
	c.Claim.Position = root
	c.Leaves = Leaves{int(data[piecesAt]), binary.LittleEndian.Uint32(data[sumAt:])}
	return &c, nil
}

// inflated returns the body, which must have the length given, at most limit.
func inflated(compressed []byte, length, limit int64) ([]byte, error) {
	if length > limit {
		return nil, fmt.Errorf("a body of %d bytes, too long for its entries", length)
	}
	in := bytes.NewReader(compressed)
	body, err := io.ReadAll(io.LimitReader(flate.NewReader(in), length+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("body: %w", err)
	case int64(len(body)) != length:
		return nil, fmt.Errorf("body: its length is not %d bytes", length)
	case in.Len() > 0:
		return nil, errors.New("body: something follows its end")
	}
	return body, nil
}

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
