package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/build"
	"github.com/zonda-checkers/zonda/engine/board"
)

// distances is what commands ask: the files of distances, or what a build works with.
type distances interface {
	Metric() egdb.Metric
	Distance(p board.Position) egdb.Distance
	Longest(m egdb.Material) (egdb.Longest, bool)
	Counts(m egdb.Material) (egdb.Counts, bool)
	Materials() []egdb.Material
	Close() error
}

// distanceFlags choose distances.
type distanceFlags struct {
	DB     string `name:"db" help:"Directory with files of distances, or with the working files of a build; without it the distances in the program." placeholder:"DIR"`
	Metric string `help:"dtw (plies to the end) or dtc (plies to a capture or a crowning)." default:"dtw" enum:"dtw,dtc"`
}

func (f distanceFlags) open() (distances, error) { return openDistances(f.Metric, f.DB) }

// openDistances opens the distances of a directory, or those in the program if it is
// empty. Working files come first: they have all that the others have.
func openDistances(name, directory string) (distances, error) {
	metric, err := egdb.ParseMetric(name)
	if err != nil {
		return nil, err
	}
	if directory != "" {
		working, err := build.OpenWorking(directory, metric)
		if err != nil {
			return nil, err
		}
		if len(working.Materials()) > 0 {
			return build.NewProber(working), nil
		}
	}
	values, problems := openFound(directory)
	set, more := egdb.OpenDistanceSet(metric, egdb.Options{BuiltIn: directory == "", Directory: directory}, values)
	for _, problem := range append(problems, more...) {
		fmt.Fprintln(os.Stderr, "left out:", problem)
	}
	files := distanceFiles{set, values}
	if len(set.Slices()) == 0 {
		return nil, errors.Join(fmt.Errorf("no %v distances in %s", metric, place(directory)), files.Close())
	}
	return files, nil
}

// distanceFiles is files of distances with the values that they belong to.
type distanceFiles struct {
	*egdb.Distances
	values *egdb.Library
}

func (f distanceFiles) Counts(m egdb.Material) (egdb.Counts, bool) { return f.values.CountsOf(m) }

// Materials returns those of the slices, of both sides.
func (f distanceFiles) Materials() (all []egdb.Material) {
	for _, s := range f.Slices() {
		all = append(all, s.Materials()...)
	}
	return all
}

func (f distanceFiles) Close() error { return errors.Join(f.Distances.Close(), f.values.Close()) }
