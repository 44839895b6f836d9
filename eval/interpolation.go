package eval

// weightRow holds the weights of the heuristics for one number of pieces on the board.
type weightRow [heuristics]Weight

// weightTable holds the weights of each heuristic in each phase, in units of LearnedUnit.
type weightTable [heuristics][phases]Weight

// rows returns the weights of the heuristics for each number of pieces.
func (t *weightTable) rows() (rows [allPieces + 1]weightRow) {
	for n := range rows {
		for h := range heuristics {
			rows[n][h] = t.interpolated(h, n)
		}
	}
	return rows
}

// interpolated returns the weight of h with n pieces on the board, by linear interpolation
// between the weights of two phases.
func (t *weightTable) interpolated(h heuristic, n int) Weight {
	gone := allPieces - max(n, latePieces)
	before := Phase(gone / phaseLength)
	after := min(before+1, LateEndgame)
	past := Weight(gone % phaseLength)
	return (t[h][before]*(phaseLength-past) + t[h][after]*past) * (weightUnit / unitsAHundredth / phaseLength)
}

// byPhase returns the weight of h in each phase, without interpolation.
func (t *weightTable) byPhase(h heuristic) (row [phases]Weight) {
	for ph := range phases {
		row[ph] = t[h][ph] * (weightUnit / unitsAHundredth)
	}
	return row
}

// patternWeight returns the weight of an entry with n pieces on the board, by linear interpolation
// between its early and its late weight.
func patternWeight(p pair, n int) Weight {
	gone := int32(allPieces - max(n, latePieces))
	return Weight(p.early()*(allPieces-latePieces-gone) + p.late()*gone)
}
