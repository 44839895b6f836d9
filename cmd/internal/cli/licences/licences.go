// Package licences has the licences of what is in the program beside its own code: Go, modules, fonts, and scripts of the page.
// "go run ./cmd/release licences" writes them; a test of cmd/release compares.
package licences

import _ "embed" // for the text

// Text has the licences, each after the names of what it is for.
//
//go:embed third-party.txt
var Text string
