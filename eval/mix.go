package eval

// scale is how much of each phase's positional weights counts, in scaleUnit-ths:
// down linearly to two thirds. An advantage in position wins less often the fewer
// pieces there are to build on, so whoever stands better does well to keep them on
// the board (WC92 section 3.2). Material is not scaled: a man more wins the more
// surely the fewer pieces are left, and whoever has it does well to trade.
var scale = [phases]Weight{9, 8, 7, 6}

// scaleUnit is the scale at which a weight counts in full.
const scaleUnit = 9

// weightRow is the weights with a given number of pieces on the board.
type weightRow [heuristics]Weight

// weights holds the row for each number of pieces.
var weights = phaseWeights.rows()

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
	return t.scaled(h, before)*(phaseLength-past) + t.scaled(h, after)*past
}

// scaled returns the weight of h at a phase's own number of pieces, in scaleUnit-ths
// of a hundredth of a man.
func (t *weightTable) scaled(h heuristic, ph Phase) Weight {
	if h == men || h == kings {
		return t[h][ph] * scaleUnit
	}
	return t[h][ph] * scale[ph]
}

// byPhase returns the weights of h at each phase's own number of pieces.
func (t *weightTable) byPhase(h heuristic) (row [phases]Weight) {
	for ph := range phases {
		row[ph] = t.scaled(h, ph) * phaseLength
	}
	return row
}
