// Package cli holds what several commands of the program share: flags that limit a search, lines and a bar about
// the progress of long work, what an interruption leaves, and places of files.
package cli
