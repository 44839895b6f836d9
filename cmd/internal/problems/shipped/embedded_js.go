//go:build js && !embedded

package shipped

import (
	"errors"

	"github.com/zonda-checkers/zonda/cmd/internal/solve/suite"
)

var problems suite.Suite

// Install gives the program its problems: a program in a page has none of its own. With an error nothing is changed.
func Install(compressed []byte) error {
	read, err := parse(compressed)
	if err == nil {
		problems = read
	}
	return err
}

// Read returns the problems that Install has read, and an error before.
func Read() (suite.Suite, error) {
	if len(problems.Problems) == 0 {
		return suite.Suite{}, errors.New("the rated problems are not there yet")
	}
	return problems, nil
}
