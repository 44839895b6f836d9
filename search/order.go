package search

import "github.com/zonda-checkers/zonda/engine/board"

// Ranks of moves, best first; history ranks lie between ±historyLimit.
const (
	rankFirst  int32 = 1 << 30
	rankKiller int32 = 1 << 20
	rankPiece  int32 = 1 << 16 // a capture, for each piece taken
)

// generate fills the frame with the moves of p and ranks them; first is the index
// of the move to try first, or noIndex.
func (w *worker) generate(p board.Position, f *frame, first int) {
	p.Moves(&f.moves)
	for i, m := range f.moves.Slice() {
		f.index[i] = uint8(i)
		f.rank[i] = w.rank(p, f, m)
	}
	if first < f.moves.Len() {
		f.rank[first] = rankFirst
	}
}

func (w *worker) rank(p board.Position, f *frame, m board.Move) int32 {
	switch {
	case m.IsCapture():
		taken := m.Captured.Count() + (m.Captured & p.Kings).Count()
		return int32(taken) * rankPiece
	case w.use.Killers && m == f.killers[0]:
		return rankKiller
	case w.use.Killers && m == f.killers[1]:
		return rankKiller - 1
	case w.use.History:
		return w.history.of(p.Turn, m)
	}
	return 0
}

// pick brings the best of the moves from i on to place i and returns it.
func (f *frame) pick(i int) board.Move {
	best := i
	for j := i + 1; j < f.moves.Len(); j++ {
		if f.rank[j] > f.rank[best] {
			best = j
		}
	}
	if best != i {
		f.moves.Swap(i, best)
		f.index[i], f.index[best] = f.index[best], f.index[i]
		f.rank[i], f.rank[best] = f.rank[best], f.rank[i]
	}
	return f.moves.At(i)
}

// cutOff notes that move i of the frame refuted the position.
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
