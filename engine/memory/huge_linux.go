package memory

import (
	"github.com/edsrzf/mmap-go"
	"golang.org/x/sys/unix"
)

// access is private to the process: shared memory gets no huge pages on most systems.
const access = mmap.COPY

// adviseHuge asks for huge pages. Without them all works the same, a little slower.
func adviseHuge(data []byte) { _ = unix.Madvise(data, unix.MADV_HUGEPAGE) }

// collapse moves data onto huge pages and reports whether all of it lies there. What has never been
// touched stays as it is. Linux before 6.1 does not know how; there huge pages are asked for, and come
// as they are touched or when the system has time.
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

// Near returns a copy of data on huge pages, which stays for as long as the process: for large tables
// that are read in no order, where looking up the page takes as long as reading. Where the system has no
// memory, or offers no huge pages, it returns data itself. Neither may be changed.
func Near(data []byte) []byte {
	block, err := Take(max(len(data), 1))
	if err != nil {
		return data
	}
	copy(block.Bytes(), data)
	go block.Gather(nil)
	return block.Bytes()[:len(data)]
}
