package pack

import (
	"context"
	"fmt"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// Of a finished file the words of one of probedShare parts of the source are looked at, and of these one of probedWords is
// probed.
const (
	probedShare = 8
	probedWords = 32
)

// probe asks the finished file for the values of some positions, as a user does.
func (e *encoder) probe(data []byte) error {
	s, err := egdb.OpenSlice("the finished file", data)
	if err != nil {
		return err
	}
	for _, m := range s.Materials() {
		if e.rule(m) == storeNone {
			continue
		}
		err := compare(e.ctx, e.Workers, func(part int, wrong func(w *Word, bad board.Bitboard)) {
			words := 0
			last := part*probedShare + probedShare - 1 // a slice of few blocks has them in its last part
			e.source.EachWord(m, last, parts*probedShare, func(w *Word) {
				if words++; words%probedWords == 0 {
					wrong(w, probed(s, w))
				}
			})
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
		err := compare(ctx, workers, func(part int, wrong func(w *Word, bad board.Bitboard)) {
			reader := s.Words(m)
			words := 0
			source.EachWord(m, part, parts, func(w *Word) {
				at, losses, notWins := reader.Read(&w.Word)
				bad := at & (losses ^ w.Losses | notWins ^ w.NotWins)
				if words++; words%(probedShare*probedWords) == 0 {
					bad |= probed(s, w)
				}
				wrong(w, bad)
			})
		})
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// compare calls check for every part. That function calls wrong with words and the squares of X with which a value in the
// file is wrong.
func compare(ctx context.Context, workers int, check func(part int, wrong func(w *Word, bad board.Bitboard))) error {
	var once sync.Once
	var found error
	eachPart(ctx, workers, func(part int) {
		check(part, func(w *Word, bad board.Bitboard) {
			if bad != 0 {
				once.Do(func() {
					p := w.Position(bad.First())
					found = fmt.Errorf("slice %v: %s is a %v, and not in the file", egdb.MaterialOf(p), p.FEN(), w.Value(bad.First()))
				})
			}
		})
	})
	return found
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
