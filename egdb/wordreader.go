package egdb

import "github.com/zonda-checkers/zonda/board"

// WordReader reads the values of the positions of words from a slice. It is for one goroutine.
type WordReader struct {
	half      *half
	predictor *WordPredictor
}

// Words returns a reader of m, which is the material of the slice or its mirror.
func (s *Slice) Words(m Material) *WordReader {
	r := &WordReader{half: &s.halves[s.side(m)]}
	if r.half.model != nil {
		r.predictor = NewWordPredictor(r.half.model)
	}
	return r
}

// Read returns the squares of X with which the slice stores the position, those of lost positions among them, and those of
// positions that are not won.
func (r *WordReader) Read(w *Word) (at, losses, notWins board.Bitboard) {
	if r.predictor == nil || !readable(r.half.unreadable) {
		return 0, 0, 0
	}
	at = w.Storable(r.half.rule)
	r.predictor.Predict(w, at)
	rest, shift := w.Packed()
	for left := at; left != 0; left &= left - 1 {
		x := left.First() & (board.Squares - 1)
		switch r.half.decided(r.predictor.Predictions[x], rest+uint64(x)<<shift) {
		case board.Loss:
			losses |= x.Bit()
			notWins |= x.Bit()
		case board.Draw:
			notWins |= x.Bit()
		}
	}
	return at, losses, notWins
}
