package memory

import (
	"sync"

	"github.com/edsrzf/mmap-go"
	"golang.org/x/sys/unix"
)

// collapses reports whether the system can move memory onto huge pages, by trying.
var collapses = sync.OnceValue(func() bool {
	trial, err := mmap.MapRegion(nil, 2*hugePage, access, mmap.ANON, 0)
	if err != nil {
		return false
	}
	defer func() { _ = trial.Unmap() }() // what cannot be given back is lost, and no harm done
	for _, page := range parts(trial) {
		page[0] = 1
		if unix.Madvise(page[:hugePage], unix.MADV_COLLAPSE) == nil {
			return true
		}
	}
	return false
})
