package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/zonda-checkers/zonda/internal/file"
)

// Meter shows how far a long computation has come: a bar with rate and time left
// where a person watches stderr, and lines, which it prints between them. It may be used by several goroutines.
type Meter struct {
	lines *Printer
	mu    sync.Mutex               // for what follows
	bar   *progressbar.ProgressBar // nil without a terminal
	phase string
	drawn time.Time

	began       time.Time // when the phase began
	first       uint64    // how far it was then
	done, total uint64    // and is now
	reported    time.Time // when Report printed a line
}

// NewMeter returns a meter whose lines go to a writer.
func NewMeter(lines io.Writer) *Meter { return &Meter{lines: NewPrinter(lines)} }

// barInterval is the least time between two pictures of the bar.
const barInterval = 200 * time.Millisecond

// Step moves the bar; another phase begins another bar.
func (m *Meter) Step(phase, unit string, done, total uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.began.IsZero() || m.phase != phase {
		m.clear()
		m.phase, m.drawn, m.began, m.first = phase, time.Time{}, time.Now(), done
	}
	m.done, m.total = done, total
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return
	}
	if m.bar == nil {
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
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bar != nil {
		m.bar.Describe(m.phase + " (" + text + ")")
	}
}

// Left returns how much of the phase is left, and how long that takes; 0 for what nobody knows.
func (m *Meter) Left() (steps uint64, long time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.left(time.Now())
}

func (m *Meter) left(now time.Time) (steps uint64, long time.Duration) {
	steps = m.total - min(m.done, m.total)
	if m.done > m.first {
		long = time.Duration(float64(now.Sub(m.began)) * float64(steps) / float64(m.done-m.first))
	}
	return steps, long
}

// reportInterval is the time between two lines of Report.
const reportInterval = time.Minute

// Report is Note where no person watches stderr: it prints a line a minute, with how far the phase is and how long it needs more.
func (m *Meter) Report(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	if m.reported.IsZero() {
		m.reported = now
	}
	if term.IsTerminal(int(os.Stderr.Fd())) || now.Sub(m.reported) < reportInterval {
		return
	}
	m.reported = now
	fmt.Fprintln(os.Stderr, m.report(text, now))
}

// report returns a line of Report.
func (m *Meter) report(text string, now time.Time) string {
	if m.total == 0 {
		return text
	}
	line := fmt.Sprintf("%d of %d; %s", m.done, m.total, text)
	if _, long := m.left(now); long > 0 {
		line += fmt.Sprintf("; about %s more", roughly(long))
	}
	return line
}

// roughly returns a time in words: nobody needs the seconds of an hour.
func roughly(d time.Duration) string {
	if d < time.Hour {
		return fmt.Sprintf("%.0f min", max(1, d.Minutes()))
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}

// Line prints a line above the bar.
func (m *Meter) Line(format string, arguments ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
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
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clear()
}

func (m *Meter) clear() {
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

// Heading prints the heading of a table on the standard output if that is a terminal. A file or a pipe gets the lines alone.
func Heading(text string) {
	if term.IsTerminal(int(os.Stdout.Fd())) {
		fmt.Fprintln(Stdout, text)
	}
}

// HintStdin prints on stderr what to type if the standard input is among the files to read and a person types there. The
// hint is a sentence such as "Type positions, one a line".
func HintStdin(names []string, hint string) {
	if slices.Contains(names, file.Stdin) && term.IsTerminal(int(os.Stdin.Fd())) {
		fmt.Fprintf(os.Stderr, "%s. Ctrl-D ends the input, Ctrl-C the program.\n", hint)
	}
}

// Fit returns a text cut to a width in characters, with a replacement for every character that a terminal
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
