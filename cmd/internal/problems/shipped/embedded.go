//go:build !js || embedded

package shipped

import (
	_ "embed"

	"github.com/zonda-checkers/zonda/cmd/internal/solve/suite"
)

//go:embed problems.csv.gz
var data []byte

// Read reads the problems. In a page it returns an error until Install has succeeded.
func Read() (suite.Suite, error) { return parse(data) }
