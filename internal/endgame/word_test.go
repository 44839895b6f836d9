package endgame

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// TestWord compares what is computed for the positions of a word at once with what is computed position by position.
func TestWord(t *testing.T) {
	var all []*Slice
	names, err := filepath.Glob("../../egdb/data/*" + Extension)
	require.NoError(t, err)
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		s, err := OpenSlice(name, data)
		require.NoError(t, err)
		all = append(all, s)
	}
	require.NotEmpty(t, all)
	predictors := map[Material]*WordPredictor{}
	rapid.Check(t, func(t *rapid.T) {
		w := drawWord(t, all)
		m := MaterialOf(w.Position(w.At.First()))
		s := all[slices.IndexFunc(all, func(s *Slice) bool { return s.Material == m || s.Material.Mirror() == m })]
		h := &s.halves[s.Side(m)]
		var at board.Bitboard
		if h.model != nil {
			if predictors[m] == nil {
				predictors[m] = NewWordPredictor(h.model)
			}
			at = w.Storable(h.rule)
			predictors[m].Predict(&w, at)
		}
		rest, shift := w.Packed()
		for left := w.At; left != 0; left &= left - 1 {
			x := left.First()
			p := w.Position(x)
			require.Equal(t, s.Stored(p), at.Has(x), p.FEN())
			require.Equal(t, Packed(p), rest+uint64(x)<<shift, p.FEN())
			if !at.Has(x) {
				continue
			}
			j, _ := h.model.Predict(p)
			require.Equal(t, j, predictors[m].Predictions[x], p.FEN())
		}
	})
}

// drawWord returns a word of a slice: a position, and all squares for one of its kings.
func drawWord(t *rapid.T, all []*Slice) Word {
	s := rapid.SampledFrom(all).Draw(t, "slice")
	m := rapid.SampledFrom(s.Materials()).Draw(t, "side")
	var p board.Position
	free := board.AllSquares
	place := func(of *board.Bitboard, n uint8, king bool, not board.Bitboard) {
		for range n {
			x := rapid.Custom(func(t *rapid.T) board.Square {
				return board.Square(rapid.IntRange(0, board.Squares-1).Draw(t, "x"))
			}).Filter(func(x board.Square) bool { return (free &^ not).Has(x) }).Draw(t, "square")
			*of |= x.Bit()
			free &^= x.Bit()
			if king {
				p.Kings |= x.Bit()
			}
		}
	}
	place(&p.Black, m.BlackMen, false, board.WhiteBackRow)
	place(&p.White, m.WhiteMen, false, board.BlackBackRow)
	place(&p.Black, m.BlackKings, true, 0)
	place(&p.White, m.WhiteKings, true, 0)
	kings := p.KingsOf(board.Black)
	white := kings == 0 || p.KingsOf(board.White) != 0 && rapid.Bool().Draw(t, "white")
	if white {
		kings = p.KingsOf(board.White)
	}
	if kings == 0 {
		return WordOf(p)
	}
	x := kings.Last()
	w := Word{Others: p, White: white}
	w.Others.Black &^= x.Bit()
	w.Others.White &^= x.Bit()
	w.Others.Kings &^= x.Bit()
	others := w.Others.KingsOf(board.Black)
	if white {
		others = w.Others.KingsOf(board.White)
	}
	w.At = ^(w.Others.Black | w.Others.White)
	if others != 0 { // none of the same kind between the squares
		w.At &^= others.Last().Bit()<<1 - 1
	}
	return w
}
