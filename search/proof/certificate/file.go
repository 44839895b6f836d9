package certificate

import (
	"fmt"

	"github.com/zonda-checkers/zonda/internal/file"
)

// Write writes a certificate to a file, whole or not at all. It returns an error, and writes nothing, if Read would
// refuse the file.
func Write(name string, c *Certificate) error {
	data, err := encodeChecked(name, c)
	if err != nil {
		return err
	}
	return file.WriteWhole(name, file.Bytes(data))
}

// encodeChecked returns the content of a file that Read accepts.
func encodeChecked(name string, c *Certificate) ([]byte, error) {
	data := Encode(c)
	if _, err := Decode(data); err != nil {
		return nil, fmt.Errorf("%s is not written: %w", name, err)
	}
	return data, nil
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
