//go:build !linux

package egdb

import "errors"

// dropPages is not known on this system.
func (m *mapping) dropPages() error {
	return errors.New("this system cannot drop the pages of a file from memory")
}
