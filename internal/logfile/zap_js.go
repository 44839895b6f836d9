package logfile

import "io"

// newLogger returns a logger that writes nothing: nobody reads a log in a page, and zap and log/slog are large.
func newLogger(io.Writer) Logger { return silence{} }
