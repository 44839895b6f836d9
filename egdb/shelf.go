package egdb

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"

	"github.com/zonda-checkers/zonda/engine/board"
)

// shelf is the files that a database has mapped.
type shelf struct {
	mapped []*mapping

	// Fault is told once of every file that turns out unreadable while it is probed,
	// by any goroutine; nil to ignore it. Set it before the first probe.
	Fault func(error)
}

// load has the content of a file checked, read to memory or mapped; while it is mapped it
// may be cut short.
func (l *shelf) load(e entry, resident bool, check func(data []byte) error) (mapped *mapping, err error) {
	if resident {
		data, err := os.ReadFile(e.name)
		if err == nil {
			err = check(data)
		}
		return nil, err
	}
	if mapped, err = mapFile(e.name); err != nil {
		return nil, err
	}
	defer func() { err = l.keep(mapped, err) }()
	defer recovering(func(fault error) { err = fmt.Errorf("%s: %w", e.name, fault) })()
	if err = check(mapped.data); err == nil {
		adviseRandom(mapped.data)
	}
	return mapped, err
}

// keep remembers a mapping that is in use and lets go of any other.
func (l *shelf) keep(m *mapping, err error) error {
	if err != nil {
		return errors.Join(err, m.close())
	}
	l.mapped = append(l.mapped, m)
	return nil
}

// Close lets go of the files, which must not be asked any more.
func (l *shelf) Close() error {
	var all error
	for _, m := range l.mapped {
		all = errors.Join(all, m.close())
	}
	l.mapped = nil
	return all
}

// recovering makes a fault of a memory map (a file that has shrunk under it, a disk
// that fails) a panic, and returns what a caller defers to turn that into an error.
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

// fault is an address that could not be read.
type fault struct{ address uintptr }

func (f fault) Error() string { return "unreadable; was it cut short?" }

// lost gives up and reports the file that a fault is in.
func (l *shelf) lost(err error) board.Result {
	var f fault
	for _, m := range l.mapped {
		if errors.As(err, &f) && m.contains(f.address) {
			l.giveUp(m, f)
		}
	}
	return board.Unknown
}

// giveUp asks a file no more.
func (l *shelf) giveUp(m *mapping, reason error) {
	if !m.lost.Swap(true) && l.Fault != nil {
		l.Fault(&fs.PathError{Op: "probe", Path: m.name, Err: reason})
	}
}

// errChanged says that a mapped file was written to.
var errChanged = errors.New("has changed since it was opened")

// Refresh gives up the mapped files that have changed since they were opened. Call it
// before a search.
func (l *shelf) Refresh() {
	for _, m := range l.mapped {
		if m.changed() {
			l.giveUp(m, errChanged)
		}
	}
}
