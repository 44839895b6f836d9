package line

import (
	"fmt"
	"io"
	"sync"
)

// Output writes the lines of a text protocol. It may be used by several goroutines. Use NewOutput.
type Output struct {
	mu     sync.Mutex
	out    io.Writer
	err    error
	failed chan struct{} // closed when err is set
}

// NewOutput returns an output to a writer, which gets whole lines or a prompt in each Write.
func NewOutput(out io.Writer) *Output { return &Output{out: out, failed: make(chan struct{})} }

// Print writes one line, or several with line ends between them. After the first failure it writes nothing.
func (o *Output) Print(text string) { o.write(text + "\n") }

// Prompt writes the beginning of a line, which a person ends. After the first failure it writes nothing.
func (o *Output) Prompt(text string) { o.write(text) }

func (o *Output) write(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return
	}
	if _, err := io.WriteString(o.out, text); err != nil {
		o.err = fmt.Errorf("write the answers: %w", err)
		close(o.failed)
	}
}

// Failed returns a channel that is closed when lines cannot be written any more: nobody hears the answers, as on a full disk.
func (o *Output) Failed() <-chan struct{} { return o.failed }

// Err returns the first failure, nil if there was none.
func (o *Output) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
