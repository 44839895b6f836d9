package library

import (
	"context"
	"sync"

	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
)

// Reading says how many bytes of a file of games have been read, and of how many; 0 of 0 if it is not being read.
type Reading struct {
	Read  int `json:"read"`
	Total int `json:"total"`
}

// readings are the files of games that are being read, by their names.
type readings struct {
	mu sync.Mutex
	of map[string]*reading
}

// whole reads a file to its end.
func whole(int) error { return nil }

type reading struct {
	Reading
	stopped bool
}

// begin notes that a file is being read. Read tells how far it is, and returns ErrStopped if nobody wants the file any more; end ends it.
func (r *readings) begin(name string, total int) (read func(bytes int) error, end func()) {
	own := &reading{Reading: Reading{Total: total}}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil {
		r.of = map[string]*reading{}
	}
	r.of[name] = own
	read = func(bytes int) error {
		r.mu.Lock()
		defer r.mu.Unlock()
		if own.Read = bytes; own.stopped {
			return talk.ErrStopped
		}
		return nil
	}
	end = func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.of[name] == own {
			delete(r.of, name)
		}
	}
	return read, end
}

// reading tells how far a file has been read.
func (v *visit) reading(_ context.Context, _ *talk.Session, q File) (Reading, error) {
	r := &v.library.collections.readings
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := r.of[q.Name]; now != nil {
		return now.Reading, nil
	}
	return Reading{}, nil
}

// stopReading ends the reading of a file.
func (v *visit) stopReading(_ context.Context, _ *talk.Session, q File) (talk.Nothing, error) {
	r := &v.library.collections.readings
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := r.of[q.Name]; now != nil {
		now.stopped = true
	}
	return talk.Nothing{}, nil
}
