package uci

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

// perft counts the leaves below every move in the background; stop ends it.
func (s *Session) perft(arguments string) error {
	depth, err := strconv.Atoi(arguments)
	if err != nil || depth < 0 || depth > board.MaxPerftDepth {
		return fmt.Errorf("%s is not a depth, 0 to %d", board.Quote(arguments), board.MaxPerftDepth)
	}
	p := s.engine.Position()
	s.count(func(ctx context.Context) (string, error) {
		perft := board.NewPerft(board.Sequences)
		if depth == 0 {
			total, err := perft.Count(ctx, p, 0)
			return fmt.Sprintf("total %d", total), err
		}
		total := uint64(0)
		err := perft.Divide(ctx, p, depth, func(move string, n uint64) {
			s.print("%s %d", move, n)
			total += n
		})
		return fmt.Sprintf("total %d", total), err
	})
	return nil
}

// bench runs the benchmark with the evaluation of the engine in the background; stop ends it.
func (s *Session) bench(string) error {
	s.count(func(ctx context.Context) (string, error) {
		result, err := search.Bench(ctx, s.engine.Evaluator(), search.AllTechniques(), search.DefaultParameters(), func(search.BenchResult) {})
		return result.String(), err
	})
	return nil
}

// count runs work as the session's job and prints the line or the error that work returns. The command stop ends the
// context of work. Other commands wait until the count is done, so that a script can send all its lines at once.
func (s *Session) count(work func(context.Context) (string, error)) {
	ctx, cancel := context.WithCancel(context.Background())
	var line string
	var err error
	s.launch(cancel, func() { line, err = work(ctx) }, func() {
		switch {
		case ctx.Err() != nil:
			s.refuse(errors.New("the count was stopped"))
		case err != nil:
			s.refuse(err)
		default:
			s.print("%s", line)
		}
		cancel()
	})
	s.job.counts = true
}

// mustWait reports whether a command has to wait, because a count runs or because other lines wait already. c is nil
// for an unknown command.
func (s *Session) mustWait(c *command) bool {
	if c != nil && c.during && !c.quits {
		return false
	}
	return len(s.waiting) > 0 || s.running() && s.job.counts
}

// Limits of the lines that wait for a count: their number, and the time after which a quit among them ends the count.
const (
	maxWaiting   = 1000
	quitPatience = 10 * time.Second
)

// enqueue adds a line to the lines that wait for the count.
func (s *Session) enqueue(line string, c *command) {
	if len(s.waiting) == maxWaiting {
		s.reject(c, fmt.Errorf("more than %d lines wait for the count", maxWaiting))
		return
	}
	s.waiting = append(s.waiting, line)
	if c != nil && c.quits && s.quitTimer == nil {
		s.quitTimer = time.After(quitPatience)
	}
}

// due returns a channel that is closed when the waiting lines can be answered; nil if no line waits.
func (s *Session) due() <-chan struct{} {
	if len(s.waiting) == 0 {
		return nil
	}
	return s.idle()
}

// idle returns a channel that is closed when no job runs.
func (s *Session) idle() <-chan struct{} {
	if s.job != nil {
		return s.job.done
	}
	now := make(chan struct{})
	close(now)
	return now
}

// takeWaiting answers the waiting lines up to the next count, and reports whether one of them ends the session.
func (s *Session) takeWaiting() (quit bool) {
	lines := s.waiting
	s.waiting = nil
	for i, line := range lines {
		if s.running() && s.job.counts {
			s.waiting = lines[i:]
			return false
		}
		if s.take(line) {
			return true
		}
	}
	return false
}

// finishLines waits at the end of the input until the count is done and the lines that wait for it are answered.
// These lines may be the last lines of a script.
func (s *Session) finishLines(ctx context.Context) {
	for len(s.waiting) > 0 || s.running() && s.job.counts {
		select {
		case <-s.idle():
			if s.takeWaiting() {
				return
			}
		case <-s.quitTimer:
			return
		case <-ctx.Done():
			return
		}
	}
}
