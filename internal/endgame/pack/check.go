package pack

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// Of a finished file the words of one of probedShare parts of the source are looked at, and of these one of probedWords is
// probed.
const (
	probedShare = 8
	probedWords = 32
)

// probe asks the finished file for the values of some positions, as a user does.
func (e *encoder) probe(data []byte) error {
	s, err := endgame.OpenSlice("the finished file", data)
	if err != nil {
		return err
	}
	var once sync.Once
	var wrong error
	for _, m := range s.Materials() {
		if e.rule(m) == storeNone {
			continue
		}
		eachPart(e.ctx, e.Workers, func(part int) {
			words := 0
			last := part*probedShare + probedShare - 1 // a slice of few blocks has them in its last part
			e.source.EachWord(m, last, parts*probedShare, func(w *Word) {
				if words++; words%probedWords != 0 {
					return
				}
				for at := w.At; at != 0; at &= at - 1 {
					p, v := w.Position(at.First()), w.Value(at.First())
					if s.Stored(p) && s.Value(p) != v {
						once.Do(func() { wrong = fmt.Errorf("slice %v: %s is a %v, and the file has another value", m, p.FEN(), v) })
					}
				}
			})
		})
	}
	return cmp.Or(wrong, e.ctx.Err())
}

// Source gives the values of endgames, slice by slice.
type Source interface {
	// EachWord calls visit for words that together are the positions of m with Black to move
	// in one of parts equal parts, 0 <= part < parts, in a fixed order. All parts together are
	// the slice. The word is valid until visit returns. Several goroutines may ask for
	// different parts at once.
	EachWord(m endgame.Material, part, parts int, visit func(w *Word))
}

// Word is a word of positions and their values: a position is a loss where its square is in
// Losses, a draw where it is in NotWins alone, otherwise a win.
type Word struct {
	endgame.Word
	Losses, NotWins board.Bitboard
}

// WordOf returns the word of one position with its value.
func WordOf(p board.Position, v board.Result) Word {
	w := Word{Word: endgame.WordOf(p)}
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
