package file

import (
	"encoding/binary"
	"hash/crc32"
)

// ChecksumBytes is the size of a checksum in a file.
const ChecksumBytes = crc32.Size

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns the CRC-32C (the polynomial of Castagnoli, as in RFC 3720) of some parts, one behind the other.
func Checksum(parts ...[]byte) (sum uint32) {
	for _, part := range parts {
		sum = crc32.Update(sum, castagnoli, part)
	}
	return sum
}

// AppendChecksum appends the checksum of all data, little-endian, to data and returns the longer slice.
func AppendChecksum(data []byte) []byte {
	return binary.LittleEndian.AppendUint32(data, Checksum(data))
}

// CutChecksum returns data without the checksum at its end, and whether the checksum is that of the bytes before it.
// The body shares the memory of data. It is nil if the checksum is wrong or data is shorter than a checksum.
func CutChecksum(data []byte) (body []byte, ok bool) {
	if len(data) < ChecksumBytes {
		return nil, false
	}
	body, sum := data[:len(data)-ChecksumBytes], data[len(data)-ChecksumBytes:]
	if Checksum(body) != binary.LittleEndian.Uint32(sum) {
		return nil, false
	}
	return body, true
}
