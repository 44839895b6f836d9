//go:build !js || embedded

package book

import (
	"crypto/sha256"
	_ "embed"
	"sync"
)

// builtInData is the file of the book in the program, compressed by gzip; docs/books.md says how it was made.
//
//go:embed data/zonda.zbk.gz
var builtInData []byte

var builtIn = sync.OnceValues(func() (*Book, error) { return readCompressed("in the program", builtInData) })

// BuiltIn returns the book in the program. Only the first call decompresses, reads and checks it. In a page the book is
// an error until Install has succeeded.
func BuiltIn() (*Book, error) { return builtIn() }

// Checksum returns the SHA-256 of the book in the program, as it is compressed. It tells programs apart that hold others.
func Checksum() [sha256.Size]byte { return sha256.Sum256(builtInData) }
