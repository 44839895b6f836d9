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
	quitPatience  = time.Second     // how long an engine may take to end after quit
	deathPatience = 5 * time.Second // for the status of a process whose output has ended
	lineRoom      = 64              // lines read ahead; an engine that writes more waits
	batchRoom     = 8               // batches of lines to be written, more than are ever waiting
)

// line is a line of an engine's output.
type line struct {
	text string
	at   time.Time // when it was read
	err  error     // errLongLine
}

// process is an engine's process and what is read from it and written to it, each by a
// goroutine of its own, so that a full pipe holds up no one else.
type process struct {
	cmd        *exec.Cmd
	pipes      []io.Closer
	transcript func(direction, text string)

	queue chan []string // batches of lines to be written
	lines chan line     // closed when the output has ended
	gone  chan struct{} // closed by close: nobody reads lines any more

	exited chan struct{}    // closed when the process has ended
	state  *os.ProcessState // how; set then
	silent chan struct{}    // closed when standard error has ended
	last   lastWords

	workers sync.WaitGroup
	closing sync.Once
}

// startProcess starts program with the arguments of s. Transcript is called with everything
// said, from several goroutines.
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
		return nil, err // which has closed the pipes
	}
	p := &process{
		cmd:        cmd,
		pipes:      []io.Closer{stdin, stdout, stderr},
		transcript: transcript,
		queue:      make(chan []string, batchRoom),
		lines:      make(chan line, lineRoom),
		gone:       make(chan struct{}),
		exited:     make(chan struct{}),
		silent:     make(chan struct{}),
	}
	p.workers.Go(func() { p.write(stdin) })
	p.workers.Go(func() { p.read(stdout) })
	p.workers.Go(func() { p.listen(stderr) })
	p.workers.Go(p.wait)
	return p, nil
}

// send hands lines on to be written and does not wait for it. An engine that does not read
// is noticed by its silence.
func (p *process) send(batch ...string) {
	select {
	case p.queue <- batch:
	default: // never for a sound player, which awaits an answer to all it sends
	}
}

// write writes what is sent until the process is closed, then the rest.
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

// writeLines writes lines; an engine that closed its input is noticed by its silence.
func (p *process) writeLines(stdin io.Writer, batch []string) {
	for _, text := range batch {
		p.transcript(">", text)
		if _, err := io.WriteString(stdin, text+"\n"); err != nil {
			return
		}
	}
}

// read passes lines on as long as somebody takes them, then reads to the end for nobody.
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

// listen keeps the last words that the engine wrote to standard error.
func (p *process) listen(stderr io.Reader) {
	defer close(p.silent)
	in := newLineReader(stderr)
	for {
		text, err := in.next()
		if err != nil && err != errLongLine {
			return
		}
		p.transcript("!", text)
		p.last.hear(text)
	}
}

func (p *process) wait() {
	defer close(p.exited)
	p.state, _ = p.cmd.Process.Wait() // in place of cmd.Wait, which would close the pipes unread
}

// obituary says how the process ended, after its output has.
func (p *process) obituary() string {
	ctx, cancel := context.WithTimeout(context.Background(), deathPatience)
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
	case <-p.silent:
	case <-ctx.Done():
	}
	if words := p.last.words(); words != "" {
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

// close asks the engine to quit, ends the process if that takes too long, and returns when
// all goroutines have ended. It may be called by several.
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
			pipe.Close() // lest a descendant that left the group keeps it open
		}
		<-over
	})
}
