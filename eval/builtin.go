package eval

import (
	"crypto/sha256"
	"errors"

	"github.com/zonda-checkers/zonda/internal/builtin"
)

var builtIn = builtin.New("the weights are", ParseWeights)

// BuiltIn returns the weights in the program. The first call decompresses them, which takes some 20 milliseconds
// of CPU time; later calls return the same value. In a page it returns nil until Install has succeeded.
func BuiltIn() *Weights {
	w, err := builtIn.Get()
	if err != nil && !errors.Is(err, builtin.ErrNone) {
		panic(err) // the file is part of the program, and a test reads it
	}
	return w
}

// Install gives a program in a page its weights. No search may run meanwhile. With an error nothing is changed.
func Install(file []byte) error { return builtIn.Install(file) }

// Checksum returns the SHA-256 of the weights file in the program. It tells programs apart that hold others.
func Checksum() [sha256.Size]byte { return builtIn.Checksum() }
