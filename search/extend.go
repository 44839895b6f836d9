package search

import "github.com/zonda-checkers/zonda/board"

// extends reports whether p, at the horizon, is searched one ply deeper because every move offers the opponent a capture.
// The evaluation of such a position is poor, and often its move begins a shot: a man is given up to take more men. No
// line grows longer than shotLimit percent of the iteration's depth. (The extensions of WC92 section 3.1 have other
// conditions; docs/experiments/search.md has their measurements.)
func (w *worker) extends(p board.Position, ply int) bool {
	return w.use.Shots && ply < min(MaxPly, w.shotLimit*int(w.iteration)/hundred) && p.Pieces() > w.databasePieces && p.Jumpers() == 0 && !p.HasSafeMove()
}
