package memory

import (
	"sync"

	"github.com/edsrzf/mmap-go"
	"golang.org/x/sys/unix"
)

// access makes the memory private to the process. Shared memory gets no huge pages on most
// systems.
const access = mmap.COPY

// adviseHuge asks the operating system for huge pages. An error is ignored: without huge pages everything
// works, but slower.
func adviseHuge(data []byte) { _ = unix.Madvise(data, unix.MADV_HUGEPAGE) }

// collapse moves data to huge pages and reports whether all of it lies there. Pages that have
// never been used do not move. Linux before 6.1 cannot move pages. There collapse asks for huge
// pages, which the operating system then provides at first use or later.
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

// collapses reports whether the operating system can move memory to huge pages. It tries this once.
var collapses = sync.OnceValue(func() bool {
	trial, err := mmap.MapRegion(nil, 2*hugePage, access, mmap.ANON, 0)
	if err != nil {
		return false
	}
	defer func() { _ = trial.Unmap() }() // an error only means that the trial memory stays mapped
	for _, page := range parts(trial) {
		page[0] = 1
		if unix.Madvise(page[:hugePage], unix.MADV_COLLAPSE) == nil {
			return true
		}
	}
	return false
})
