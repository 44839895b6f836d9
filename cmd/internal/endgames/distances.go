package endgames

import (
	"errors"
	"fmt"
	"os"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/generate"
)

// Distances answers distances to commands. They come from files of distances, or from the working files
// of a build.
type Distances interface {
	Metric() egdb.Metric
	Distance(p board.Position) egdb.Distance
	Longest(m egdb.Material) (egdb.Longest, bool)
	Counts(m egdb.Material) (egdb.Counts, bool)
	Materials() []egdb.Material
	Close() error
}

// DistanceFlags choose distances.
type DistanceFlags struct {
	DB     string `name:"db" help:"Directory with files of distances, or with the working files of a build; without it the distances in the program." placeholder:"DIR"`
	Metric string `help:"dtw (plies to the end) or dtc (plies to a capture or a crowning)." default:"dtw" enum:"dtw,dtc"`
}

// Open opens the distances.
func (f DistanceFlags) Open() (Distances, error) { return OpenDistances(f.Metric, f.DB) }

// OpenDistances opens the distances of a directory, or those in the program if it is empty. Working
// files are used if there are any, because they hold everything that files of distances hold.
func OpenDistances(name, directory string) (Distances, error) {
	metric, err := egdb.ParseMetric(name)
	if err != nil {
		return nil, err
	}
	if directory != "" {
		working, err := generate.OpenWorking(directory, metric)
		if err != nil {
			return nil, err
		}
		if len(working.Materials()) > 0 {
			return generate.NewProber(working), nil
		}
	}
	values, problems := OpenFound(directory)
	set, more := egdb.OpenDistanceSet(metric, egdb.Options{BuiltIn: directory == "", Directory: directory}, values)
	for _, problem := range append(problems, more...) {
		fmt.Fprintln(os.Stderr, "left out:", problem)
	}
	files := distanceFiles{set, values}
	if len(set.Slices()) == 0 {
		return nil, errors.Join(fmt.Errorf("no %v distances in %s", metric, Place(directory)), files.Close())
	}
	return files, nil
}

// distanceFiles is files of distances with the values that they belong to.
type distanceFiles struct {
	*egdb.Distances
	values *egdb.Library
}

func (f distanceFiles) Counts(m egdb.Material) (egdb.Counts, bool) { return f.values.CountsOf(m) }

// Materials returns the material of all slices, also with colours exchanged.
func (f distanceFiles) Materials() (all []egdb.Material) {
	for _, s := range f.Slices() {
		all = append(all, s.Materials()...)
	}
	return all
}

func (f distanceFiles) Close() error { return errors.Join(f.Distances.Close(), f.values.Close()) }
