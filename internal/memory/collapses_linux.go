package memory

import (
	"sync"

	"github.com/edsrzf/mmap-go"
	"golang.org/x/sys/unix"
)

// collapses reports whether the system can move memory to huge pages. It tries this once.
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
