package certificate

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

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
