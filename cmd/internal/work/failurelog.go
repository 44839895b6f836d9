package work

import (
	"fmt"
	"sync"
)

// failureLog keeps the last error that a server has written to its log. The rest of the log is for nobody.
type failureLog struct {
	mu   sync.Mutex
	text string
}

// last returns the last error in words.
func (f *failureLog) last() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.text == "" {
		return "it gave no reason"
	}
	return f.text
}

func (f *failureLog) keep(format string, arguments []any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.text = fmt.Sprintf(format, arguments...)
}

// Errorf keeps an error.
func (f *failureLog) Errorf(format string, arguments ...any) { f.keep(format, arguments) }

// Fatalf keeps an error. The server does not end the process: StartServer sees that it is not ready.
func (f *failureLog) Fatalf(format string, arguments ...any) { f.keep(format, arguments) }

// Noticef drops a line.
func (f *failureLog) Noticef(string, ...any) {}

// Warnf drops a line.
func (f *failureLog) Warnf(string, ...any) {}

// Debugf drops a line.
func (f *failureLog) Debugf(string, ...any) {}

// Tracef drops a line.
func (f *failureLog) Tracef(string, ...any) {}
