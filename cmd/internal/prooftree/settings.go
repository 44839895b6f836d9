package prooftree

import (
	"errors"
	"io/fs"
	"runtime"

	"github.com/zonda-checkers/zonda/cmd/internal/proving"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// Settings say what Serve is to prove, and how.
type Settings struct {
	Goal      tree.Goal // the zero value for that of the store
	Store     string
	Workers   int       // 0 for as many as there are processors
	Lines     []string  // PDN files
	Budget    uint64    // nodes of an item; 0 for those of the store, or DefaultBudget for a new one
	Table     int       // MiB of all workers together
	Databases string    // a directory, empty for the databases in the program
	Pieces    int       // of the leaves, 0 for those of the store, for a new one all that the databases have
	Ordered   bool      // the same tree on every machine; see ordered
	Elsewhere Elsewhere // works on the items on other machines, nil for this machine
}

// DefaultBudget is the nodes of an item: some 10 to 30 seconds.
const DefaultBudget = 5_000_000

// SolverVersion changes whenever the solver finds other answers, or the same ones with other nodes. TestSolverVersion
// fails until it does.
const SolverVersion = "zonda 3"

// versions returns what answers depend on with these databases.
func versions(l *egdb.DB, pieces int) (tree.Versions, error) {
	leaves, err := proving.LeavesOf(l, pieces)
	if err != nil {
		return tree.Versions{}, err
	}
	return tree.Versions{
		Format: tree.FormatVersion, Rules: tree.RulesVersion, Solver: SolverVersion, Pieces: leaves.Pieces, Database: leaves.Sum,
	}, nil
}

// adopt takes from the store, if it is there, what the settings leave open. A file that is no store is left to those who
// open it for writing.
func (s *Settings) adopt() error {
	store, err := tree.OpenForReading(s.Store)
	if err != nil {
		if s.Goal.Relation != "" {
			return nil
		}
		if errors.Is(err, fs.ErrNotExist) {
			return errors.New("a new store needs --goal or --opening")
		}
		return err
	}
	spec := store.Spec()
	if s.Pieces == 0 {
		s.Pieces = spec.Pieces
	}
	if s.Goal.Relation == "" {
		s.Goal, err = tree.ParseGoal(spec.Goal)
	}
	return errors.Join(err, store.Close())
}

// table returns the memory of each worker in MiB.
func (s Settings) table() int { return max(1, s.Table/s.workers()) }

// workers returns how many workers the settings ask for.
func (s Settings) workers() int {
	if s.Workers == 0 {
		return runtime.NumCPU()
	}
	return s.Workers
}
