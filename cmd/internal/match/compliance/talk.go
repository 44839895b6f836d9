package compliance

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/protocol/client"
)

// talk is a conversation with one process of the engine.
type talk struct {
	protocol
	ctx   context.Context // ends all waiting
	cmd   *exec.Cmd
	stdin io.WriteCloser
	lines chan string // closed when the output has ended
	sent  []string    // since the rule began
	wait  time.Duration
}

// begin starts the engine.
func begin(ctx context.Context, spec client.Spec, d protocol, wait time.Duration) (*talk, error) {
	cmd, err := spec.Cmd(ctx)
	if err != nil {
		return nil, err
	}
	const ahead = 1 << 12 // lines that are kept for a rule
	t := &talk{protocol: d, ctx: ctx, cmd: cmd, lines: make(chan string, ahead), wait: wait}
	stdin, err1 := t.cmd.StdinPipe()
	stdout, err2 := t.cmd.StdoutPipe()
	if err := errors.Join(err1, err2, t.cmd.Start()); err != nil {
		return nil, err
	}
	t.stdin = stdin
	go t.read(stdout)
	return t, nil
}

// maxLine is how many bytes a line may have. A longer one counts as the end of the output.
const maxLine = 1 << 20

func (t *talk) read(stdout io.Reader) {
	defer close(t.lines)
	in := bufio.NewScanner(stdout)
	in.Buffer(nil, maxLine)
	for in.Scan() {
		if line := strings.TrimRight(in.Text(), "\r"); line != "" {
			t.lines <- line
		}
	}
}

// send sends lines. A failure shows when an answer is missing.
func (t *talk) send(lines ...string) {
	for _, line := range lines {
		t.sent = append(t.sent, line)
		_, _ = io.WriteString(t.stdin, line+"\n")
	}
}

// until returns the lines up to the first one that is wanted, which is the last. The error tells what was missing.
func (t *talk) until(what string, wanted func(line string) bool) (lines []string, err error) {
	return t.within(t.wait, what, wanted)
}

func (t *talk) within(wait time.Duration, what string, wanted func(line string) bool) (lines []string, err error) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		select {
		case line, more := <-t.lines:
			if !more {
				return lines, fmt.Errorf("the engine ended before %s", what)
			}
			if lines = append(lines, line); wanted(line) {
				return lines, nil
			}
		case <-timer.C:
			return lines, fmt.Errorf("no %s within %v", what, wait)
		case <-t.ctx.Done():
			return lines, t.ctx.Err()
		}
	}
}

// exit waits for the end of the process, whose status must be 0.
func (t *talk) exit() error {
	ended := make(chan error, 1)
	go func() {
		for range t.lines {
			continue // to the end of the output
		}
		ended <- t.cmd.Wait()
	}()
	select {
	case err := <-ended:
		return err
	case <-time.After(t.wait):
		return fmt.Errorf("the engine did not end within %v", t.wait)
	case <-t.ctx.Done():
		return t.ctx.Err()
	}
}

// end kills the engine if it still runs.
func (t *talk) end() {
	_ = t.stdin.Close()
	_ = t.cmd.Process.Kill()
	go func() {
		for range t.lines {
			continue // so that its reader ends
		}
	}()
	_, _ = t.cmd.Process.Wait()
}

// sync waits until the engine has dealt with all lines, and returns what it said.
func (t *talk) sync() ([]string, error) {
	t.send(t.ping())
	return t.until(t.pong(), func(line string) bool { return strings.TrimSpace(line) == t.pong() })
}

// answer waits for the answer to a search, and returns the reports before it and the move as the engine wrote it.
func (t *talk) answer() (move string, reports []report, err error) {
	lines, err := t.until("answer to the search", func(line string) bool { _, done := t.move(line); return done })
	for _, line := range lines {
		if r, ok := t.report(line); ok {
			reports = append(reports, r)
		}
		move, _ = t.move(line)
	}
	return move, reports, err
}
