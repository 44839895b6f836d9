package book

import (
	"crypto/sha256"

	"github.com/zonda-checkers/zonda/internal/builtin"
)

var builtIn = builtin.New("the book is", func(compressed []byte) (*Book, error) {
	return readCompressed("in the program", compressed)
})

// BuiltIn returns the book in the program. Only the first call decompresses, reads and checks it. In a page the book is
// an error until Install has succeeded.
func BuiltIn() (*Book, error) { return builtIn.Get() }

// Install gives a program in a page its book, compressed by gzip. No search may run meanwhile. With an error nothing is changed.
func Install(compressed []byte) error { return builtIn.Install(compressed) }

// Checksum returns the SHA-256 of the book in the program, as it is compressed. It tells programs apart that hold others.
func Checksum() [sha256.Size]byte { return builtIn.Checksum() }
