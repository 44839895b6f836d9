package client

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/internal/file"
)

const (
	quitPatience      = time.Second            // how long an engine may take to end after quit
	exitPatience      = 5 * time.Second        // how long to wait for the exit status after the output has ended
	inheritedPatience = 300 * time.Millisecond // how long the output of a process is read after its end if others have it open

	lineBuffer  = 64 // lines that are read ahead; an engine that writes more has to wait
	batchBuffer = 8  // batches of lines that can wait to be written, more than there ever are
)

// line is a line of an engine's output.
type line struct {
	text string
	at   time.Time // when it was read
	err  error     // errLongLine
}

// process is the process of an engine. Goroutines of their own write its input, read its output, read
// its standard error and wait for its end, so that a full pipe stops only one of them.
type process struct {
	cmd        *exec.Cmd
	pipes      []io.Closer
	inherited  []deadliner // pipes that other processes may keep open beyond the end of this one
	transcript func(direction, text string)

	queue chan []string // batches of lines to be written
	lines chan line     // closed when the output has ended
	gone  chan struct{} // closed by close: nobody reads lines any more

	exited      chan struct{}    // closed when the process has ended
	state       *os.ProcessState // how the process ended; set before exited is closed
	stderrEnded chan struct{}    // closed when standard error has ended
	stderr      stderrTail

	workers sync.WaitGroup
	closing sync.Once
}

// startProcess starts the command of s. Transcript is called with every line, from several goroutines.
func startProcess(cmd *exec.Cmd, s Spec, transcript func(direction, text string)) (*process, error) {
	stderrLog, err := openStderr(s.Stderr)
	if err != nil {
		return nil, err
	}
	detach(cmd)
	stdin, err1 := cmd.StdinPipe()
	stdout, err2 := cmd.StdoutPipe()
	stderr, err3 := cmd.StderrPipe()
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, errors.Join(err, stderrLog.Close())
	}
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(err, stderrLog.Close()) // Start has closed the pipes
	}
	p := &process{
		cmd:         cmd,
		pipes:       []io.Closer{stdin, stdout, stderr},
		transcript:  transcript,
		queue:       make(chan []string, batchBuffer),
		lines:       make(chan line, lineBuffer),
		gone:        make(chan struct{}),
		exited:      make(chan struct{}),
		stderrEnded: make(chan struct{}),
	}
	if s.Protocol == CheckerBoard {
		for _, pipe := range []io.ReadCloser{stdout, stderr} {
			if d, ok := pipe.(deadliner); ok {
				p.inherited = append(p.inherited, d)
			}
		}
	}
	p.workers.Go(func() { p.write(stdin) })
	p.workers.Go(func() { p.read(stdout) })
	p.workers.Go(func() { p.readStderr(stderr, stderrLog) })
	p.workers.Go(p.wait)
	return p, nil
}

// deadliner is a pipe whose reading can be ended.
type deadliner interface{ SetReadDeadline(time.Time) error }

// openStderr opens the file for the engine's standard error, whose end the lines of all its processes go to. Without a name the lines
// are dropped.
func openStderr(name string) (io.WriteCloser, error) {
	if name == "" {
		return dropped{io.Discard}, nil
	}
	const permissions = 0o644
	return os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, permissions)
}

// dropped is a file that keeps nothing.
type dropped struct{ io.Writer }

func (dropped) Close() error { return nil }

// send puts lines into the queue and does not wait until they are written. If the engine does not read
// them, the call that waits for its answer runs out of time.
func (p *process) send(batch ...string) {
	select {
	case p.queue <- batch:
	default: // cannot happen: a player waits for the answer before it sends more
	}
}

// write writes the lines of the queue until close is called, and then the lines that are still in the
// queue.
func (p *process) write(stdin io.WriteCloser) {
	defer stdin.Close()
	for {
		select {
		case batch := <-p.queue:
			p.writeLines(stdin, batch)
		case <-p.gone:
			for len(p.queue) > 0 {
				p.writeLines(stdin, <-p.queue)
			}
			return
		}
	}
}

// writeLines writes lines. It drops them if the engine has closed its input: the call that waits for an
// answer then fails.
func (p *process) writeLines(stdin io.Writer, batch []string) {
	for _, text := range batch {
		p.transcript(">", text)
		if _, err := io.WriteString(stdin, text+"\n"); err != nil {
			return
		}
	}
}

// read passes the lines of the output on until close is called. After that it reads and drops lines to
// the end of the output, so that the engine does not wait.
func (p *process) read(stdout io.Reader) {
	defer close(p.lines)
	in := newLineReader(stdout)
	for {
		text, err := in.next()
		at := time.Now()
		if err != nil && err != errLongLine {
			return
		}
		p.transcript("<", text)
		select {
		case p.lines <- line{text, at, err}:
		case <-p.gone:
		}
	}
}

