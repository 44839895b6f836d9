// Package line reads the lines of a text protocol and writes the answers. Lines have a bounded length and are read in the background.
package line

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/zonda-checkers/zonda/internal/file"
)

// maxLine is the length of the longest line that is accepted, in bytes without the line end. A game of
// thousands of moves fits.
const maxLine = 1 << 16

// keptOfLongLine is the number of bytes that are kept of a longer line. The first word is among them.
const keptOfLongLine = 64

// Input is a line without its line end. If the line is too long, Text is its beginning and Err says so.
type Input struct {
	Text string
	Err  error
}

// Serve reads the text of in, as file.Text does, in the background, and gives its lines to take. It returns when take reports that
// a line ends the session, at the end of in or of ctx, and when an answer cannot be written. The error is that of reading.
func (o *Output) Serve(ctx context.Context, in io.Reader, take func(Input) (ends bool)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	inputs, ended := make(chan Input), make(chan error, 1)
	go func() {
		ended <- readLines(in, func(line string, err error) bool {
			select {
			case inputs <- Input{line, err}:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-o.failed:
			return nil
		case err := <-ended:
			return err
		case i := <-inputs:
			o.mu.Lock()
			o.prompted = false
			o.mu.Unlock()
			if take(i) {
				return nil
			}
		}
	}
}

// readLines sends the lines of r, without their ends, to handle until r ends or
// handle returns false. A line longer than maxLine is skipped in bounded memory;
// handle gets its beginning and an error.
func readLines(r io.Reader, handle func(line string, err error) bool) error {
	in := bufio.NewReaderSize(file.Text(r), maxLine+len("\r\n"))
	for {
		chunk, err := in.ReadSlice('\n')
		line := strings.TrimRight(string(chunk), "\r\n")
		var tooLong error
		if err == bufio.ErrBufferFull {
			err = skipLine(in)
		}
		if len(line) > maxLine {
			line, tooLong = line[:keptOfLongLine], fmt.Errorf("a line is longer than %d bytes", maxLine)
		}
		if len(chunk) > 0 && !handle(line, tooLong) {
			return nil
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the commands: %w", err)
		}
	}
}

func skipLine(in *bufio.Reader) error {
	for {
		if _, err := in.ReadSlice('\n'); err != bufio.ErrBufferFull {
			return err
		}
	}
}

// CutWord returns the first word of a line, and the rest of the line without the blanks between them.
func CutWord(line string) (word, rest string) {
	line = strings.TrimSpace(line)
	i := strings.IndexAny(line, " \t")
	if i < 0 {
		return line, ""
	}
	return line[:i], strings.TrimSpace(line[i:])
}

// Output writes the lines of a text protocol. It may be used by several goroutines. Use NewOutput.
type Output struct {
	mu       sync.Mutex
	out      io.Writer
	prompted bool // the last text is a prompt, behind which no line came
	err      error
	failed   chan struct{} // closed when err is set
}

// NewOutput returns an output to a writer, which gets whole lines or a prompt in each Write.
func NewOutput(out io.Writer) *Output { return &Output{out: out, failed: make(chan struct{})} }

// Print writes one line, or several with line ends between them. After the first failure it writes nothing.
func (o *Output) Print(text string) { o.write(text+"\n", false) }

// Prompt writes the beginning of a line, which a person ends. If the last text is a prompt, and after the first failure, it writes nothing.
func (o *Output) Prompt(text string) { o.write(text, true) }

// EndPrompt ends the line of a prompt that no person has ended.
func (o *Output) EndPrompt() {
	o.mu.Lock()
	prompted := o.prompted
	o.mu.Unlock()
	if prompted {
		o.Print("")
	}
}

func (o *Output) write(text string, prompt bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil || prompt && o.prompted {
		return
	}
	o.prompted = prompt
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
