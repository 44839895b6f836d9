package books

import (
	"runtime"

	"github.com/zonda-checkers/zonda/cmd/internal/antibooklearn"
)

// SearchFlags are the flags for the threads and the memory of searches. The struct that embeds them
// sets the default size of the transposition table.
type SearchFlags struct {
	Threads int `help:"Searches at once; 0 for as many as there are processors." default:"0" placeholder:"N" min:"0" max:"256"`
	Hash    int `help:"Transposition table of each search in MiB (default ${default})." default:"${hash}" placeholder:"MIB"`
}

// Options returns what the flags say.
func (f SearchFlags) Options() antibooklearn.Options {
	if f.Threads == 0 {
		f.Threads = runtime.NumCPU()
	}
	return antibooklearn.Options{Threads: f.Threads, HashMiB: f.Hash}
}
