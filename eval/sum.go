package eval

import "math/bits"

// sum returns what the heuristics are worth to Black: the counts of counts.take by their weights, without
// keeping them, which takes a tenth less. A test holds the two walks together.
func (v *view) sum(row *weightRow) (sum Weight) {
	black, white := &v.black, &v.white
	sum = row[men]*Weight(black.all()-white.all()) +
		row[tempo]*(lead(v.ownMen&rowsWith1)+2*lead(v.ownMen&rowsWith2)+4*lead(v.ownMen&rowsWith4)) +
		row[backRow]*lead(v.backRow()) +
		row[bridge]*lead(v.bridge()) +
		row[doubleCorner]*lead(v.doubleCorner()) +
		row[dogHole]*lead(v.dogHole()) +
		row[centreMen]*lead(v.centreMen()) +
		row[runningMen]*Weight(v.runningMen(&ofBoth)) +
		row[safeMoves]*(lead(v.safe.downLeft)+lead(v.safe.downRight)) +
		row[blockedMen]*lead(v.blockedMen()) +
		row[supportedMen]*lead(v.supportedMen()) +
		row[exposedPieces]*lead(v.exposedPieces()) +
		row[tiedMen]*lead(v.tiedMen()) +
		row[lopsidedMen]*Weight(black.surplus()-white.surplus()) +
		row[theMove]*Weight(v.theMove(&ofBoth)) +
		row[turn]*Weight(1-2*int32(v.toMove))
	if v.ownKings == 0 { // neither side's
		return sum
	}
	steps := v.kingSteps()
	return sum + row[kings]*lead(v.kings()) +
		row[kingMoves]*(lead(steps.downLeft)+lead(steps.downRight)+lead(steps.upLeft)+lead(steps.upRight)) +
		row[trappedKings]*lead(steps.trapped(v.ownKings)) +
		row[centreKings]*lead(v.centreKings()) +
		row[refuge]*lead(v.refuge()) +
		row[hunt]*Weight(v.hunt(&ofBoth))
}

// lead counts Black's squares less White's.
func lead(s sides) Weight {
	return Weight(bits.OnesCount64(uint64(s^whiteHalf))) - halfBits
}
