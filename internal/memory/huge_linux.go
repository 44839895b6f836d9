package memory

import (
	"github.com/edsrzf/mmap-go"
	"golang.org/x/sys/unix"
)

// access makes the memory private to the process. Shared memory gets no huge pages on most
// systems.
const access = mmap.COPY

// adviseHuge asks the system for huge pages. An error is ignored: without huge pages everything
// works, but slower.
func adviseHuge(data []byte) { _ = unix.Madvise(data, unix.MADV_HUGEPAGE) }

// collapse moves data to huge pages and reports whether all of it lies there. Pages that have
// never been used do not move. Linux before 6.1 cannot move pages. There collapse asks for huge
// pages, which the system then provides at first use or later.
func collapse(data []byte) bool {
	switch unix.Madvise(data, unix.MADV_COLLAPSE) {
	case nil:
		return true
	case unix.EINVAL:
		if !collapses() {
			adviseHuge(data)
			return true
		}
	}
	return false
}
