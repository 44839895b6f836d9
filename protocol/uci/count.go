package uci

import (
	"context"
	"errors"
	"fmt"
	"strconv"

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
// context of work.
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

// finishCount waits for the end of a count, which may be the last line of a script, for the end of ctx or until nobody reads.
func (s *Session) finishCount(ctx context.Context) {
	if s.running() && s.job.counts {
		select {
		case <-s.job.done:
		case <-ctx.Done():
		case <-s.out.Failed():
		}
	}
}
