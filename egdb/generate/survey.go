package generate

import (
	"errors"
	"io/fs"
	"slices"

	"github.com/zonda-checkers/zonda/egdb"
)

// survey finds out what an earlier build has left. A slice with a sound file needs values only if a slice that is to be solved
// depends on it, or if the values are to be kept. All values that are needed and found are mapped.
func (r *run) survey(classes [][]egdb.Material) error {
	wanted := map[egdb.Material]bool{}
	all := slices.Concat(classes...)
	for _, m := range slices.Backward(all) { // a slice depends only on slices before it
		if !wanted[m] && !r.ValuesOnly && !r.KeepValues {
			if _, found := r.store.found(r.Directory, m); found {
				r.filed[m] = true
				continue
			}
		}
		err := r.store.open(r.Directory, m)
		switch {
		case errors.Is(err, fs.ErrNotExist) || errors.Is(err, errDamaged): // a damaged file counts as none
			r.unsolved[m] = true
			lead(wanted, m)
		case err != nil:
			return err
		}
	}
	return nil
}

// needed returns the slices of before whose values are needed to solve slices of after: all of after, or those in unsolved.
func needed(before, after [][]egdb.Material, unsolved map[egdb.Material]bool) (all []egdb.Material) {
	lower := map[egdb.Material]bool{}
	for _, m := range slices.Concat(after...) {
		if unsolved == nil || unsolved[m] {
			lead(lower, m)
		}
	}
	for _, m := range slices.Concat(before...) {
		if lower[m] {
			all = append(all, m)
		}
	}
	return all
}

// tidy removes the working files of the slices that have a file after class number last, and that no later slice to be solved
// depends on.
func (r *run) tidy(classes [][]egdb.Material, last int) error {
	if r.KeepValues {
		return nil
	}
	keep := needed(classes[:last+1], classes[last+1:], r.unsolved)
	for _, m := range slices.Concat(classes[:last+1]...) {
		if slices.Contains(keep, m) {
			continue
		}
		if err := r.store.remove(r.Directory, m); err != nil {
			return err
		}
	}
	return nil
}
