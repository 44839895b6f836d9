package network

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/zonda-checkers/zonda/internal/file"
)

// A network file begins with a magic word, whose last character is the version of the format, the length of the note
// (4 bytes) and the note. The number of columns of a view follows (4 bytes). Then come the weights of the first layer
// of all stages, those of the shared inputs, and the biases of all stages (16-bit numbers), the output weights (8-bit numbers) and the
// output biases (32-bit numbers). The file ends with a checksum (CRC-32C) of all bytes before it. All numbers are little-endian.
const (
	magic       = "ZONDANN"
	version     = '4'
	unshared    = '2' // the version without shared inputs, which the program still reads
	headerBytes = len(magic) + 1
	lengthBytes = 4
	maxNote     = 1000
)

// MaxFileBytes is the largest size of a network file, in bytes.
const MaxFileBytes = headerBytes + 2*lengthBytes + maxNote + maxHidden*(2*Stages*(Inputs+1)+2*Shared+2*Buckets) + 4*Buckets + file.ChecksumBytes

// Write writes the network as a file. It returns an error if the note has more than 1000 bytes.
func (n *Network) Write(w io.Writer) error {
	if len(n.note) > maxNote {
		return fmt.Errorf("the note has %d bytes, more than %d", len(n.note), maxNote)
	}
	data := binary.LittleEndian.AppendUint32([]byte(magic+string(version)), uint32(len(n.note)))
	data = append(data, n.note...)
	data = binary.LittleEndian.AppendUint32(data, uint32(n.hidden))
	for _, numbers := range n.numbers(version) {
		var err error
		if data, err = binary.Append(data, binary.LittleEndian, numbers); err != nil {
			return err
		}
	}
	_, err := w.Write(file.AppendChecksum(data))
	return err
}

// numbers returns the slices of numbers in the order of a file of a version.
func (n *Network) numbers(version byte) []any {
	if version == unshared {
		return []any{n.input, n.inputBias, n.output, n.outputBias}
	}
	return []any{n.input, n.shared, n.inputBias, n.output, n.outputBias}
}

var errDamaged = errors.New("the network file is damaged")

// Parse reads a network file. It returns an error for a file of another kind, of another version or of another shape,
// and for a damaged file. The caller may change data afterwards.
func Parse(data []byte) (*Network, error) {
	if len(data) < headerBytes || !bytes.HasPrefix(data, []byte(magic)) || !isDigit(data[len(magic)]) {
		return nil, errors.New("this is no network file")
	}
	found := data[len(magic)]
	if found != version && found != unshared {
		return nil, fmt.Errorf("this network file is of version %c; this program reads versions %c and %c", found, unshared, version)
	}
	body, ok := file.CutChecksum(data)
	if !ok || len(body) < headerBytes {
		return nil, errDamaged
	}
	r := bytes.NewReader(body[headerBytes:])
	note, err := readNote(r)
	if err != nil {
		return nil, err
	}
	hidden, err := readLength(r)
	if err != nil {
		return nil, err
	}
	if err := checkHidden(hidden); err != nil {
		return nil, err
	}
	n := newNetwork(note, hidden)
	if !n.read(found, body[len(body)-r.Len():]) {
		return nil, errDamaged
	}
	if err := n.complete(); err != nil {
		return nil, err
	}
	return n, nil
}

// read reads the numbers from what follows the head of a file of a version, and returns false if there are more or fewer.
func (n *Network) read(version byte, data []byte) bool {
	for _, numbers := range n.numbers(version) {
		size := bytesOf(numbers)
		if len(data) < size {
			return false
		}
		switch s := numbers.(type) { // binary.Read takes longer
		case []int8:
			for i := range s {
				s[i] = int8(data[i])
			}
		case []int16:
			for i := range s {
				s[i] = int16(binary.LittleEndian.Uint16(data[2*i:]))
			}
		case []int32:
			for i := range s {
				s[i] = int32(binary.LittleEndian.Uint32(data[4*i:]))
			}
		}
		data = data[size:]
	}
	return len(data) == 0
}

// bytesOf returns the size of numbers in a file. It does what binary.Size does, whose reflection a page's engine has for nothing else.
func bytesOf(numbers any) int {
	switch s := numbers.(type) {
	case []int16:
		return 2 * len(s)
	case []int32:
		return 4 * len(s)
	default:
		return len(numbers.([]int8))
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// readLength reads a number of 4 bytes.
func readLength(r io.Reader) (int, error) {
	var n [4]byte
	if _, err := io.ReadFull(r, n[:]); err != nil {
		return 0, errDamaged
	}
	return int(int32(binary.LittleEndian.Uint32(n[:]))), nil
}

// readNote reads a note and its length.
func readNote(r io.Reader) (string, error) {
	length, err := readLength(r)
	if err != nil || length < 0 || length > maxNote {
		return "", errDamaged
	}
	note := make([]byte, length)
	if _, err := io.ReadFull(r, note); err != nil {
		return "", errDamaged
	}
	return string(note), nil
}
