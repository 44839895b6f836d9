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
	return s.count(func(ctx context.Context) (string, error) {
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
}

// bench runs the benchmark with the evaluation of the engine in the background; stop ends it.
func (s *Session) bench(string) error {
	return s.count(func(ctx context.Context) (string, error) {
		result, err := search.Bench(ctx, s.engine.Evaluator(), search.AllTechniques(), search.DefaultParameters(), func(search.BenchResult) {})
		return result.String(), err
	})
}

// count runs work in the background and prints the line or the error that work returns. The command stop ends the
// context of work.
func (s *Session) count(work func(context.Context) (string, error)) error {
	var line string
	var err error
	counted := make(chan struct{})
	failed := s.engine.Do(context.Background(), func(ctx context.Context) {
		if line, err = work(ctx); ctx.Err() != nil {
			err = errors.New("the count was stopped")
		}
	}, func() {
		defer close(counted)
		if err != nil {
			s.refuse(err)
		} else {
			s.print("%s", line)
		}
		s.prompt()
	})
	if failed == nil {
		s.counted = counted
	}
	return failed
}
