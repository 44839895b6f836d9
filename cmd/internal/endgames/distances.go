package endgames

import (
	"errors"
	"fmt"

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
	db, err := egdb.Open(egdb.Options{Metric: metric, Directory: directory, Prefer: true, FilesOnly: directory != "", Memory: Memory, LeftOut: LeaveOut})
	if err != nil {
		return nil, err
	}
	if len(db.Distances().Slices()) == 0 {
		return nil, errors.Join(fmt.Errorf("no %v distances in %s", metric, Place(directory)), db.Close())
	}
	return distanceFiles{db.Distances(), db}, nil
}

// distanceFiles is files of distances with the values that they belong to.
type distanceFiles struct {
	*egdb.Distances
	db *egdb.DB
}

func (f distanceFiles) Counts(m egdb.Material) (egdb.Counts, bool) { return f.db.CountsOf(m) }

// Materials returns the material of all slices, also with colours exchanged.
func (f distanceFiles) Materials() (all []egdb.Material) {
	for _, s := range f.Slices() {
		all = append(all, s.Materials()...)
	}
	return all
}

func (f distanceFiles) Close() error { return f.db.Close() }
