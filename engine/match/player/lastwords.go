package player

import (
	"strings"
	"sync"
)

// lastWords is the line on standard error that tells most about an engine's end. It may be
// used by several goroutines.
type lastWords struct {
	mu   sync.Mutex
	text string
	dies bool // text begins a Go program's report of its death; what follows are stacks
}

func (l *lastWords) hear(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.dies || strings.TrimSpace(text) == "" {
		return
	}
	l.text = oneLine(text, longestSaying)
	l.dies = strings.HasPrefix(text, "panic: ") || strings.HasPrefix(text, "fatal error: ")
}

// words returns the line, "" if there is none.
func (l *lastWords) words() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text
}
