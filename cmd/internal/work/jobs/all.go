package jobs

import (
	"github.com/zonda-checkers/zonda/cmd/internal/work"
	"github.com/zonda-checkers/zonda/egdb"
)

// Tools are what the doers of a worker share.
type Tools struct {
	Databases *egdb.DB          // those in the program
	Engines   map[string]string // programs of other engines, by their names
	Speed     uint64            // nodes a second of a thread, for games with clocks
	Leaves    *egdb.DB          // the databases that end the lines of proofs
}

// All returns the kinds of work that this program does.
func All(t Tools) work.Kinds {
	return work.Kinds{
		SelfPlay: func(files *work.Files) (work.Doer, error) {
			return &selfPlayer{files: files, databases: t.Databases}, nil
		},
		Game:   func(files *work.Files) (work.Doer, error) { return &gamePlayer{files: files, tools: t}, nil },
		Search: func(*work.Files) (work.Doer, error) { return &searcher{}, nil },
		Proof:  func(*work.Files) (work.Doer, error) { return &prover{databases: t.Leaves}, nil },
	}
}
