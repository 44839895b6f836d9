package engine

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/zonda-checkers/zonda/engine/board"
)

// logFile is a logger and the file that it writes to.
type logFile struct {
	logger *zap.Logger
	file   *os.File // nil when there is none to close
}

func silentLog() *logFile { return &logFile{logger: zap.NewNop()} }

// stderrLog is the value of option LogFile that stands for the standard error.
const stderrLog = "stderr"

// openLog returns a logger that appends one JSON object a line to the file at path, or to the standard error.
func openLog(path string) (*logFile, error) {
	if strings.EqualFold(path, stderrLog) {
		return &logFile{logger: newLogger(os.Stderr)}, nil
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
	return &logFile{logger: newLogger(file), file: file}, nil
}

func newLogger(out io.Writer) *zap.Logger {
	encoder := zap.NewProductionEncoderConfig()
	encoder.EncodeTime = zapcore.RFC3339NanoTimeEncoder
	return zap.New(zapcore.NewCore(zapcore.NewJSONEncoder(encoder), zapcore.AddSync(out), zap.DebugLevel))
}

func (l *logFile) close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}

// setLogFile switches the log to another file, or off for an empty path.
func (e *Engine) setLogFile(path string) error {
	if path == emptyString {
		path = ""
	}
	next := silentLog()
	if path != "" {
		var err error
		if next, err = openLog(path); err != nil {
			return err
		}
	}
	_ = e.log.close() // no line can be lost: each was written when it was logged
	e.log, e.settings.LogFile = next, path
	return nil
}
