package session

import (
	"io"
	"log/slog"
)

// newLogger returns a logger that writes nothing: nobody reads a log in a page.
func newLogger(io.Writer) *slog.Logger { return slog.New(slog.DiscardHandler) }
