package player

import (
	"strings"
	"sync"
)

// stderrTail keeps the line of standard error that best explains why an engine ended: the first line of
// a Go program's panic, or else the last line. It may be used by several goroutines.
type stderrTail struct {
	mu       sync.Mutex
	text     string
	panicked bool // text is the first line of a Go program's panic; stack traces follow
}

func (s *stderrTail) add(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.panicked || strings.TrimSpace(text) == "" {
		return
	}
	s.text = oneLine(text, longestText)
	s.panicked = strings.HasPrefix(text, "panic: ") || strings.HasPrefix(text, "fatal error: ")
}

// last returns the line, "" if there is none.
func (s *stderrTail) last() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text
}
