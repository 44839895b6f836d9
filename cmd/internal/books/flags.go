package books

import (
	"runtime"

	"github.com/zonda-checkers/zonda/cmd/internal/antibooklearn"
	"github.com/zonda-checkers/zonda/eval"
)

// CriterionFlags say when a position is an entry of the anti-book.
type CriterionFlags struct {
	Quick   int    `help:"Depth in plies of the quick search, which does not see the loss (default ${default})." default:"7" placeholder:"N" min:"1"`
	Looks   int    `help:"Lowest score, in hundredths of a man, that the quick search gives the move (default ${default})." default:"-30" placeholder:"CP"`
	Nodes   uint64 `help:"Nodes of the deep search, which finds the loss (default ${default})." default:"100000" placeholder:"N" min:"1"`
	Confirm uint64 `help:"Nodes of the confirming search, which begins with an empty transposition table (default ${default})." default:"300000" placeholder:"N" min:"1"`
	Lost    int    `help:"Highest score, in hundredths of a man, at which the deep and the confirming search call the move lost (default ${default})." default:"-65" placeholder:"CP"`
	Held    int    `help:"Lowest score, in hundredths of a man, of the best other move (default ${default})." default:"-45" placeholder:"CP"`
}

// Criterion returns what the flags say.
func (f CriterionFlags) Criterion() antibooklearn.Criterion {
	return antibooklearn.Criterion{
		Quick: f.Quick, Looks: eval.Score(f.Looks), Nodes: f.Nodes, Confirm: f.Confirm,
		Lost: eval.Score(f.Lost), Held: eval.Score(f.Held),
	}
}

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
