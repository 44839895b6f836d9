package certificate

import (
	"encoding/binary"
	"fmt"

	"github.com/zonda-checkers/zonda/internal/file"
)

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
