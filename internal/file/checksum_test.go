package file

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The check value of CRC-32C, and the examples of RFC 3720, appendix B.4.
func TestChecksum(t *testing.T) {
	require.EqualValues(t, 0xE3069283, Checksum([]byte("123456789")))
	const length = 32
	require.EqualValues(t, 0x8A9136AA, Checksum(make([]byte, length)))
	require.EqualValues(t, 0x62A8AB43, Checksum(bytes.Repeat([]byte{0xFF}, length)))
	require.Zero(t, Checksum(nil))
	require.Equal(t, "123456789\x83\x92\x06\xE3", string(AppendChecksum([]byte("123456789"))))
}

// What gets a checksum loses it again, and a bit that differs is seen wherever it is.
func TestCutChecksum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.SliceOf(rapid.Byte()).Draw(t, "data")
		whole := AppendChecksum(bytes.Clone(data))
		body, ok := CutChecksum(whole)
		require.True(t, ok)
		require.True(t, bytes.Equal(data, body))
		bit := rapid.IntRange(0, 8*len(whole)-1).Draw(t, "bit")
		whole[bit/8] ^= 1 << (bit % 8)
		body, ok = CutChecksum(whole)
		require.False(t, ok)
		require.Nil(t, body)
	})
}

// Data that is too short for a checksum has none.
func TestCutChecksumOfShortData(t *testing.T) {
	for length := range ChecksumBytes {
		_, ok := CutChecksum(make([]byte, length))
		require.False(t, ok, "%d bytes", length)
	}
	body, ok := CutChecksum(make([]byte, ChecksumBytes))
	require.True(t, ok, "the checksum of no bytes is 0")
	require.Empty(t, body)
}
