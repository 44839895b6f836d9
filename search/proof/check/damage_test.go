package check

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// The length of a file's head, and the offset in it of the length of the body, by docs/proofs.md.
const (
	headBytes = 34
	lengthAt  = 30
)

// unpack returns the head and the body of a file.
func unpack(t *testing.T, data []byte) (head, body []byte) {
	body, err := io.ReadAll(flate.NewReader(bytes.NewReader(data[headBytes : len(data)-file.ChecksumBytes])))
	require.NoError(t, err)
	return data[:headBytes], body
}

// pack returns a file with the right checksum and the right length of its body.
func pack(head, body []byte) []byte {
	const storedLast = 1 // a block of DEFLATE that is not compressed
	data := append(bytes.Clone(head), storedLast)
	data = binary.LittleEndian.AppendUint16(data, uint16(len(body)))
	data = binary.LittleEndian.AppendUint16(data, ^uint16(len(body)))
	data = append(data, body...)
	binary.LittleEndian.PutUint32(data[lengthAt:], uint32(len(body)))
	return file.AppendChecksum(data)
}

// Every bit of a file that is flipped, with the checksum made right again, makes a file that is refused, or one whose
// claim is true.
func TestEveryBitWithRightChecksum(t *testing.T) {
	db := openDatabase(t)
	refused, right := 0, 0
	for _, fen := range []string{"B:WK22:BK14,K15", "W:W5,12:BK1"} { // a win and no win
		c := prove(t, db, certificate.Question{Position: parse(t, fen)})
		head, body := unpack(t, certificate.Encode(c))
		for i := range headBytes + len(body) {
			for bit := range 8 {
				both := append(bytes.Clone(head), body...)
				both[i] ^= 1 << bit
				changed, err := certificate.Decode(pack(both[:headBytes], both[headBytes:]))
				if err == nil {
					err = Check(changed, db)
				}
				if err != nil {
					refused++
					continue
				}
				right++
				q := changed.Claim.Question
				require.Equal(t, certificate.KnownWin(q.Position, q.Attacker, db.Probe(q.Position)), changed.Claim.Win,
					"byte %d, bit %d: %v", i, bit, changed.Claim)
			}
		}
	}
	t.Log(refused, "refused,", right, "right")
	require.Greater(t, refused, right)
	require.NotZero(t, right, "another rank, for example, may do as well")
}
