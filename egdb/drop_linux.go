package egdb

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// dropPages removes the pages of the file from the process and from the operating system's cache.
func (m *mapping) dropPages() error {
	if err := unix.Madvise(m.data, unix.MADV_DONTNEED); err != nil {
		return fmt.Errorf("%s: %w", m.name, err)
	}
	if err := unix.Fadvise(int(m.file.Fd()), 0, 0, unix.FADV_DONTNEED); err != nil {
		return fmt.Errorf("%s: %w", m.name, err)
	}
	return nil
}
