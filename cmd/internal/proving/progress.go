package proving

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/search/proof"
)

// progress shows how far a proof is.
type progress struct {
	mu       sync.Mutex // both questions may report at once
	line     *cli.StatusLine
	position board.Position
	begin    time.Time
}

// The shortest times between two reports.
const (
	terminalInterval = 200 * time.Millisecond
	plainInterval    = 5 * time.Second
)

// newProgress returns a progress of a proof of p. Plain lines go to out, or to stderr if out is for a JSON object.
func newProgress(p board.Position, out io.Writer, asJSON bool) *progress {
	if asJSON {
		out = os.Stderr
	}
	line := cli.NewStatusLine(terminalInterval, plainInterval, func(text string) { fmt.Fprintln(out, text) })
	return &progress{line: line, position: p, begin: time.Now()}
}

// report shows a state of the proof, if enough time has gone by since the last one.
func (s *progress) report(r proof.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.line.Show(func() string {
		return fmt.Sprintf("%.0f s, %s wins? proof %d, disproof %d, %d nodes, %d positions, line %s",
			time.Since(s.begin).Seconds(), r.Question.Attacker, r.Proof, r.Disproof, r.Nodes, r.Positions,
			s.position.LineText(r.Line))
	})
}

// clear takes the line away.
func (s *progress) clear() { s.line.Clear() }
