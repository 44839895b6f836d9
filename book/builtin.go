package book

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"io"
	"sync"
)

// builtInData is the file of the book in the program, compressed by gzip; docs/books.md says how it was made.
//
//go:embed data/zonda.zbk.gz
var builtInData []byte

var builtIn = sync.OnceValues(func() (*Book, error) { return readCompressed("in the program", builtInData) })

// BuiltIn returns the book in the program. Only the first call decompresses, reads and checks it.
func BuiltIn() (*Book, error) { return builtIn() }

// readCompressed reads a book file that gzip has compressed. The name is for errors.
func readCompressed(name string, compressed []byte) (*Book, error) {
	r, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, fmt.Errorf("book %s: %w", name, err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("book %s: %w", name, err)
	}
	return Read(name, data)
}

// Checksum returns the SHA-256 of the book in the program, as it is compressed. It tells programs apart that hold others.
func Checksum() [sha256.Size]byte { return sha256.Sum256(builtInData) }
