package proof

import (
	"context"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// attempt is one question that a Solver works on.
//
// It works in iterations: each doubles the nodes that were spent, and gives every search of its stage a turn. The searches
// keep their memory from one iteration to the next. So a larger budget continues a smaller one, and finds the same answer
// with the same number of nodes where the smaller one was enough.
type attempt struct {
	*Solver
	ctx      context.Context
	question certificate.Question
	root     board.Position // turned: the attacker is Black
	budget   uint64
	stage    stage
	limit    uint64       // of the nodes of all iterations with this one
	restored bool         // from kept work: an interrupted iteration is to be finished
	before   uint64       // positions that earlier graphs of the question have examined
	closing  bool         // the closure search has begun: its nodes and its memory are of this question
	deepened bool         // the depth-first search has begun, too
	line     []board.Move // the result's, of the turned position
	result   Result
}

// stage says which searches go on. From a stage the attempt only goes to a later one.
type stage uint8

const (
	graphStage   stage = iota // alpha-beta, the closure search, and the graph search
	deepStage                 // the memory of the graph is used up: the depth-first search has its place
	tacticsStage              // that does not suffice either: alpha-beta alone
	exhausted                 // no search goes on
)

// turn is the part of an iteration that a search has.
type turn struct {
	part uint64                             // one part in this number of the nodes; 0 for what the searches before it leave
	try  func(nodes uint64) (answered bool) // continues the search by a number of nodes
}

// The parts of an iteration. With many pieces alpha-beta has the larger part: those wins are combinations, and the graph search
// does not reach the databases.
const (
	tacticsPart     = 8
	manyTacticsPart = 2
	manyPieces      = 13
	closurePart     = 8
)

// turns returns the turns of an iteration, in their order.
func (a *attempt) turns() []turn {
	if a.stage == tacticsStage {
		return []turn{{1, a.tryAlone}}
	}
	all := []turn{{tacticsPart, a.tryTactics}}
	if a.root.Pieces() >= manyPieces {
		all[0].part = manyTacticsPart
	}
	if a.closing {
		all = append(all, turn{closurePart, a.tryClosure})
	}
	if a.stage == deepStage {
		return append(all, turn{0, a.tryDepthFirst})
	}
	return append(all, turn{0, a.tryGraph})
}

// firstIteration is the number of nodes of the first iteration.
const firstIteration = 16_384

// advance makes iterations until at least this number of nodes is spent in all, or the attempt has ended.
func (a *attempt) advance(nodes uint64) {
	for !a.ended() && a.result.Nodes < nodes {
		if a.restored {
			a.finish()
			a.restored = false
		} else {
			a.iterate(min(max(firstIteration, a.result.Nodes), a.budget-a.result.Nodes))
		}
		a.result.Nodes = a.spent()
		a.keep()
	}
}

// iterate spends about this number of nodes.
func (a *attempt) iterate(quota uint64) {
	a.limit = a.spent() + quota
	for _, t := range a.turns() {
		nodes := a.rest()
		if t.part > 0 {
			nodes = quota / t.part
		}
		if t.try(nodes) {
			return
		}
	}
}

// finish ends an interrupted iteration: the search that has what the others leave goes on.
func (a *attempt) finish() {
	all := a.turns()
	if last := all[len(all)-1]; last.part == 0 {
		last.try(a.rest())
	}
}

// rest returns the nodes that are left of an iteration.
func (a *attempt) rest() uint64 { return a.limit - min(a.spent(), a.limit) }

// spent returns the nodes of the question so far.
func (a *attempt) spent() uint64 {
	nodes := a.tactics.visited + a.before + a.graph.examined
	if a.closing {
		nodes += a.closure.examined
	}
	if a.deepened {
		nodes += a.deep.visited
	}
	return nodes
}

// ended reports whether the question is answered, or cannot be answered with the budget, the memory and the time.
func (a *attempt) ended() bool {
	return a.result.Answer != Unknown || a.result.Nodes >= a.budget || a.stage == exhausted || a.ctx.Err() != nil
}

// newAttempt returns an attempt at a question, which has spent nothing yet. It uses the memory of s.
func newAttempt(ctx context.Context, s *Solver, q certificate.Question, budget uint64) *attempt {
	a := &attempt{Solver: s, ctx: ctx, question: q, root: q.Turned().Position, budget: budget}
	switch s := a.leaves.known(a.root); {
	case s == lost && a.leaves.valued(a.root) && !inPage:
		a.tryValues()
	case s != open:
		a.answered(s, ByDatabase, nil)
	default:
		a.begin()
		a.restore()
	}
	return a
}

// begin begins the question, which is not known, with nothing spent.
func (a *attempt) begin() {
	a.result, a.line, a.before, a.limit = Result{}, nil, 0, 0
	a.stage, a.closing, a.deepened = graphStage, false, false
	a.tactics.begin()
	a.graph.begin(a.ctx, a.root)
	if a.root.Pieces() <= closurePieces && a.kingsOnBothSides() {
		a.beginClosure()
	}
}

// closurePieces is the largest number of pieces of a position that the closure search is tried on.
const closurePieces = 8

// kingsOnBothSides reports whether both sides of the root have kings.
func (a *attempt) kingsOnBothSides() bool {
	return a.root.KingsOf(board.Black) != 0 && a.root.KingsOf(board.White) != 0
}

// beginClosure prepares the closure search.
func (a *attempt) beginClosure() {
	if a.closure == nil {
		a.closure = newClosure(&a.leaves, a.estimate, a.helperMemory())
	}
	a.closure.begin(a.root)
	a.closing = true
}

// tryClosure continues the closure search by this number of nodes.
func (a *attempt) tryClosure(nodes uint64) bool {
	s := a.closure.search(a.ctx, a.closure.examined+nodes)
	if s != open {
		a.answered(s, ByClosure, a.closure)
	}
	return s != open
}

// tryTactics searches by alpha-beta and replays the proof that it may find.
func (a *attempt) tryTactics(nodes uint64) bool {
	if nodes == 0 {
		return false
	}
	found := a.tactics.search(a.ctx, a.root, nodes)
	a.result.Score, a.line = found.score, found.moves
	last := a.root
	for _, m := range found.moves {
		last = last.Play(m)
	}
	a.result.King = last.Kings != 0
	return found.state != open && a.replay(found)
}

// tryAlone is tryTactics where no other search goes on. If it visits nothing, the attempt has ended.
func (a *attempt) tryAlone(nodes uint64) bool {
	visited := a.tactics.visited
	answered := a.tryTactics(nodes)
	if a.tactics.visited == visited {
		a.stage = exhausted
	}
	return answered
}

// replay replays a proof of alpha-beta. Without a replay it is no answer.
func (a *attempt) replay(found line) bool {
	r := replay{ctx: a.ctx, graph: a.graph, tactics: a.tactics, winner: found.state}
	r.nodes = max(minReplayNodes, a.tactics.visited/replayPart)
	if a.stage != graphStage { // the graph is of no use but for replays
		a.emptyGraph()
	}
	r.limit = a.tactics.visited + a.graph.examined + min(replayShare*a.tactics.visited, a.budget-min(a.spent(), a.budget))
	a.graph.cut(0)
	solved := r.solve(0, found.moves)
	a.graph.restart()
	if a.graph.full {
		a.graph.collect()
	}
	if solved {
		a.answered(found.state, BySearch, a.graph)
	}
	return solved
}

// replayShare says how many times the nodes of the alpha-beta search its replay may take.
const replayShare = 4

// reportInterval is the number of nodes after which progress is reported.
const reportInterval = 100_000

// tryGraph continues the graph search by this number of nodes. When its memory is used up, the next stage begins.
func (a *attempt) tryGraph(nodes uint64) bool {
	limit := a.spent() + nodes
	for a.spent() < limit && a.ctx.Err() == nil && !a.graph.full {
		quota := min(limit-a.spent(), reportInterval)
		if s := a.graph.search(a.graph.examined + quota); s != open {
			a.answered(s, ByGraph, a.graph)
			return true
		}
		root := &a.graph.nodes[0]
		a.report(Progress{
			Positions: len(a.graph.nodes), Line: a.graph.line(),
			Proof: int(root.numbers[board.Black]), Disproof: int(root.numbers[board.White]),
		})
	}
	if a.graph.full && a.ctx.Err() == nil {
		a.deepen()
	}
	return false
}

// report tells how far the question is. The line is one from the turned position.
func (a *attempt) report(p Progress) {
	if a.ctx.Err() != nil {
		return
	}
	a.keep()
	if a.options.Report == nil {
		return
	}
	if a.question.Attacker == board.White {
		p.Line = turned(p.Line)
	}
	p.Question, p.Nodes = a.question, a.spent()
	a.options.Report(p)
}

// answered keeps the answer with its certificate and its line. The search that found it is nil if the position is known.
func (a *attempt) answered(s state, by Method, from proven) {
	var entries []certificate.Entry
	if from != nil {
		entries = extract(from, &a.leaves, a.root, s)
	}
	a.certified(s, by, entries)
}

// certified keeps the answer that entries prove, with its line. What rests on bounds has no certificate.
func (a *attempt) certified(s state, by Method, entries []certificate.Entry) {
	a.result.Answer, a.result.Method = s.answer(), by
	c := &certificate.Certificate{Claim: certificate.Claim{Question: a.question, Win: s == won}, Leaves: a.names, Entries: entries}
	c.Sort()
	if len(entries) > 0 {
		a.line = principal(a.root, c)
	}
	if a.options.Bounds == nil {
		a.result.Certificate = certificate.Encode(c)
	}
}

// tryValues answers the question with no by a closed set that the values choose, if the memory and the time suffice.
func (a *attempt) tryValues() {
	c := newClosedSet(a.ctx, a.leaves, a.options)
	entries, found := c.entries(a.root)
	a.result.Nodes = uint64(len(c.keys))
	if !found {
		a.stage = exhausted
		return
	}
	a.certified(lost, ByValues, entries)
}

// outcome returns the result with its moves as the question has them.
func (a *attempt) outcome() Result {
	line := a.line
	if a.question.Attacker == board.White {
		line = turned(line)
	}
	r := a.result
	r.Line = strings.Fields(a.question.Position.LineText(line))
	return r
}

// deepen hands the question from the graph search, whose memory is used up, to the depth-first search. That search
// wanders where both sides have kings. Then, or if the memory is too small for a table, alpha-beta alone goes on.
func (a *attempt) deepen() {
	if a.kingsOnBothSides() || a.helperMemory() < smallestTable {
		a.stage = tacticsStage
		return
	}
	a.beginDepthFirst()
}

// beginDepthFirst prepares the depth-first search.
func (a *attempt) beginDepthFirst() {
	a.makeDeep()
	a.stage, a.deepened = deepStage, true
	a.emptyGraph()
}

// makeDeep makes a depth-first search with an empty table.
func (a *attempt) makeDeep() {
	if a.deep == nil {
		a.deep = newDepthFirst(&a.leaves, a.estimate, a.helperMemory())
	}
	a.deep.begin()
}

// emptyGraph makes the graph the root alone, for a replay.
func (a *attempt) emptyGraph() {
	a.before += a.graph.examined
	a.graph.begin(a.ctx, a.root)
}

// tryDepthFirst continues the depth-first search by this number of nodes, and verifies its answer.
func (a *attempt) tryDepthFirst(nodes uint64) bool {
	if nodes == 0 || a.ctx.Err() != nil {
		return false
	}
	a.deep.report = a.report
	if s := a.deep.search(a.ctx, a.root, a.deep.visited+nodes); s != open {
		return a.verify(s)
	}
	if a.deep.full {
		a.stage = tacticsStage
	}
	return false
}

// verify replays an answer of the depth-first search. Without a replay it is no answer, and that search has no other.
func (a *attempt) verify(s state) bool {
	a.emptyGraph()
	v := verification{ctx: a.ctx, graph: a.graph, deep: a.deep, answer: s}
	v.limit = a.deep.visited + a.budget - min(a.spent(), a.budget)
	if v.succeeds() {
		a.answered(s, ByDFPN, a.graph)
		return true
	}
	if a.ctx.Err() == nil {
		a.stage = tacticsStage
	}
	return false
}
