package session

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/zonda-checkers/zonda/board"
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

// logFile is a logger and the file that it writes to.
type logFile struct {
	logger Logger
	out    *logWriter // nil when there is none to close
}

// logWriter writes to the file of a log and keeps the first failure: a conversation goes on without its log.
type logWriter struct {
	file *os.File
	mu   sync.Mutex
	err  error
}

// Write never fails: see logWriter.
func (w *logWriter) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, err := w.file.Write(line); err != nil && w.err == nil {
		w.err = fmt.Errorf("the log %s is not whole: %w", board.Quote(w.file.Name()), errors.Unwrap(err))
	}
	return len(line), nil
}

func silentLog() *logFile { return &logFile{logger: silence{}} }

// stderrLog is the value of option LogFile that stands for the standard error.
const stderrLog = "stderr"

// openLog returns a logger that appends one JSON object a line to the file at path, or to the standard error.
func openLog(path string) (*logFile, error) {
	if strings.EqualFold(path, stderrLog) {
		return &logFile{logger: newLogger(&logWriter{file: os.Stderr})}, nil
	}
	if old, err := os.Stat(path); err == nil && old.Mode()&os.ModeNamedPipe != 0 {
		// Opening a pipe would wait until another program reads from it, perhaps for ever.
		return nil, fmt.Errorf("open the log: %s is a pipe", board.Quote(path))
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		// The system's own error would repeat the path with its control characters.
		return nil, fmt.Errorf("open the log %s: %w", board.Quote(path), errors.Unwrap(err))
	}
	out := &logWriter{file: file}
	return &logFile{newLogger(out), out}, nil
}

// close closes the file. The error is the first failure to write a line.
func (l *logFile) close() error {
	if l.out == nil {
		return nil
	}
	return cmp.Or(l.out.err, l.out.file.Close())
}

// setLogFile switches the log to another file, or off for an empty path.
func (s *Session) setLogFile(path string) error {
	next := silentLog()
	if path != "" {
		var err error
		if next, err = openLog(path); err != nil {
			return err
		}
	}
	s.logLoss = cmp.Or(s.logLoss, s.log.close())
	s.log, s.settings.LogFile = next, path
	return nil
}
