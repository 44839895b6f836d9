package pack

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

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

// Source gives the values of endgames, slice by slice.
type Source interface {
	// EachWord calls visit for words that together are the positions of m with Black to move
	// in one of parts equal parts, 0 <= part < parts, in a fixed order. All parts together are
	// the slice. The word is valid until visit returns. Several goroutines may ask for
	// different parts at once.
	EachWord(m egdb.Material, part, parts int, visit func(w *Word))
}

// Word is a word of positions and their values: a position is a loss where its square is in
// Losses, a draw where it is in NotWins alone, otherwise a win.
type Word struct {
	egdb.Word
	Losses, NotWins board.Bitboard
}

// WordOf returns the word of one position with its value.
func WordOf(p board.Position, v board.Result) Word {
	w := Word{Word: egdb.WordOf(p)}
	if v == board.Loss {
		w.Losses = w.At
	}
	if v != board.Win {
		w.NotWins = w.At
	}
	return w
}

// Value returns the value of the position with X on a square.
func (w *Word) Value(x board.Square) board.Result {
	switch {
	case w.Losses.Has(x):
		return board.Loss
	case w.NotWins.Has(x):
		return board.Draw
	}
	return board.Win
}

// counts adds the values of the positions with X on the given squares to n, by value.
func (w *Word) counts(at board.Bitboard, n *[4]uint64) {
	n[board.Loss] += uint64((w.Losses & at).Count())
	n[board.Draw] += uint64((w.NotWins &^ w.Losses & at).Count())
	n[board.Win] += uint64((at &^ w.NotWins).Count())
}

// parts is the number of parts into which the work on a slice is divided. It does not depend
// on the number of workers, so that the file does not either.
const parts = 64

// eachPart calls work for every part, on workers goroutines, until the context ends.
func eachPart(ctx context.Context, workers int, work func(part int)) {
	var group errgroup.Group
	group.SetLimit(max(workers, 1))
	for part := 0; part < parts && ctx.Err() == nil; part++ {
		group.Go(func() error {
			work(part)
			return nil
		})
	}
	_ = group.Wait() // work has no errors
}