// readStderr reads the engine's standard error and keeps its most useful line.
// Every line goes to stderrLog, too, which is closed at the end.
func (p *process) readStderr(stderr io.Reader, stderrLog io.WriteCloser) {
	defer close(p.stderrEnded)
	defer stderrLog.Close()
	in := newLineReader(stderr)
	for {
		text, err := in.next()
		if err != nil && err != errLongLine {
			return
		}
		p.transcript("!", text)
		_, _ = io.WriteString(stderrLog, text+"\n") // the game does not depend on it
		p.stderr.add(text)
	}
}

func (p *process) wait() {
	defer close(p.exited)
	p.state, _ = p.cmd.Process.Wait() // cmd.Wait would close the pipes before all output is read
	for _, pipe := range p.inherited {
		_ = pipe.SetReadDeadline(time.Now().Add(inheritedPatience))
	}
}

// exitReason returns why the engine ended: its exit status and the most useful line of its standard
// error. It is called when the output has ended.
func (p *process) exitReason() string {
	ctx, cancel := context.WithTimeout(context.Background(), exitPatience)
	defer cancel()
	status := "its output ended"
	select {
	case <-p.exited:
		if p.state != nil {
			status = p.state.String()
		}
	case <-ctx.Done():
	}
	select {
	case <-p.stderrEnded:
	case <-ctx.Done():
	}
	if words := p.stderr.last(); words != "" {
		return fmt.Sprintf("%s; it said: %s", status, words)
	}
	return status
}

// closed reports whether close was called.
func (p *process) closed() bool {
	select {
	case <-p.gone:
		return true
	default:
		return false
	}
}

// close asks the engine to quit, ends the process if that takes too long, and returns when all
// goroutines have ended. It may be called by several goroutines.
func (p *process) close() {
	p.closing.Do(func() {
		p.send("quit")
		close(p.gone)
		over := make(chan struct{})
		go func() { p.workers.Wait(); close(over) }()
		select {
		case <-over:
		case <-time.After(quitPatience):
			kill(p.cmd)
		}
		for _, pipe := range p.pipes {
			pipe.Close() // a child process that has left the group may hold the other end open
		}
		<-over
	})
}

// Program returns the absolute path of the program that s runs. A name with a path separator
// is taken from the current folder or else from Dir; a bare name is looked up in Dir, then on
// the PATH. The error names the program, or the folder Dir if there is none.
func (s Spec) Program() (string, error) {
	if err := s.validate(); err != nil {
		return "", err
	}
	if s.Protocol == CheckerBoard {
		return s.library()
	}
	if s.Dir != "" {
		if info, err := os.Stat(s.Dir); err != nil || !info.IsDir() {
			return "", fmt.Errorf("no folder %q to run in", s.Dir)
		}
	}
	name := s.Command[0]
	bare := filepath.Base(name) == name
	var places []string
	if !bare {
		places = append(places, name)
	}
	if !filepath.IsAbs(name) {
		places = append(places, filepath.Join(s.Dir, name))
	}
	for _, place := range places {
		path, err := filepath.Abs(place) // LookPath does not look for an absolute path on the PATH
		if err == nil {
			path, err = exec.LookPath(path)
		}
		if err == nil || errors.Is(err, fs.ErrPermission) {
			return path, err
		}
	}
	if bare {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
		return "", fmt.Errorf("no program %q in %q or on the PATH", name, filepath.Join(".", s.Dir))
	}
	return "", fmt.Errorf("no program %q", name)
}

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
	s.text = oneLine(text, maxText)
	s.panicked = strings.HasPrefix(text, "panic: ") || strings.HasPrefix(text, "fatal error: ")
}

// last returns the line, "" if there is none.
func (s *stderrTail) last() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text
}

// maxLine is the most bytes that a line of an engine may have.
const maxLine = 1 << 20

var errLongLine = errors.New("a line of more than 1 MiB")

// lineReader reads lines of an engine's output. Lines may end with LF or CRLF, and may hold bytes that
// are not UTF-8.
type lineReader struct{ in *bufio.Reader }

func newLineReader(r io.Reader) lineReader { return lineReader{bufio.NewReader(file.Text(r))} }

// next returns the next line as valid UTF-8, without its line end. The last line need not have a line
// end. A line longer than maxLine bytes is returned in pieces with errLongLine; the last piece may come
// without the error.
func (l lineReader) next() (string, error) {
	var line []byte
	for {
		part, err := l.in.ReadSlice('\n')
		line = append(line, part...)
		if err == bufio.ErrBufferFull && len(line) <= maxLine {
			continue
		}
		text := strings.ToValidUTF8(strings.TrimRight(string(line), "\r\n"), "\uFFFD")
		switch {
		case len(line) > maxLine:
			return text, errLongLine
		case err != nil && len(line) > 0:
			return text, nil // the next call returns the error
		default:
			return text, err
		}
	}
}
