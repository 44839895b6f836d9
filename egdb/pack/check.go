package pack

import (
	"context"
	"fmt"
	"sync"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// Of one of probedWords words the positions are probed one by one too.
const probedWords = 32

// check compares every position that a file stores with the value of the source. It uses the predictions of classify;
// the predictions of some words are computed again, position by position.
func (e *encoder) check(data []byte) error {
	s, err := egdb.OpenSlice("the finished file", data)
	if err != nil {
		return err
	}
	for i, m := range s.Materials() {
		if e.predictions[i] == nil {
			continue
		}
		rule := e.rule(m)
		err := compare(e.ctx, s, e.source, m, e.Workers, func(part int) func(w *Word) (bad board.Bitboard) {
			reader, codes := s.Words(m), e.predictions[i][part]
			return func(w *Word) board.Bitboard {
				at := w.Storable(rule)
				losses, notWins := reader.ReadPredicted(&w.Word, at, codes)
				codes = codes[at.Count():]
				return at & (losses ^ w.Losses | notWins ^ w.NotWins)
			}
		})
		if err != nil {
			return err
		}
	}
	return e.ctx.Err()
}

// Check compares every position that a slice stores with the value of the source. The error names the first wrong
// position.
func Check(ctx context.Context, s *egdb.Slice, source Source, workers int) error {
	for _, m := range s.Materials() {
		err := compare(ctx, s, source, m, workers, func(int) func(w *Word) (bad board.Bitboard) {
			reader := s.Words(m)
			return func(w *Word) board.Bitboard {
				at, losses, notWins := reader.Read(&w.Word)
				return at & (losses ^ w.Losses | notWins ^ w.NotWins)
			}
		})
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// compare calls for every part of m the function that check returns with all words of the part. That function returns the
// squares of X with which a value is wrong. Some words are also probed position by position.
func compare(ctx context.Context, s *egdb.Slice, source Source, m egdb.Material, workers int,
	check func(part int) func(w *Word) (bad board.Bitboard)) error {
	var once sync.Once
	var wrong error
	eachPart(ctx, workers, func(part int) {
		wrongIn := check(part)
		words := 0
		source.EachWord(m, part, parts, func(w *Word) {
			bad := wrongIn(w)
			if words++; words%probedWords == 0 {
				bad |= probed(s, w)
			}
			if bad != 0 {
				once.Do(func() {
					p := w.Position(bad.First())
					wrong = fmt.Errorf("slice %v: %s is a %v, and not in the file", m, p.FEN(), w.Value(bad.First()))
				})
			}
		})
	})
	return wrong
}

// probed returns the squares of X with which a stored position has another value in the slice.
func probed(s *egdb.Slice, w *Word) (bad board.Bitboard) {
	for at := w.At; at != 0; at &= at - 1 {
		if p := w.Position(at.First()); s.Stored(p) && s.Value(p) != w.Value(at.First()) {
			bad |= at.First().Bit()
		}
	}
	return bad
}
