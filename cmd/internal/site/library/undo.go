package library

import (
	"context"
	"slices"
	"sync"

	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
)

// changes are the changes of files that can be taken back, each as the change that does so. The oldest are given up when there
// are too many.
type changes struct {
	mu  sync.Mutex
	all []change // the newest last
}

// Limits of the changes.
const (
	maxChanges   = 100
	changesBytes = 64 << 20
)

func (l *changes) add(c change) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, c)
	for len(l.all) > maxChanges || len(l.all) > 1 && l.bytes() > changesBytes {
		l.all = slices.Delete(l.all, 0, 1)
	}
}

func (l *changes) bytes() (sum int) {
	for _, c := range l.all {
		sum += len(c.put)
	}
	return sum
}

// last returns the change that takes the last change of a file back, none if the file was changed by other programs since.
func (l *changes) last(name, digest string) change {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := l.find(name, digest); i >= 0 {
		return l.all[i]
	}
	return change{}
}

// drop gives up a change that was made.
func (l *changes) drop(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = slices.DeleteFunc(l.all, func(c change) bool { return c.id == id })
}

func (l *changes) find(name, digest string) int {
	for i, c := range slices.Backward(l.all) {
		if c.name == name && c.before == digest {
			return i
		}
	}
	return -1
}

// UndoRequest takes the last change of a file back, if it is the one that the page means.
type UndoRequest struct {
	Name   string `json:"name"`
	UndoID string `json:"undoID"` // as the page knows the file
}

func (v *visit) undoChange(_ context.Context, page *talk.Session, q UndoRequest) (Changed, error) {
	d := v.library
	return d.alone(q.Name, func(old *stored) (Changed, error) {
		c := d.changes.last(old.name, old.digest)
		if c.id == "" || c.id != q.UndoID {
			return Changed{Collection: d.describe(old), Conflict: true}, nil
		}
		next := &stored{name: old.name, data: c.of(old.data)}
		if err := next.read(nil, whole); err != nil {
			return Changed{}, err
		}
		return d.replace(page, old, next, "undone: "+c.what, func() { d.changes.drop(c.id) })
	})
}
