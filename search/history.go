package search

import "github.com/zonda-checkers/zonda/engine/board"

// history is the record of quiet moves that cut off, by side, origin and
// destination (history heuristic, WC92 section 3.1).
type history [2][board.Squares][board.Squares]int32

// Numbers of the history.
const (
	historyLimit = 1 << 14          // an update moves an entry towards ± this
	bonusLimit   = historyLimit / 8 // the most that one cut-off adds
	fadeDivisor  = 2                // what a new search makes of the last one's record
)

// reward notes that m cut off after a search of the given depth, whose square it
// counts, and that the moves tried before it did not.
func (h *history) reward(side board.Color, m board.Move, tried []board.Move, depth Depth) {
	bonus := min(int32(depth*depth), bonusLimit)
	h.update(side, m, bonus)
	for _, other := range tried {
		h.update(side, other, -bonus)
	}
}

// update adds bonus with a pull towards zero, so that the entry stays in bounds.
func (h *history) update(side board.Color, m board.Move, bonus int32) {
	e := &h[side][m.From&31][m.To&31]
	*e += bonus - *e*max(bonus, -bonus)/historyLimit
}

func (h *history) of(side board.Color, m board.Move) int32 {
	return h[side][m.From&31][m.To&31]
}

// fade weakens the record, so that an earlier search counts less than this one.
func (h *history) fade() {
	for side := range h {
		for from := range h[side] {
			for to := range h[side][from] {
				h[side][from][to] /= fadeDivisor
			}
		}
	}
}
