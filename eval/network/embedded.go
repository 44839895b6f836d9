//go:build !js || embedded

package network

import (
	"crypto/sha256"
	_ "embed"
	"sync"
)

//go:embed zonda.net
var builtInFile []byte

var builtIn = sync.OnceValue(func() *Network {
	n, err := Parse(builtInFile)
	if err != nil {
		panic(err) // the file is part of the program, and a test reads it
	}
	return n
})

// BuiltIn returns the network in the program. The first call reads it, which takes about 6 milliseconds of processor time;
// later calls return the same value. In a page it is the network that Install has read.
func BuiltIn() *Network { return builtIn() }

// Checksum returns the SHA-256 of the network file in the program. It tells programs apart that hold others.
func Checksum() [sha256.Size]byte { return sha256.Sum256(builtInFile) }
