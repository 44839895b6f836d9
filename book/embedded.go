//go:build !js || embedded

package book

import _ "embed"

// bookFile is the book in the program, compressed by gzip; docs/books.md says how it was made.
//
//go:embed data/zonda.zbk.gz
var bookFile []byte

func init() { builtIn.Embed(bookFile) }
