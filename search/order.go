package search

import "github.com/zonda-checkers/zonda/board"

// Priorities of moves in the move ordering, the highest first. A priority from the history lies between -historyLimit
// and historyLimit.
const (
	priorityFirst  int32 = 1 << 30
	priorityKiller int32 = 1 << 20
	priorityPiece  int32 = 1 << 16 // of a capture, for each piece taken; a king counts as two
)

// generate fills the frame with the moves of p and gives each move a priority. The argument first is the index of the
// move to search first, or noIndex.
func (w *worker) generate(p board.Position, f *frame, first int) {
	p.Moves(&f.moves)
	for i, m := range f.moves.Slice() {
		f.index[i] = uint8(i)
		f.priority[i] = w.priority(p, f, m)
	}
	if first < f.moves.Len() {
		f.priority[first] = priorityFirst
	}
}

// priority returns the priority of the move m in p.
func (w *worker) priority(p board.Position, f *frame, m board.Move) int32 {
	switch {
	case m.IsCapture():
		taken := m.Captured.Count() + (m.Captured & p.Kings).Count()
		return int32(taken) * priorityPiece
	case w.use.Killers && m == f.killers[0]:
		return priorityKiller
	case w.use.Killers && m == f.killers[1]:
		return priorityKiller - 1
	case w.use.History:
		return w.history.of(p.Turn, m)
	}
	return 0
}

// pick swaps the move with the highest priority among those from place i on to place i, and returns it.
func (f *frame) pick(i int) board.Move {
	best := i
	for j := i + 1; j < f.moves.Len(); j++ {
		if f.priority[j] > f.priority[best] {
			best = j
		}
	}
	if best != i {
		f.moves.Swap(i, best)
		f.index[i], f.index[best] = f.index[best], f.index[i]
		f.priority[i], f.priority[best] = f.priority[best], f.priority[i]
	}
	return f.moves.At(i)
}

// cutOff updates the history and the killers after a beta cutoff by move i of the frame.
func (w *worker) cutOff(p board.Position, f *frame, i int, depth Depth) {
	m := f.moves.At(i)
	if m.IsCapture() {
		return
	}
	w.history.reward(p.Turn, m, f.moves.Slice()[:i], depth)
	if m != f.killers[0] {
		f.killers = [2]board.Move{m, f.killers[0]}
	}
}

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
