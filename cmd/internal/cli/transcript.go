package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// Transcript is a file of all lines that are exchanged with other programs. It may be used by several goroutines.
type Transcript struct {
	mu     sync.Mutex
	file   *os.File
	out    *bufio.Writer
	begin  time.Time
	failed error // the first failure to write
}

// OpenTranscript opens the file to write to its end, and returns nil if the path is empty.
func OpenTranscript(path string) (*Transcript, error) {
	if path == "" {
		return nil, nil
	}
	const permissions = 0o644
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, permissions)
	if err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	return &Transcript{file: file, out: bufio.NewWriter(file), begin: time.Now()}, nil
}

// Line writes a line with its time in seconds since the beginning.
func (t *Transcript) Line(engine, direction, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, err := fmt.Fprintf(t.out, "%.3f %s %s %s\n", time.Since(t.begin).Seconds(), engine, direction, text); err != nil && t.failed == nil {
		t.failed = err
	}
}

// Flush writes to the file what is still in memory, so that it is not lost however the program ends.
func (t *Transcript) Flush() {
	t.mu.Lock()
	defer t.mu.Unlock()
	_ = t.out.Flush() // Close returns the failure
}

// Close writes what is still in memory and returns the first failure.
func (t *Transcript) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return errors.Join(t.failed, t.out.Flush(), t.file.Close())
}
