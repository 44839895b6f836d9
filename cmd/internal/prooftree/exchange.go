package prooftree

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/cmd/internal/version"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// withStore opens a store and its databases for use.
func withStore(open func(string) (*tree.Store, error), name, directory string, use func(*tree.Store, *egdb.DB) error) (err error) {
	s, err := open(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	library, err := endgames.OpenFilled(directory, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, library.Close()) }()
	spec := s.Spec()
	if spec.Pieces > library.Complete() || library.Sum(spec.Pieces) != spec.Database {
		return fmt.Errorf("%s was made with databases of %d pieces with the sum %08x, which are not those here", name, spec.Pieces, spec.Database)
	}
	return use(s, library)
}

// Export writes the certificates of a store to a directory; if minimal is true, only those that its goal needs.
func Export(store, directory, to string, minimal bool, out io.Writer) error {
	return withStore(tree.OpenForReading, store, directory, func(s *tree.Store, l *egdb.DB) error {
		goal, err := tree.ParseGoal(s.Spec().Goal)
		if err != nil {
			return err
		}
		var managers []*tree.Manager
		for _, claim := range goal.Claims() {
			m, err := tree.NewManager(s, claim, tree.Options{Known: l})
			if err != nil {
				return err
			}
			managers = append(managers, m)
		}
		count, err := tree.Export(to, version.Of().String(), minimal, managers...)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%s in %s\n", cli.Count(count, "certificate", "certificates"), to)
		return err
	})
}

// Import adds the answers of a directory of certificates to a store, after checking them.
func Import(ctx context.Context, store, directory, from string, out io.Writer) error {
	return withStore(tree.Open, store, directory, func(s *tree.Store, l *egdb.DB) error {
		done, err := tree.Import(ctx, s, from, l)
		if err != nil {
			return cli.Interrupted(ctx, err, "nothing is changed")
		}
		_, err = fmt.Fprintf(out, "%s, and %s to expand, from %s\n", cli.Count(done.Facts, "answer", "answers"),
			cli.Count(done.Expanded, "position", "positions"), from)
		return err
	})
}

// Backup copies a store and compares the copy.
func Backup(store, to string, out io.Writer) (err error) {
	s, err := tree.OpenForReading(store)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := errors.Join(s.Verify(), s.Backup(to)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s is copied to %s and compared\n", store, to)
	return err
}
