package egdb

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/edsrzf/mmap-go"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/memory"
)

// mappedFiles are the memory-mapped files of a library or of a set of distances.
type mappedFiles struct {
	mapped   []*mapping
	resident uint64      // bytes of files in memory
	closed   atomic.Bool // nothing is known any more
	fault    func(error) // is called once for every file that becomes unreadable, by the goroutine that probes the file; may be nil
}

// load reads a file into memory, or maps it, and calls check with the content. It returns the
// mapping, nil if the file was read. If a mapped file is cut short during the check,
// load returns an error.
func (l *mappedFiles) load(e sliceFile, resident bool, check func(data []byte) error) (mapped *mapping, err error) {
	if resident {
		data, err := readFile(e.name)
		if err == nil {
			err = check(data)
		}
		if err == nil {
			l.resident += uint64(len(data))
		}
		return nil, err
	}
	if mapped, err = mapFile(e.name); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, mapped.close())
			return
		}
		l.mapped = append(l.mapped, mapped)
	}()
	defer recovering(func(fault error) { err = fmt.Errorf("%s: %w", e.name, fault) })()
	if err = check(mapped.data); err == nil {
		adviseRandom(mapped.data)
	}
	return mapped, err
}

// readFile returns the content of a file, in huge pages if it is as large as one: a probe reads at some twenty places, and with small
// pages the CPU has to look up where most of them are.
func readFile(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	data := memory.Slice[byte](int(info.Size()))
	if _, err := io.ReadFull(file, data); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return data, nil
}

// close unmaps the files. A later probe that needs one of them answers board.Unknown. A probe that still runs must end before.
func (l *mappedFiles) close() error {
	l.closed.Store(true)
	var all error
	for _, m := range l.mapped {
		all = errors.Join(all, m.close())
	}
	return all
}

// DropPages removes the mapped files of values from the memory of the process and from the cache of the operating system, so that the
// next probe of each page reads the disk. Probes may go on meanwhile. It is for measurements; only Linux can do it.
func (l *mappedFiles) DropPages() error {
	if l.closed.Load() {
		return ErrClosed
	}
	var all error
	for _, m := range l.mapped {
		all = errors.Join(all, m.dropPages())
	}
	return all
}

// recovering turns a fault of a memory map into a panic. Such a fault comes from a file that
// has become shorter, or from a failing disk. The returned function must be deferred; it
// recovers from the panic and calls handle.
func recovering(handle func(fault error)) func() {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		switch r := recover().(type) {
		case nil:
		case interface {
			error
			Addr() uintptr
		}:
			handle(fault{r.Addr()})
		default:
			panic(r)
		}
	}
}

// fault is the error of an address that could not be read.
type fault struct{ address uintptr }

func (f fault) Error() string { return "unreadable; was it cut short?" }

// giveUpAt gives up the file in which a fault has happened, and returns board.Unknown.
func (l *mappedFiles) giveUpAt(err error) board.Result {
	var f fault
	for _, m := range l.mapped {
		if errors.As(err, &f) && m.contains(f.address) {
			l.giveUp(m, f)
		}
	}
	return board.Unknown
}

// giveUp marks a file as unreadable and reports the reason.
func (l *mappedFiles) giveUp(m *mapping, reason error) {
	if !m.unreadable.Swap(true) && l.fault != nil {
		l.fault(damaged(&fs.PathError{Op: "probe", Path: m.name, Err: reason}))
	}
}

// errChanged means that a mapped file was written to.
var errChanged = errors.New("has changed since it was opened")

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
