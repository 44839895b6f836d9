package engine

import "github.com/zonda-checkers/zonda/search"

// valueBounds returns the bounds for a search, nil if there are none.
func (d *databases) valueBounds() search.Bounds {
	if d.library.BoundsDescription().Pieces == 0 {
		return nil
	}
	return d.library
}

// setBoundsPath sets option BoundsPath to a directory of bounds; <empty> stands for no directory.
func (e *Engine) setBoundsPath(value string) error {
	if value == emptyString {
		value = ""
	}
	e.settings.BoundsPath = value
	e.reopenDatabases() // the bounds need the library that is open
	return nil
}
