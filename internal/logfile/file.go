// Package logfile opens the logs of programs: the only place that makes loggers.
//
//	log, err := logfile.Open("zonda.log")
//	log.Info("request", "path", "/v1/move", "status", 200)
//	err = log.Close()
//
// A line is a JSON object with time, level, msg, and the fields of the message. A program logs nothing unless its user names a
// file, and never to the standard output.
package logfile

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/pattern"
)

// Logger takes lines: a message, then names and values by turns. A *slog.Logger is one.
type Logger interface {
	Debug(message string, fields ...any)
	Info(message string, fields ...any)
	Warn(message string, fields ...any)
	Error(message string, fields ...any)
}

// silence is a logger that writes nothing.
type silence struct{}

func (silence) Debug(string, ...any) {}
func (silence) Info(string, ...any)  {}
func (silence) Warn(string, ...any)  {}
func (silence) Error(string, ...any) {}

// File is a logger and the file that it writes to. All methods may be called from any goroutine; after Close nothing is written.
type File struct {
	Logger
	out *writer // nil when there is none to close
}

// firstLine has the form of the first line of a log, also of one that an older version wrote.
var firstLine = pattern.Of(`^(\{|time=|\d{4}[-/])`)

// Stderr is the name that stands for the standard error in place of a file.
const Stderr = "stderr"

// Silent returns a log that nobody reads.
func Silent() *File { return &File{Logger: silence{}} }

// Open returns a log that appends to the file at path, which it makes if there is none, or to the standard error. An empty
// path is Silent.
func Open(path string) (*File, error) {
	if path == "" {
		return Silent(), nil
	}
	if strings.EqualFold(path, Stderr) {
		return &File{Logger: newLogger(&writer{file: os.Stderr})}, nil
	}
	if old, err := os.Stat(path); err == nil && old.Mode()&os.ModeNamedPipe != 0 {
		// Opening a pipe would wait until another program reads from it, perhaps for ever.
		return nil, fmt.Errorf("open the log: %.300q is a pipe", path)
	}
	if err := file.CheckBeginning(path, firstLine()); err != nil {
		return nil, fmt.Errorf("open the log %.300q: it holds something else, which is kept", path)
	}
	appended, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		// The system's own error would repeat the path with its control characters.
		return nil, fmt.Errorf("open the log %.300q: %w", path, errors.Unwrap(err))
	}
	out := &writer{file: appended}
	return &File{newLogger(out), out}, nil
}

// Close closes the file. The error is the first failure to write a line.
func (f *File) Close() error {
	if f.out == nil {
		return nil
	}
	return f.out.close()
}

// writer writes lines to the file of a log and keeps the first failure: a conversation goes on without its log.
type writer struct {
	file *os.File
	mu   sync.Mutex
	err  error
}

// Write never fails: see writer.
func (w *writer) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, err := w.file.Write(line); err != nil && w.err == nil {
		w.err = fmt.Errorf("the log %.300q is not whole: %w", w.file.Name(), errors.Unwrap(err))
	}
	return len(line), nil
}

func (w *writer) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return cmp.Or(w.err, w.file.Close())
}
