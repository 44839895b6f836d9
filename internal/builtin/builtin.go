// Package builtin has values that are read from files in the program when they are first asked for. A program in a page has
// no files in itself; Install gives it what it has loaded.
//
//	var weights = builtin.New("the weights are", ParseWeights)
//
// A file with the build tag "!js || embedded" calls Embed from its init.
package builtin

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
)

// ErrNone is the error of Get before there is a file.
var ErrNone = errors.New("not there yet")

// Value is a value of type T and the file in the program from which it is read. Many goroutines may use it at once.
type Value[T any] struct {
	name string // for errors
	read func(file []byte) (T, error)

	mu    sync.Mutex
	file  []byte
	value T
	err   error
	known bool // value or err is what the file says
}

// New returns a value without a file. The name begins the error of Get before there is one.
func New[T any](name string, read func(file []byte) (T, error)) *Value[T] {
	return &Value[T]{name: name, read: read}
}

// Embed gives v its file in the program. The caller must not change it any more.
func (v *Value[T]) Embed(file []byte) { v.file = file }

// Get returns the value. The first call reads the file; later calls return the same.
func (v *Value[T]) Get() (T, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.known {
		if v.file == nil {
			return v.value, fmt.Errorf("%s %w", v.name, ErrNone)
		}
		v.value, v.err = v.read(v.file)
		v.known = true
	}
	return v.value, v.err
}

// Must is Get for a file that a test reads. It panics instead of returning an error.
func (v *Value[T]) Must() T {
	value, err := v.Get()
	if err != nil {
		panic(err)
	}
	return value
}

// Install gives a program in a page its file, which is read at once. With an error nothing is changed.
func (v *Value[T]) Install(file []byte) error {
	value, err := v.read(file)
	if err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.file, v.value, v.err, v.known = file, value, nil, true
	return nil
}

// Checksum returns the SHA-256 of the file. It tells programs apart that hold others.
func (v *Value[T]) Checksum() [sha256.Size]byte {
	v.mu.Lock()
	defer v.mu.Unlock()
	return sha256.Sum256(v.file)
}
