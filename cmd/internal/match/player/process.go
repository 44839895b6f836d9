package player

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

const (
	quitPatience = time.Second     // how long an engine may take to end after quit
	exitPatience = 5 * time.Second // how long to wait for the exit status after the output has ended
	lineBuffer   = 64              // lines that are read ahead; an engine that writes more has to wait
	batchBuffer  = 8               // batches of lines that can wait to be written, more than there ever are
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

// startProcess starts program with the arguments of s. Transcript is called with every line, from
// several goroutines.
func startProcess(program string, s Spec, transcript func(direction, text string)) (*process, error) {
	cmd := exec.Command(program, s.Command[1:]...)
	cmd.Dir = s.Dir
	detach(cmd)
	stdin, err1 := cmd.StdinPipe()
	stdout, err2 := cmd.StdoutPipe()
	stderr, err3 := cmd.StderrPipe()
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err // Start has closed the pipes
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
	p.workers.Go(func() { p.write(stdin) })
	p.workers.Go(func() { p.read(stdout) })
	p.workers.Go(func() { p.readStderr(stderr) })
	p.workers.Go(p.wait)
	return p, nil
}

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
func (p *process) readStderr(stderr io.Reader) {
	defer close(p.stderrEnded)
	in := newLineReader(stderr)
	for {
		text, err := in.next()
		if err != nil && err != errLongLine {
			return
		}
		p.transcript("!", text)
		p.stderr.add(text)
	}
}

func (p *process) wait() {
	defer close(p.exited)
	p.state, _ = p.cmd.Process.Wait() // cmd.Wait would close the pipes before all output is read
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
