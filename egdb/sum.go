package egdb

import (
	"encoding/binary"
	"hash/crc32"
)

// Sum returns a checksum of the slices of at most a number of pieces: the CRC-32C of the name and the checksum of each,
// in the order of Slices. It is the same for files of a directory and for equal files in the program. Two DBs
// whose slices differ have different sums, but for one chance in 2^32.
func (l *library) Sum(pieces int) uint32 {
	var listed []byte
	for _, s := range l.slices {
		if s.Material.Pieces() <= pieces {
			listed = append(listed, s.Material.String()...)
			listed = binary.LittleEndian.AppendUint32(listed, s.Checksum)
		}
	}
	return crc32.Checksum(listed, castagnoli)
}
