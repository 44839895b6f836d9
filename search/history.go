package search

import "github.com/zonda-checkers/zonda/board"

// history holds a number for each quiet move, by side, origin and destination (history heuristic, WC92 section 3.1).
// The number is high if the move often caused a beta cutoff.
type history [2][board.Squares][board.Squares]int32

// Numbers of the history.
const (
	historyLimit = 1 << 14          // entries lie between -historyLimit and historyLimit
	bonusLimit   = historyLimit / 8 // the most that one cut-off adds
	fadeDivisor  = 2                // a new search divides all entries by this
)

// reward raises the entry of m, which caused a beta cutoff at the given depth, and lowers the entries of the moves
// in tried, which were searched before m. The change grows with the square of the depth.
func (h *history) reward(side board.Color, m board.Move, tried []board.Move, depth Depth) {
	bonus := min(int32(depth*depth), bonusLimit)
	h.update(side, m, bonus)
	for _, other := range tried {
		h.update(side, other, -bonus)
	}
}

// update adds bonus to an entry, less a part of the entry itself, so that the entry never exceeds historyLimit.
func (h *history) update(side board.Color, m board.Move, bonus int32) {
	e := &h[side][m.From&31][m.To&31]
	*e += bonus - *e*max(bonus, -bonus)/historyLimit
}

// of returns the entry of the move m.
func (h *history) of(side board.Color, m board.Move) int32 {
	return h[side][m.From&31][m.To&31]
}

// fade makes all entries smaller, so that earlier searches count less than the new one.
func (h *history) fade() {
	for side := range h {
		for from := range h[side] {
			for to := range h[side][from] {
				h[side][from][to] /= fadeDivisor
			}
		}
	}
}
