package certificate

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/binary"
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
