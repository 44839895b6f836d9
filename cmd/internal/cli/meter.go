package cli

import (
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
