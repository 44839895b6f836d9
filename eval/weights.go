package eval

import (
	"crypto/sha256"
	_ "embed"
	"sync"
)

// Weights holds all weights of the evaluation, in the form in which Evaluate reads them. Weights never
// change, so that any number of searches may use them at the same time.
type Weights struct {
	note       string
	heuristics weightTable              // in each phase, as in a weights file
	rows       [allPieces + 1]weightRow // of the heuristics, by the number of pieces on the board
	patterns   [len(patterns)]*patternTable
}

// newWeights returns weights. The slice tables holds the table of each pattern, one after the other.
func newWeights(note string, numbers weightTable, tables []byte) *Weights {
	w := &Weights{note: note, heuristics: numbers, rows: numbers.rows()}
	for i := range w.patterns {
		w.patterns[i] = (*patternTable)(tables[i*tableBytes:])
	}
	return w
}

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
// of processor time; later calls return the same value.
func BuiltIn() *Weights { return builtIn() }

// Note returns one line that says how the weights were made.
func (w *Weights) Note() string { return w.note }

// Checksum returns the SHA-256 of the weights file in the program. It tells programs apart that hold others.
func Checksum() [sha256.Size]byte { return sha256.Sum256(builtInFile) }
