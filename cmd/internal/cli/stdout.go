package cli

import (
	"io"
	"os"
	"sync"
)

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
