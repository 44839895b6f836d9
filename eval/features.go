package eval

import "github.com/zonda-checkers/zonda/board"

// Features are the numbers of a position that the weights multiply. Package evaltune learns the weights from them.
type Features struct {
	Counts       [heuristics]int32 // of each heuristic: the count for Black minus the count for White
	Black, White entries           // of the patterns, for each side
	Pieces       int
}

// Take sets f to the features of a quiet position.
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

// HeuristicShares returns the share of each phase's weight in the weight of a heuristic with n pieces on the
// board. The sum of the shares is 1.
func HeuristicShares(n int) (shares [phases]float32) {
	gone := allPieces - max(n, latePieces)
	before := gone / phaseLength
	past := float32(gone%phaseLength) / phaseLength
	shares[before] += 1 - past
	shares[min(before+1, int(LateEndgame))] += past
	return shares
}

// PatternShares returns the shares of the early and of the late weight in the weight of a pattern with n
// pieces on the board. The sum of the shares is 1.
func PatternShares(n int) (early, late float32) {
	late = float32(allPieces-max(n, latePieces)) / (allPieces - latePieces)
	return 1 - late, late
}
