package egdb

import (
	"fmt"
	"os"
	"sync/atomic"
	"unsafe"

	"github.com/edsrzf/mmap-go"
)

// mapping is a file in memory as far as it is looked at.
type mapping struct {
	name string
	data mmap.MMap
	lost atomic.Bool // a read has failed
}

// mapFile maps a file for reading at random places.
func mapFile(name string) (*mapping, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil {
		return nil, err
	} else if info.Size() == 0 {
		return nil, fmt.Errorf("%s: empty", name)
	}
	data, err := mmap.Map(file, mmap.RDONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	adviseRandom(data)
	return &mapping{name: name, data: data}, nil
}

func (m *mapping) close() error { return m.data.Unmap() }

func (m *mapping) contains(address uintptr) bool {
	begin := uintptr(unsafe.Pointer(unsafe.SliceData([]byte(m.data))))
	return address >= begin && address < begin+uintptr(len(m.data))
}
