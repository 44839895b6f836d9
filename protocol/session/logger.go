//go:build !js

package session

import (
	"io"
	"log/slog"
)

// newLogger returns a logger of lines of every level.
func newLogger(out io.Writer) Logger {
	return slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: slog.LevelDebug}))
}
