package search

import (
	"math"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// worker searches on one goroutine. It owns its stack, history and counters, and
// shares the table and the run with the others.
type worker struct {
	run   *Run
	table *table
	use   Techniques
	thresholds
	shared    eval.Evaluator // of all workers
	evaluator eval.Evaluator // the worker's own form of shared
	history   history
	goal      goal

	databases      Databases // nil for none
	databasePieces int       // the largest number of pieces in the databases, 0 without databases
	bounds         Bounds    // nil for none
	minBounded     int       // the fewest pieces of positions with bounds, 0 without bounds
	maxBounded     int       // the most pieces of positions with bounds, 0 without bounds
	hits           uint64    // answers of the databases that are not yet added to run.hits
	antiBook       AntiBook  // nil for none

	gameKeys []uint64 // keys of the positions before the root that can still be repeated
	frames   [MaxPly + 1]frame

	nodes     uint64 // positions visited
	leaves    uint64 // lines that ended in an evaluation
	leafPlies uint64 // sum of the lengths of these lines, in plies
	selDepth  int    // longest line, in plies
	iteration Depth
	allowance int // nodes that the worker may still visit before it calls checkTime again
	stopped   bool

	lastCheck     time.Duration // when checkTime was called last, after run.begin
	seen          uint64        // leaves at that time
	nodesPerCheck uint64        // nodes until the next check, up to maxNodesPerCheck
	evaluation    time.Duration // time of a leaf with all other work of its node: the mean between two checks, of these means the smallest
}

// frame is what a worker keeps for one ply.
type frame struct {
	moves    board.MoveList
	index    [board.MaxMoves]uint8 // of each move in the generated order
	priority [board.MaxMoves]int32 // of each move in the move ordering
	pv       line
	killers  [2]board.Move
	key      uint64 // of the position
	quiet    int    // plies since the last capture or man's move
}

// line is a principal variation. The search builds it from its last move to its first.
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
	w.thresholds = run.searcher.thresholds
	w.setEvaluator(run.sources.Evaluation())
	w.databases, w.databasePieces, w.hits = run.sources.Databases, 0, 0
	if w.databases != nil {
		w.databasePieces = w.databases.Pieces()
	}
	w.setBounds(run.sources.Bounds)
	w.antiBook = run.avoidable(game.Position())
	w.nodes, w.leaves, w.leafPlies, w.selDepth = 0, 0, 0, 0
	w.allowance, w.stopped, w.iteration = 0, false, 0
	w.lastCheck, w.seen, w.nodesPerCheck, w.evaluation = run.elapsed(), 0, 1, math.MaxInt64
	w.history.fade()
	w.gameKeys = w.gameKeys[:0]
	reversible := game.Reversible()
	for _, p := range reversible[:len(reversible)-1] {
		w.gameKeys = append(w.gameKeys, p.Hash())
	}
	for i := range w.frames {
		w.frames[i].killers = [2]board.Move{}
	}
	w.frames[0].key = game.Position().Hash()
	w.frames[0].quiet = game.QuietPlies()
}

// setEvaluator gives the worker its own form of the evaluation e, which lasts until another evaluation comes.
func (w *worker) setEvaluator(e eval.Evaluator) {
	if !Same(e, w.shared) {
		w.shared, w.evaluator = e, eval.Fork(e)
	}
}

// visit counts a node and reports whether the search may continue.
func (w *worker) visit(ply int) bool {
	if w.allowance == 0 {
		if w.stopped {
			return false
		}
		w.run.hits.Add(w.hits)
		w.hits = 0
		w.allowance = w.checkTime()
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

// checkTime returns how many nodes the worker may visit before the next check. 0 means that the worker must stop. Only a node limit
// can end the first iteration, which is short. So even a search that is stopped immediately returns a move that was searched.
func (w *worker) checkTime() int {
	yield.Point()
	r, now := w.run, w.run.elapsed()
	took := now - w.lastCheck
	if n := w.leaves - w.seen; n > 0 {
		w.evaluation = min(w.evaluation, took/time.Duration(n))
	}
	switch {
	case r.limits.repeatable():
		w.nodesPerCheck = maxNodesPerCheck
	case took > maxCheckInterval:
		w.nodesPerCheck = max(w.nodesPerCheck/2, 1)
	default:
		w.nodesPerCheck = min(2*w.nodesPerCheck, maxNodesPerCheck)
	}
	w.lastCheck, w.seen = now, w.leaves
	if w.iteration > 1 && (r.stop.Load() || w.reached(time.Duration(r.hard.Load()))) {
		return 0
	}
	return r.grantNodes(w.nodesPerCheck)
}

// reached reports whether the search may end at a limit of time: the limit is over, and the search has visited its least
// number of nodes, or the worker has spent minWork with evaluations.
func (w *worker) reached(limit time.Duration) bool {
	r := w.run
	return r.elapsed() >= limit && (r.visits() >= r.minNodes.Load() || time.Duration(w.seen)*w.evaluation >= minWork)
}

// enter prepares the frame at ply for position p, to which a move leads from the position one ply before.
func (w *worker) enter(p board.Position, irreversible bool, ply int) {
	f := &w.frames[ply]
	f.key = p.Hash()
	f.quiet = w.frames[ply-1].quiet + 1
	if irreversible {
		f.quiet = 0
	}
}

// drawn reports whether the position at ply repeats a position of the line or of the game,
// or whether the move rule ends the game there. The first repetition counts as a draw, since a
// side that can repeat a position once can repeat it twice. There is one exception: if the databases know
// that the root is won or lost, the line may repeat a position of the game once.
func (w *worker) drawn(p board.Position, ply int) bool {
	if w.ruleEnds(p, ply) {
		return true
	}
	inLine, inGame := w.stoodBefore(ply)
	return inLine || inGame > w.goal.allowedVisits
}

// stoodBefore reports whether the position at ply occurred before in the line, the root included.
// If it did not, inGame is how often the position occurred in the game before the root.
func (w *worker) stoodBefore(ply int) (inLine bool, inGame int) {
	f := &w.frames[ply]
	for back := minPliesToRepeat; back <= f.quiet; back += 2 {
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
	rule := w.run.game.MoveRule
	return rule > 0 && w.frames[ply].quiet >= rule && p.HasMove()
}

// minPliesToRepeat is the smallest number of plies after which a position can occur again: a king of each side
// makes a move and moves back.
const minPliesToRepeat = 4

// keyBefore returns the key of the position at a ply of the line. A ply below 0 is a ply of the game before the
// root. The key is 0 for plies before those in gameKeys.
func (w *worker) keyBefore(ply int) uint64 {
	if ply >= 0 {
		return w.frames[ply].key
	}
	if i := len(w.gameKeys) + ply; i >= 0 {
		return w.gameKeys[i]
	}
	return 0
}

// leaf evaluates the quiet position p at the end of a line.
func (w *worker) leaf(p board.Position, ply int) eval.Score {
	w.leaves++
	w.leafPlies += uint64(ply)
	score := w.evaluator.Evaluate(p)
	if w.goal.decided() {
		return w.goal.static(score, p, ply)
	}
	return score
}
