//go:build !js || embedded

package egdb

import (
	"sync"

	"github.com/zonda-checkers/zonda/internal/endgame"
)

// builtInValues and builtInDistances return the slices in the program, which are opened and
// checked once.
var (
	builtInValues    = sync.OnceValues(func() ([]*endgame.Slice, error) { return embedded(valueFiles) })
	builtInDistances = sync.OnceValues(func() ([]*endgame.DistanceSlice, error) { return embedded(distanceFiles(endgame.DTW)) })
)
