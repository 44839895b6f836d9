package egdb

import "github.com/zonda-checkers/zonda/engine/board"

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
	if r.predictor == nil {
		return 0, 0, 0
	}
	at = w.Storable(r.half.rule)
	r.predictor.Predict(w, at)
	losses, notWins = r.decide(w, at)
	return at, losses, notWins
}

// ReadPredicted does what Read does, for squares of X with which the position is stored, and with the predictions of the
// model for them as Code returns them. The predictions are not computed again.
func (r *WordReader) ReadPredicted(w *Word, at board.Bitboard, codes []uint16) (losses, notWins board.Bitboard) {
	for left := at; left != 0; left &= left - 1 {
		r.predictor.Predictions[left.First()&(board.Squares-1)] = PredictionOf(codes[0])
		codes = codes[1:]
	}
	return r.decide(w, at)
}

// decide returns the squares with which positions are lost, and not won, from the predictions.
func (r *WordReader) decide(w *Word, at board.Bitboard) (losses, notWins board.Bitboard) {
	rest, shift := w.Packed()
	for ; at != 0; at &= at - 1 {
		x := at.First() & (board.Squares - 1)
		switch r.half.decided(r.predictor.Predictions[x], rest+uint64(x)<<shift) {
		case board.Loss:
			losses |= x.Bit()
			notWins |= x.Bit()
		case board.Draw:
			notWins |= x.Bit()
		}
	}
	return losses, notWins
}
