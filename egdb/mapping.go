package egdb

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/edsrzf/mmap-go"
)

// mapping is a file in memory as far as it is looked at.
type mapping struct {
	name string
	data mmap.MMap
	file *os.File // open, so that changes of its size are seen
	size int64
	time time.Time   // of the last change
	lost atomic.Bool // a read has failed, or the file is not what it was: it is asked no more
}

// mapFile maps a file for reading at random places.
func mapFile(name string) (*mapping, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if info.Size() == 0 {
		return nil, errors.Join(fmt.Errorf("%s: empty", name), file.Close())
	}
	data, err := mmap.Map(file, mmap.RDONLY, 0)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
	}
	return &mapping{name: name, data: data, file: file, size: info.Size(), time: info.ModTime()}, nil
}

// changed reports whether the file is not any more what was checked. Where it has
// been cut in the middle of a page, reading the rest of the page gives zeros, and no
// fault.
func (m *mapping) changed() bool {
	info, err := m.file.Stat()
	return err != nil || info.Size() != m.size || !info.ModTime().Equal(m.time)
}

func (m *mapping) close() error { return errors.Join(m.data.Unmap(), m.file.Close()) }

func (m *mapping) contains(address uintptr) bool {
	begin := uintptr(unsafe.Pointer(unsafe.SliceData([]byte(m.data))))
	return address >= begin && address < begin+uintptr(len(m.data))
}
