package decks

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/zonda-checkers/zonda/book/openings"
)

// Open returns the openings of a deck that are to be played, and its name, which for
// a file is the whole path.
func Open(name string, barred bool) (string, []openings.Opening, error) {
	all, err := openings.Open(name)
	if err != nil {
		return name, nil, err
	}
	if path, err := filepath.Abs(name); err == nil && !slices.Contains(openings.Names(), name) {
		name = path
	}
	if barred {
		return name, all, nil
	}
	inPlay := openings.InPlay(all)
	if len(inPlay) == 0 {
		return name, nil, fmt.Errorf("openings %s: all are barred", name)
	}
	return name, inPlay, nil
}
