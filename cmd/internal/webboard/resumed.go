package webboard

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/match"
)

// resumed are the matches that pages have made go on: processes of the program, which end with the board.
type resumed struct {
	program string

	mu      sync.Mutex
	ctx     context.Context   // of the processes; nil until the board serves
	running map[string]bool   // by the path of the journal
	failed  map[string]string // the last words of a process that has failed
	ended   sync.WaitGroup
}

func newResumed(program string) *resumed {
	return &resumed{program: program, running: map[string]bool{}, failed: map[string]string{}}
}

// serve lets processes run until ctx ends.
func (m *resumed) serve(ctx context.Context) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ctx = ctx
}

// stopTime is how long a match may take to end its engines when the board ends.
const stopTime = 10 * time.Second

// resume starts the match of a journal. An error that comes later is told by failure.
func (m *resumed) resume(path string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running[path] {
		return errors.New("the match is being started already")
	}
	if m.program == "" || m.ctx == nil {
		return errors.New("this board cannot start a match")
	}
	c := exec.CommandContext(m.ctx, m.program, "match", "--resume", path)
	c.Cancel = func() error { return match.AskToStop(path) }
	c.WaitDelay = stopTime
	words := &tail{}
	c.Stderr = words
	if err := c.Start(); err != nil {
		return err
	}
	m.running[path] = true
	delete(m.failed, path)
	m.ended.Go(func() {
		err := c.Wait()
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.running, path)
		if err != nil && !strings.Contains(words.String(), match.ErrStopAsked.Error()) {
			m.failed[path] = lastLine(words.String(), err)
		}
	})
	return nil
}

// tail keeps the end of what is written.
type tail struct{ bytes.Buffer }

// tailBytes is how much of it a tail keeps at least.
const tailBytes = 4 << 10

// Write makes a tail an io.Writer.
func (t *tail) Write(text []byte) (int, error) {
	if over := t.Len() - tailBytes; over > 0 {
		t.Next(over)
	}
	return t.Buffer.Write(text)
}

// lastLine returns the last line of what a process has said, or how it ended if it said nothing.
func lastLine(words string, err error) string {
	lines := strings.Split(strings.TrimSpace(words), "\n")
	if last := lines[len(lines)-1]; last != "" {
		return last
	}
	return err.Error()
}

// started reports whether a page has made the match of a journal go on, and its process runs.
func (m *resumed) started(path string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.running[path]
}

// failure returns why the match of a journal did not go on, empty if it did or was not asked to.
func (m *resumed) failure(path string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.failed[path]
}
