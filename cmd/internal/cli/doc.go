// Package cli holds what several commands of the program share: flags that limit a search, lines and a bar about
// the progress of long work, what an interruption leaves, and places of files. Each other package below cmd/internal does
// the work of one command or of a few; the command itself, in cmd/zonda, only reads flags and prints errors.
//
// The packages below it:
//
//	manual       manual pages and completions of any table of commands
//	cpu          how many CPUs the program uses, and how long
//	prng         lets programs for Windows run where a library is missing
//	programtest  builds the program once for the tests that start it
//
// Every shelf, a group of packages below cmd/internal, may import it; it imports none of them.
package cli
