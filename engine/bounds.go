package engine

import (
	"fmt"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search"
)

// openBounds opens the bounds in a directory on top of the library, unless no directory is given. memory is of
// both together, in bytes.
func (d *databases) openBounds(directory string, memory uint64) {
	if directory == "" {
		return
	}
	bounds, err := egdb.OpenBounds(directory, memory, d.library)
	if err != nil {
		d.messages = append(d.messages, "option BoundsPath: "+err.Error())
		return
	}
	d.bounds = bounds
	d.messages = append(d.messages, fmt.Sprintf("bounds: %d slices of %v", len(bounds.Slices), bounds))
}

// valueBounds returns the bounds for a search, nil if there are none.
func (d *databases) valueBounds() search.Bounds {
	if d.bounds == nil {
		return nil
	}
	return d.bounds
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
