// Package shipped has the rated problems that are in the program. The first 2,038 are older than shots that save a man and proofs beyond the
// databases, which stand beside other problems of a game; so the program of commit a27387c2 made them:
//
//	zonda problems make --out all.csv --games 3900 --seed 1 --shots 905 --values 1400
//	zonda problems check all.csv --nodes 0 --out first.csv
//
// This program has added to them:
//
//	zonda problems make --keep first.csv --games 830 --seed 2 --shots 60 --saves 130 --values 0 --out second.csv
//	zonda problems make --keep second.csv --games 464 --seed 3 --weakest 6 --nodes 20000 --shots 36 --saves 55 --values 0 --out third.csv
//	zonda problems check third.csv --nodes 0 --out problems.csv
//
// Those with a rating below 600 of the following have been added to them, the ground for beginners:
//
//	zonda problems make --ground 32 --games 1000 --out ground.csv
//	zonda problems check ground.csv --out passed.csv
//	gzip -9n problems.csv
package shipped

import (
	"bytes"
	"errors"

	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/internal/builtin"
)

// problems are the problems in the program, which all must be sound.
var problems = builtin.New("the rated problems are", func(data []byte) (suite.Suite, error) {
	read, err := suite.Read("problems.csv.gz", bytes.NewReader(data))
	return read, errors.Join(append(read.Malformed, err)...)
})

// Read reads the problems. In a page it returns an error until Install has succeeded.
func Read() (suite.Suite, error) { return problems.Get() }

// Install gives a program in a page its problems. With an error nothing is changed.
func Install(compressed []byte) error { return problems.Install(compressed) }
