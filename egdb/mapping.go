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

// mapping is a memory-mapped file.
type mapping struct {
	name       string
	data       mmap.MMap
	file       *os.File // stays open, so that a change of its size is noticed
	size       int64
	time       time.Time   // of the last change
	unreadable atomic.Bool // a read has failed, or the file has changed or was closed: it is not read any more
}

// mapFile maps a file for reading.
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

// changed reports whether the file has changed since it was checked. If a file is cut in the
// middle of a page, reading the rest of the page gives zeros and no fault.
func (m *mapping) changed() bool {
	info, err := m.file.Stat()
	return err != nil || info.Size() != m.size || !info.ModTime().Equal(m.time)
}

// close unmaps the file, which is unreadable from then on.
func (m *mapping) close() error {
	if m.data == nil {
		return nil
	}
	m.unreadable.Store(true)
	return errors.Join(m.data.Unmap(), m.file.Close())
}

// contains reports whether an address is in the mapped memory.
func (m *mapping) contains(address uintptr) bool {
	begin := uintptr(unsafe.Pointer(unsafe.SliceData([]byte(m.data))))
	return address >= begin && address < begin+uintptr(len(m.data))
}
