package proving

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search/proof"
)

// progress shows how far a proof is: on a terminal one line of stderr that changes, elsewhere plain lines.
type progress struct {
	mu       sync.Mutex // both questions may report at once
	position board.Position
	terminal bool
	lines    io.Writer
	interval time.Duration
	begin    time.Time
	shown    time.Time
}

// The shortest times between two reports.
const (
	terminalInterval = 200 * time.Millisecond
	plainInterval    = 5 * time.Second
)

// newProgress returns a progress of a proof of p. Plain lines go to out, or to stderr if out is for a JSON object.
func newProgress(p board.Position, out io.Writer, asJSON bool) *progress {
	s := &progress{position: p, lines: out, interval: plainInterval, begin: time.Now(), shown: time.Now()}
	if asJSON {
		s.lines = os.Stderr
	}
	if term.IsTerminal(int(os.Stderr.Fd())) {
		s.terminal, s.interval = true, terminalInterval
	}
	return s
}

// report shows a state of the proof, if enough time has gone by since the last one.
func (s *progress) report(r proof.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.shown) < s.interval {
		return
	}
	s.shown = time.Now()
	text := fmt.Sprintf("%.0f s, %s wins? proof %d, disproof %d, %d nodes, %d positions, line %s",
		time.Since(s.begin).Seconds(), r.Question.Attacker, r.Proof, r.Disproof, r.Nodes, r.Positions,
		s.position.LineText(r.Line))
	if !s.terminal {
		fmt.Fprintln(s.lines, text)
		return
	}
	const ordinary = 80 // columns, if the terminal does not tell
	width, _, err := term.GetSize(int(os.Stderr.Fd()))
	if err != nil || width <= 0 {
		width = ordinary
	}
	fmt.Fprint(os.Stderr, clearLine+cli.Fit(text, width-1))
}

// clearLine moves the cursor of a terminal to the begin of its line and empties the line.
const clearLine = "\r\x1b[K"

// clear takes the line away.
func (s *progress) clear() {
	if s.terminal {
		fmt.Fprint(os.Stderr, clearLine)
	}
}
