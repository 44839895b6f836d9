package search

import "github.com/zonda-checkers/zonda/engine/board"

// shot reports whether p, at the horizon, is worth a ply more because every move offers the enemy a capture: then an
// evaluation says little, and such a move is often the first of a shot. No line grows beyond maxExtension times the
// iteration's depth. (WC92 section 3.1 extends for other reasons; docs/search.md has what they were worth.)
func (w *worker) shot(p board.Position, ply int) bool {
	return w.use.Shots && ply < min(MaxPly, maxExtension*int(w.iteration)) && p.Pieces() > w.reach && p.Jumpers() == 0 && !p.HasSafeMove()
}
