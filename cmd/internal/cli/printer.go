package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
)

// Printer prints to a writer and keeps the first failure. It may be used by several goroutines.
type Printer struct {
	mu     sync.Mutex
	out    io.Writer
	failed error
}

// NewPrinter returns a printer to a writer.
func NewPrinter(out io.Writer) *Printer { return &Printer{out: out} }

// Printf prints as fmt.Fprintf does.
func (p *Printer) Printf(format string, arguments ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := fmt.Fprintf(p.out, format, arguments...); err != nil && p.failed == nil {
		p.failed = err
	}
}

// Err returns the first failure to print.
func (p *Printer) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}

// Lines returns where a command prints its lines: stdout, or stderr if stdout is for a JSON object alone.
func Lines(asJSON bool) io.Writer {
	if asJSON {
		return os.Stderr
	}
	return Stdout
}

// WriteJSON writes a value as a JSON object with an indent of two blanks.
func WriteJSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
