package cli

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Meter shows how far a long computation has come: a bar with rate and time left
// where a person watches stderr, and lines, which it prints between them.
type Meter struct {
	lines *Printer
	bar   *progressbar.ProgressBar // nil without a terminal
	phase string
	drawn time.Time
}

// NewMeter returns a meter whose lines go to a writer.
func NewMeter(lines io.Writer) *Meter { return &Meter{lines: NewPrinter(lines)} }

// barInterval is the least time between two pictures of the bar.
const barInterval = 200 * time.Millisecond

// Step moves the bar; another phase begins another bar.
func (m *Meter) Step(phase, unit string, done, total uint64) {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return
	}
	if m.bar == nil || m.phase != phase {
		m.Clear()
		m.phase, m.drawn = phase, time.Time{}
		m.bar = progressbar.NewOptions64(int64(total),
			progressbar.OptionSetWriter(os.Stderr),
			progressbar.OptionSetDescription(phase),
			progressbar.OptionShowCount(),
			progressbar.OptionShowIts(),
			progressbar.OptionSetItsString(unit),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionClearOnFinish())
	}
	if done < total && time.Since(m.drawn) < barInterval {
		return
	}
	m.drawn = time.Now()
	m.bar.ChangeMax64(int64(total))
	_ = m.bar.Set64(int64(done)) // a bar that cannot be drawn is no reason to stop
}

// Note shows a text before the bar, after the name of the phase.
func (m *Meter) Note(text string) {
	if m.bar != nil {
		m.bar.Describe(m.phase + " (" + text + ")")
	}
}

// Line prints a line above the bar.
func (m *Meter) Line(format string, arguments ...any) {
	if m.bar != nil {
		_ = m.bar.Clear()
	}
	m.lines.Printf(format+"\n", arguments...)
	if m.bar != nil && !m.bar.IsFinished() {
		_ = m.bar.RenderBlank() // shows the bar again
	}
}

// Err returns the first failure to print a line.
func (m *Meter) Err() error { return m.lines.Err() }

// Clear takes the bar away.
func (m *Meter) Clear() {
	if m.bar != nil {
		_ = m.bar.Clear()
		m.bar = nil
	}
}

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
