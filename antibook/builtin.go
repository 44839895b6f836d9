package antibook

import (
	"crypto/sha256"
	_ "embed"
	"strings"
	"sync"
)

// builtInText is the anti-book in the program. docs/books.md says how it was made.
//
//go:embed data/antibook.txt
var builtInText string

var builtIn = sync.OnceValues(func() ([]Entry, error) {
	return Parse("built-in", strings.NewReader(builtInText))
})

// BuiltIn returns the entries in the program, which are read once. They must not be changed.
func BuiltIn() ([]Entry, error) { return builtIn() }

// Checksum returns the SHA-256 of the text of the anti-book in the program. It tells programs apart that hold others.
func Checksum() [sha256.Size]byte { return sha256.Sum256([]byte(builtInText)) }

// builtInStatuses says which of these entries are proven to be lost. docs/books.md says how it was made.
//
//go:embed data/status.csv
var builtInStatuses string

// BuiltInStatements returns what a proof solver said of the entries in the program. Each call reads the statements anew.
func BuiltInStatements() (*Statements, error) {
	return ParseStatements("built-in statuses", strings.NewReader(builtInStatuses))
}
