package search

import (
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// worker searches on one goroutine. It owns its stack, history and counters, and
// shares the table and the run with the others.
type worker struct {
	run     *Run
	table   *table
	use     Techniques
	history history
	goal    goal

	databases Databases // nil for none
	reach     int       // pieces that they answer, 0 without them
	hits      uint64    // answers since the run was last told
	antiBook  AntiBook  // nil for none

	earlier []uint64 // keys of the positions before the root that can still be repeated
	frames  [MaxPly + 1]frame

	nodes     uint64 // positions visited
	leaves    uint64 // lines that ended in an evaluation
	leafPlies uint64 // sum of their lengths
	selDepth  int    // longest line, in plies
	iteration Depth
	allowance int // nodes that may be visited before the run is asked again
	stopped   bool
}

// frame is what a worker keeps for one ply.
type frame struct {
	moves   board.MoveList
	index   [board.MaxMoves]uint8 // of each move in the generated order
	rank    [board.MaxMoves]int32 // of each move for the ordering
	pv      line
	killers [2]board.Move
	key     uint64 // of the position
	quiet   int    // plies since the last capture or man's move
}

// line is a principal variation that grows from its end.
type line struct {
	moves [MaxPly]board.Move
	n     int
}

// set makes l the move m followed by rest.
func (l *line) set(m board.Move, rest *line) {
	l.moves[0] = m
	l.n = 1 + copy(l.moves[1:], rest.moves[:rest.n])
}

func (l *line) copy() []board.Move { return append([]board.Move(nil), l.moves[:l.n]...) }

// reset prepares the worker for a new search of game.
func (w *worker) reset(run *Run, t *table, use Techniques, game *board.Game) {
	w.run, w.table, w.use, w.goal = run, t, use, goal{}
	w.databases, w.reach, w.hits = run.searcher.databases, 0, 0
	if w.databases != nil {
		w.reach = w.databases.Pieces()
	}
	w.antiBook = run.avoidable(game.Position())
	w.nodes, w.leaves, w.leafPlies, w.selDepth = 0, 0, 0, 0
	w.allowance, w.stopped, w.iteration = 0, false, 0
	w.history.fade()
	w.earlier = w.earlier[:0]
	reversible := game.Reversible()
	for _, p := range reversible[:len(reversible)-1] {
		w.earlier = append(w.earlier, p.Hash())
	}
	for i := range w.frames {
		w.frames[i].killers = [2]board.Move{}
	}
	w.frames[0].key = game.Position().Hash()
	w.frames[0].quiet = game.QuietPlies()
}

// visit counts a node and reports whether the search may go on.
func (w *worker) visit(ply int) bool {
	if w.allowance == 0 {
		if w.stopped {
			return false
		}
		w.run.hits.Add(w.hits)
		w.hits = 0
		w.allowance = w.run.allow(w.iteration)
		if w.allowance == 0 {
			w.stopped = true
			return false
		}
	}
	w.allowance--
	w.nodes++
	if ply > w.selDepth {
		w.selDepth = ply
	}
	return true
}

// enter prepares the frame at ply for p, reached from the frame above by its move.
func (w *worker) enter(p board.Position, irreversible bool, ply int) {
	f := &w.frames[ply]
	f.key = p.Hash()
	f.quiet = w.frames[ply-1].quiet + 1
	if irreversible {
		f.quiet = 0
	}
}

// drawn reports whether the position at ply has stood on the board before, in the
// line or in the game, or whether the move rule ends the game there. The first
// repetition counts as a draw: whoever can repeat once can repeat twice. Only where a
// known win is converted may the line lead past a position of the game once more.
func (w *worker) drawn(p board.Position, ply int) bool {
	if w.ruleEnds(p, ply) {
		return true
	}
	inLine, inGame := w.stoodBefore(ply)
	return inLine || inGame > w.goal.pastVisits
}

// stoodBefore reports whether the position at ply has stood on the board before in the line,
// from the root on, or else how often in the game before.
func (w *worker) stoodBefore(ply int) (inLine bool, inGame int) {
	f := &w.frames[ply]
	for back := fewestPliesToRepeat; back <= f.quiet; back += 2 {
		if w.keyBefore(ply-back) == f.key {
			if back <= ply {
				return true, 0
			}
			inGame++
		}
	}
	return false, inGame
}

// ruleEnds reports whether the game is drawn at ply by the move rule.
func (w *worker) ruleEnds(p board.Position, ply int) bool {
	rule := w.run.limits.MoveRule
	return rule > 0 && w.frames[ply].quiet >= rule && p.HasMove()
}

// fewestPliesToRepeat is the length of the shortest cycle: two kings go and return.
const fewestPliesToRepeat = 4

// keyBefore returns the key at a ply of the line or, below 0, of the game; 0 where
// the game did not reach back so far.
func (w *worker) keyBefore(ply int) uint64 {
	if ply >= 0 {
		return w.frames[ply].key
	}
	if i := len(w.earlier) + ply; i >= 0 {
		return w.earlier[i]
	}
	return 0
}

// leaf evaluates the quiet position p at the end of a line.
func (w *worker) leaf(p board.Position, ply int) eval.Score {
	w.leaves++
	w.leafPlies += uint64(ply)
	if w.goal.decided() {
		return w.goal.static(p, ply)
	}
	return eval.Evaluate(p)
}
