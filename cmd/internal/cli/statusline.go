package cli

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/term"
)

// StatusLine tells how far a long computation has come by a text: where a person watches stderr one line of it that
// changes, elsewhere plain lines. It is not for goroutines that run at once.
type StatusLine struct {
	plain    func(text string) // prints a plain line
	terminal bool
	interval time.Duration
	shown    time.Time
}

// NewStatusLine returns a line that shows a text at most once in an interval, one interval for a terminal and one for
// plain lines. Plain lines go to plain. The first interval begins now.
func NewStatusLine(onTerminal, plainly time.Duration, plain func(text string)) *StatusLine {
	s := &StatusLine{plain: plain, interval: plainly, shown: time.Now()}
	if term.IsTerminal(int(os.Stderr.Fd())) {
		s.terminal, s.interval = true, onTerminal
	}
	return s
}

// Show shows a text, which it asks for only if enough time has gone by since the last one. A text that is wider than the
// terminal is cut.
func (s *StatusLine) Show(text func() string) {
	if time.Since(s.shown) < s.interval {
		return
	}
	s.shown = time.Now()
	if !s.terminal {
		s.plain(text())
		return
	}
	fmt.Fprint(os.Stderr, clearLine+Fit(text(), columns()-1))
}

// Clear takes the line of the terminal away.
func (s *StatusLine) Clear() {
	if s.terminal {
		fmt.Fprint(os.Stderr, clearLine)
	}
}

// clearLine moves the cursor of a terminal to the begin of its line and empties the line.
const clearLine = "\r\x1b[K"

// columns returns the width of the terminal.
func columns() int {
	const ordinary = 80 // if the terminal does not tell
	if width, _, err := term.GetSize(int(os.Stderr.Fd())); err == nil && width > 0 {
		return width
	}
	return ordinary
}
