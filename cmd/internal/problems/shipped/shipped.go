// Package shipped has the rated problems that are in the program. They were made by
//
//	zonda problems make --out all.csv --games 3900 --seed 1 --shots 905 --values 1400
//	zonda problems check all.csv --nodes 0 --out problems.csv
//	gzip -9n problems.csv
package shipped

import (
	"bytes"
	"errors"

	"github.com/zonda-checkers/zonda/cmd/internal/solve/suite"
)

// parse reads a file of problems, which all must be sound.
func parse(data []byte) (suite.Suite, error) {
	read, err := suite.Read("problems.csv.gz", bytes.NewReader(data))
	return read, errors.Join(append(read.Malformed, err)...)
}
