package book

import (
	_ "embed"
	"sync"
)

// The book in the program; docs/books.md says how it was made.
//
//go:embed data/zonda.zbk
var builtInData []byte

var builtIn = sync.OnceValues(func() (*Book, error) { return Read("in the program", builtInData) })

// BuiltIn returns the book in the program, which is checked once.
func BuiltIn() (*Book, error) { return builtIn() }
