package certificate

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Magic begins every file of a certificate and Version follows it. Extension ends its name.
const (
	Magic     = "zondaPRF"
	Version   = 1
	Extension = ".proof"
)

// Offsets of the fields of a file. All numbers are little-endian. The body follows them, and a
// CRC-32C of everything before it ends the file.
const (
	versionAt = 8  // 2 bytes
	flagsAt   = 10 // 1 byte
	piecesAt  = 11 // 1 byte: Leaves.Pieces
	sumAt     = 12 // 4 bytes: Leaves.Sum
	rootAt    = 16 // 10 bytes: the code of the root as the question has it
	entriesAt = 26 // 4 bytes: number of entries
	lengthAt  = 30 // 4 bytes: length of the body before its compression
	bodyAt    = 34
)

// The flags. The other bits are zero.
const (
	winFlag          = 1 << iota // the claim is a win
	whiteAttacksFlag             // the attacker is White
	whiteToMoveFlag              // White is to move in the root
	firstUnknownFlag             // the lowest bit without a meaning
)

// illegal stands for a move that is not legal. Decode refuses it, because no position has that number of moves.
const illegal = 0xFF

// Encode returns the file of a certificate. Decode refuses the file if the entries are not sorted, if a move is not
// legal, or if a position is not one that the rules allow.
func Encode(c *Certificate) []byte {
	body := encodeBody(c)
	data := make([]byte, bodyAt)
	copy(data, Magic)
	binary.LittleEndian.PutUint16(data[versionAt:], Version)
	data[flagsAt] = flagsOf(c.Claim)
	data[piecesAt] = uint8(c.Leaves.Pieces)
	binary.LittleEndian.PutUint32(data[sumAt:], c.Leaves.Sum)
	root := CodeOf(c.Claim.Position)
	copy(data[rootAt:], root[:])
	binary.LittleEndian.PutUint32(data[entriesAt:], uint32(len(c.Entries)))
	binary.LittleEndian.PutUint32(data[lengthAt:], uint32(len(body)))
	return file.AppendChecksum(append(data, deflated(body)...))
}

func flagsOf(c Claim) (flags byte) {
	for flag, set := range map[byte]bool{
		winFlag:          c.Win,
		whiteAttacksFlag: c.Attacker == board.White,
		whiteToMoveFlag:  c.Position.Turn == board.White,
	} {
		if set {
			flags |= flag
		}
	}
	return flags
}

// encodeBody returns four columns: the squares of the entries, each as the difference to the one before, the kinds of
// their pieces, their moves, and, if the claim is a win, their ranks. Equal things stand together in a column, so that
// they compress well.
func encodeBody(c *Certificate) []byte {
	var body []byte
	last := uint32(0)
	for _, e := range c.Entries {
		squares := CodeOf(e.Position).squares()
		body = binary.AppendUvarint(body, uint64(squares-last))
		last = squares
	}
	for _, e := range c.Entries {
		code := CodeOf(e.Position)
		body = append(body, code[squareBytes:code.Len()]...)
	}
	for _, e := range c.Entries {
		body = append(body, indexOf(e.Position, e.Move))
	}
	if c.Claim.Win {
		for _, e := range c.Entries {
			body = binary.AppendUvarint(body, uint64(e.Rank))
		}
	}
	return body
}

// ordered fills l with the legal moves of p in the order in which a file counts them: by their origin, then by their
// destination, then by the set of captured pieces as a number.
func ordered(p board.Position, l *board.MoveList) []board.Move {
	p.Moves(l)
	slices.SortFunc(l.Slice(), func(a, b board.Move) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Captured, b.Captured))
	})
	return l.Slice()
}

func indexOf(p board.Position, m board.Move) byte {
	var l board.MoveList
	if i := slices.Index(ordered(p, &l), m); i >= 0 {
		return byte(i)
	}
	return illegal
}

// deflated compresses a body by DEFLATE (RFC 1951), which the standard libraries of most languages can read.
func deflated(body []byte) []byte {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err == nil {
		_, err = w.Write(body)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // a buffer takes everything, and the level is a constant
	}
	return out.Bytes()
}

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

// Write writes an encoded certificate to a file, whole or not at all. It returns an error, and writes nothing, if Read
// would refuse the file.
func Write(name string, data []byte) error {
	if _, err := Decode(data); err != nil {
		return fmt.Errorf("%s is not written: %w", name, err)
	}
	return file.WriteWhole(name, file.Bytes(data))
}

// EntriesOf returns the number of entries of an encoded certificate; 0 if there is none.
func EntriesOf(data []byte) int {
	if len(data) < bodyAt {
		return 0
	}
	return int(binary.LittleEndian.Uint32(data[entriesAt:]))
}

// Read reads a certificate from a file. An error names the file. Read does not check that the entries prove the claim.
func Read(name string) (*Certificate, error) {
	data, err := file.ReadAtMost(name, maxFileBytes)
	if err != nil {
		return nil, err
	}
	c, err := Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}
