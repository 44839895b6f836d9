package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// meter shows how far a long computation has come: a bar with rate and time left
// where a person watches stderr, and lines, which it prints between them.
type meter struct {
	lines io.Writer
	bar   *progressbar.ProgressBar // nil without a terminal
	phase string
	drawn time.Time
}

// newMeter returns a meter whose lines go to a writer.
func newMeter(lines io.Writer) *meter { return &meter{lines: lines} }

// barInterval is the least time between two pictures of the bar.
const barInterval = 200 * time.Millisecond

// step moves the bar; another phase begins another bar.
func (m *meter) step(phase, unit string, done, total uint64) {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return
	}
	if m.bar == nil || m.phase != phase {
		m.clear()
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

// line prints a line above the bar.
func (m *meter) line(format string, arguments ...any) error {
	if m.bar != nil {
		_ = m.bar.Clear()
	}
	_, err := fmt.Fprintf(m.lines, format+"\n", arguments...)
	if m.bar != nil && !m.bar.IsFinished() {
		_ = m.bar.RenderBlank() // as it was
	}
	return err
}

// clear takes the bar away.
func (m *meter) clear() {
	if m.bar != nil {
		_ = m.bar.Clear()
		m.bar = nil
	}
}
