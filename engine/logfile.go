package engine

import (
	"errors"
	"fmt"
	"os"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/zonda-checkers/zonda/engine/board"
)

// logFile is a logger and the file that it writes to.
type logFile struct {
	logger *zap.Logger
	file   *os.File // nil when silent
}

func silentLog() *logFile { return &logFile{logger: zap.NewNop()} }

// openLog appends to the file at path, one JSON object a line.
func openLog(path string) (*logFile, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		// The system's own error would repeat the path as it is, line ends and all.
		return nil, fmt.Errorf("open the log %s: %w", board.Quote(path), errors.Unwrap(err))
	}
	encoder := zap.NewProductionEncoderConfig()
	encoder.EncodeTime = zapcore.RFC3339NanoTimeEncoder
	core := zapcore.NewCore(zapcore.NewJSONEncoder(encoder), zapcore.AddSync(file), zap.DebugLevel)
	return &logFile{logger: zap.New(core), file: file}, nil
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
	err := e.log.close()
	e.log, e.settings.LogFile = next, path
	return err
}
