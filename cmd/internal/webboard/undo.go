package webboard

import (
	"context"
	"slices"
	"sync"

	"github.com/zonda-checkers/zonda/internal/file"
	conversation "github.com/zonda-checkers/zonda/protocol/page"
)

// changes are the changes of files that can be taken back, each as the change that does so. The oldest are given up when there
// are too many.
type changes struct {
	mu  sync.Mutex
	all []change // the newest last
}

// Limits of the changes.
const (
	mostChanges  = 100
	changesBytes = 64 << 20
)

func (l *changes) add(c change) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, c)
	for len(l.all) > mostChanges || len(l.all) > 1 && l.bytes() > changesBytes {
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

// take removes the change that takes the last change of a file back, and returns it, if it is the one with an ID.
func (l *changes) take(name, digest, id string) (change, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := l.find(name, digest)
	if i < 0 || l.all[i].id != id {
		return change{}, false
	}
	c := l.all[i]
	l.all = slices.Delete(l.all, i, i+1)
	return c, true
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

func (v *visit) undoChange(_ context.Context, page *conversation.Session, q UndoRequest) (Changed, error) {
	s := v.server
	return s.alone(q.Name, func(old *stored) (Changed, error) {
		c, found := s.changes.take(old.name, old.digest, q.UndoID)
		if !found {
			return Changed{Collection: s.describe(old), Conflict: true}, nil
		}
		next := &stored{name: old.name, data: c.of(old.data)}
		if err := next.read(nil); err != nil {
			return Changed{}, err
		}
		unkept := s.versions.told(old, "undone: "+c.what)
		if err := file.WriteWholeIn(s.folder, old.name, file.Bytes(next.data)); err != nil {
			s.changes.add(c)
			return Changed{}, plain(old.name, err)
		}
		return Changed{Collection: s.told(page, next), Unkept: unkept}, nil
	})
}
