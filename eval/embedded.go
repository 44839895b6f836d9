//go:build !js || embedded

package eval

import (
	"crypto/sha256"
	_ "embed"
	"sync"
)

//go:embed weights.bin
var builtInFile []byte

var builtIn = sync.OnceValue(func() *Weights {
	w, err := ParseWeights(builtInFile)
	if err != nil {
		panic(err) // the file is part of the program, and a test reads it
	}
	return w
})

// BuiltIn returns the weights in the program. The first call decompresses them, which takes some 20 milliseconds
// of processor time; later calls return the same value. In a page it returns nil until Install has succeeded.
func BuiltIn() *Weights { return builtIn() }

// Checksum returns the SHA-256 of the weights file in the program. It tells programs apart that hold others.
func Checksum() [sha256.Size]byte { return sha256.Sum256(builtInFile) }
