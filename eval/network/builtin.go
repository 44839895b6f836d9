package network

import (
	"crypto/sha256"

	"github.com/zonda-checkers/zonda/internal/builtin"
)

var builtIn = builtin.New("the network is", Parse)

// BuiltIn returns the network in the program. The first call reads it, which takes about 6 milliseconds of CPU time;
// later calls return the same value. In a page it panics until Install has succeeded.
func BuiltIn() *Network { return builtIn.Must() }

// Install gives a program in a page its network, which it needs before its first engine. With an error nothing is changed.
func Install(file []byte) error { return builtIn.Install(file) }

// Checksum returns the SHA-256 of the network file in the program. It tells programs apart that hold others.
func Checksum() [sha256.Size]byte { return builtIn.Checksum() }
