// Package cli holds what several commands of the program share: flags that limit a search, lines and a bar about
// the progress of long work, what an interruption leaves, and places of files. Each other package below cmd/internal does
// the work of one command or of a few; the command itself, in cmd/zonda, only reads flags and prints errors.
package cli
