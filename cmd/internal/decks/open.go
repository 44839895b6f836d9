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

// Meeting returns a warning if openings of a file lead to one position: the games from there count as independent, but
// are not. It returns "" for a file without such openings, and for the decks of the program, which are known.
func Meeting(name string, deck []openings.Opening) string {
	if slices.Contains(openings.Names(), name) {
		return ""
	}
	n, earlier, later := openings.Meeting(deck)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("openings %s and %s lead to one position (%d of %d openings repeat the position of an earlier one): their games are not independent",
		earlier.ID, later.ID, n, len(deck))
}
