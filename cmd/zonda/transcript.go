package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// transcript is a file of all lines between the runner and its engines.
type transcript struct {
	mu     sync.Mutex
	file   *os.File
	out    *bufio.Writer
	begin  time.Time
	failed error // the first failure to write
}

// newTranscript opens the file to write to its end, and returns nil if the path is empty.
func newTranscript(path string) (*transcript, error) {
	if path == "" {
		return nil, nil
	}
	const permissions = 0o644
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, permissions)
	if err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	return &transcript{file: file, out: bufio.NewWriter(file), begin: time.Now()}, nil
}

// line writes a line with its time in seconds since the beginning.
func (t *transcript) line(engine, direction, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, err := fmt.Fprintf(t.out, "%.3f %s %s %s\n", time.Since(t.begin).Seconds(), engine, direction, text); err != nil && t.failed == nil {
		t.failed = err
	}
}

// flush writes what is left, so that it is there whatever ends the program.
func (t *transcript) flush() {
	t.mu.Lock()
	defer t.mu.Unlock()
	_ = t.out.Flush() // a failure shows again when it is closed
}

// close writes what is left and returns the first failure.
func (t *transcript) close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return errors.Join(t.failed, t.out.Flush(), t.file.Close())
}
