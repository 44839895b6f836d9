package eval

import "github.com/zonda-checkers/zonda/engine/board"

// Features is what the evaluation adds up, for training.
type Features struct {
	Counts       [heuristics]int32 // of each heuristic, Black's less White's
	Black, White entries           // of the patterns
	Pieces       int
}

// Take finds the features of a quiet position.
func (f *Features) Take(p board.Position) {
	var v view
	v.take(p)
	v.entries(&f.Black, &f.White)
	v.lookAhead()
	var counted counts
	counted.take(&v, &ofBoth)
	f.Counts = counted
	f.Pieces = p.Pieces()
}

// HeuristicShares returns how much the weight of each phase counts with n pieces on the
// board; the shares add up to 1.
func HeuristicShares(n int) (shares [phases]float32) {
	gone := allPieces - max(n, latePieces)
	before := gone / phaseLength
	past := float32(gone%phaseLength) / phaseLength
	shares[before] += 1 - past
	shares[min(before+1, int(LateEndgame))] += past
	return shares
}

// PatternShares returns how much the early and the late weight of a pattern count with n
// pieces on the board; they add up to 1.
func PatternShares(n int) (early, late float32) {
	late = float32(allPieces-max(n, latePieces)) / (allPieces - latePieces)
	return 1 - late, late
}
