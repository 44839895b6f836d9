package eval

// weightRow is the weights of the heuristics with a given number of pieces on the board.
type weightRow [heuristics]Weight

// weightTable is the weights of each heuristic in each phase, as a weights file has them.
type weightTable [heuristics][phases]Weight

// weights holds the row for each number of pieces.
var weights = learned.heuristics.rows()

func (t *weightTable) rows() (rows [allPieces + 1]weightRow) {
	for n := range rows {
		for h := range heuristics {
			rows[n][h] = t.mixed(h, n)
		}
	}
	return rows
}

// mixed returns the weight of h with n pieces on the board: on the straight line
// between the phases before and after.
func (t *weightTable) mixed(h heuristic, n int) Weight {
	gone := allPieces - max(n, latePieces)
	before := Phase(gone / phaseLength)
	after := min(before+1, LateEndgame)
	past := Weight(gone % phaseLength)
	return (t[h][before]*(phaseLength-past) + t[h][after]*past) * (weightUnit / unitsAHundredth / phaseLength)
}

// byPhase returns the weights of h at each phase's own number of pieces.
func (t *weightTable) byPhase(h heuristic) (row [phases]Weight) {
	for ph := range phases {
		row[ph] = t[h][ph] * (weightUnit / unitsAHundredth)
	}
	return row
}

// patternWeight returns what an entry is worth with n pieces on the board: on the straight
// line between its early and its late weight.
func patternWeight(p pair, n int) Weight {
	gone := int32(allPieces - max(n, latePieces))
	return Weight(p.early()*(allPieces-latePieces-gone) + p.late()*gone)
}
