package search

import "github.com/zonda-checkers/zonda/engine/board"

// extension returns the plies to add below m, which leads from p to child: 0 or 1.
// Every reason must pass a filter (WC92 section 3.1): only principal variations are extended, near their
// end, and no line grows beyond maxExtension times the iteration's depth.
func (w *worker) extension(p, child board.Position, m board.Move, depth Depth, ply int, principal bool) Depth {
	if !principal || depth > extensionHorizon || ply >= maxExtension*int(w.iteration) {
		return 0
	}
	use := &w.use
	switch {
	case use.Exchange && w.restores(m, ply),
		use.Crowning && crowns(p, child, m),
		use.RunningMan && runs(child, m),
		use.Shuttle && w.shuttles(m, ply):
		return 1
	}
	return 0
}

// restores reports whether m takes back as many pieces as the move before it took.
func (w *worker) restores(m board.Move, ply int) bool {
	if ply == 0 || !m.IsCapture() {
		return false
	}
	return m.Captured.Count() == w.frames[ply-1].played.Captured.Count()
}

// crowns reports whether m makes a king that is not taken at once.
func crowns(p, child board.Position, m board.Move) bool {
	return !p.Kings.Has(m.From) && child.Kings.Has(m.To) && child.Jumpers() == 0
}

// runningRows is how far from its crowning row a running man is noticed, in rows.
const runningRows = 3

// runs reports whether the piece that m moved is a man near its crowning row with
// no enemy in the squares ahead of it.
func runs(child board.Position, m board.Move) bool {
	if child.Kings.Has(m.To) {
		return false
	}
	ahead, way := m.To.Bit(), board.Bitboard(0)
	for range runningRows {
		if child.Turn == board.White {
			ahead = ahead.DownLeft() | ahead.DownRight()
		} else {
			ahead = ahead.UpLeft() | ahead.UpRight()
		}
		way |= ahead
	}
	runner := child.Turn.Opponent()
	return way&board.CrowningRow(runner) != 0 && way&child.Side(child.Turn) == 0
}

// shuttleMoves is the most moves that a side forced to go to and fro has.
const shuttleMoves = 2

// shuttles reports whether m takes back its side's last move for want of others.
func (w *worker) shuttles(m board.Move, ply int) bool {
	return ply >= 2 && w.frames[ply].moves.Len() <= shuttleMoves && m.Reverses(w.frames[ply-2].played)
}
