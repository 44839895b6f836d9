package antibook

import (
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
