package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/term"

	"github.com/zonda-checkers/zonda/internal/file"
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

// Stdout is the standard output of all commands. It keeps the first failure to write, so that no command has to: the program
// ends with it.
var Stdout = &output{out: os.Stdout}

type output struct {
	mu     sync.Mutex
	out    io.Writer
	failed error
}

// Write writes to the standard output. After a failure it returns the same error again.
func (o *output) Write(data []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed != nil {
		return 0, o.failed
	}
	written, err := o.out.Write(data)
	o.failed = err
	return written, err
}

// Err returns the first failure.
func (o *output) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.failed
}

// HintStdin prints on stderr what to type if the standard input is among the files to read and a person types there. The
// hint is a sentence such as "Type positions, one a line".
func HintStdin(names []string, hint string) {
	if slices.Contains(names, file.Stdin) && term.IsTerminal(int(os.Stdin.Fd())) {
		fmt.Fprintf(os.Stderr, "%s. Ctrl-D ends the input, Ctrl-C the program.\n", hint)
	}
}

// Fit returns a text cut to a width in letters, with a replacement for every character that a terminal
// cannot print.
func Fit(text string, width int) string {
	runes := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text))
	if len(runes) > width {
		const cut = ".."
		return string(runes[:width-len(cut)]) + cut
	}
	return string(runes)
}

// Count returns a number with its noun: "1 entry", "2 entries".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}
