package proof

import (
	"context"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// attempt is one question that a Solver works on.
//
// It works in rounds: each doubles the nodes that were spent, and gives every search its share. The searches keep their
// memory from one round to the next. So a larger budget continues a smaller one, and finds the same answer with the
// same number of nodes where the smaller one was enough.
type attempt struct {
	*Solver
	ctx       context.Context
	question  certificate.Question
	root      board.Position // turned: the attacker is Black
	budget    uint64
	limit     uint64       // of the nodes of all rounds with this one
	restored  bool         // from kept work: an interrupted round is to be finished
	before    uint64       // positions that earlier graphs of the question have examined
	closing   bool         // the closure search takes part
	deepened  bool         // the depth-first search has taken the place of the graph search
	exhausted bool         // the memory does not suffice: alpha-beta alone goes on
	stuck     bool         // alpha-beta does not go on either
	line      []board.Move // the result's, of the turned position
	result    Result
}

// firstRound is the number of nodes of the first round.
const firstRound = 16_384

// The shares of a round: each number n stands for one part in n. With many pieces alpha-beta has the larger part: those wins
// are combinations, and the graph search does not reach the databases.
const (
	tacticsPart     = 8
	manyTacticsPart = 2
	manyPieces      = 13
	closurePart     = 8
)

// tacticsQuota returns alpha-beta's share of a round.
func (a *attempt) tacticsQuota(quota uint64) uint64 {
	if a.root.Pieces() >= manyPieces {
		return quota / manyTacticsPart
	}
	return quota / tacticsPart
}

// closurePieces is the largest number of pieces of a position that the closure search is tried on.
const closurePieces = 8

// newAttempt returns an attempt at a question, which has spent nothing yet. It uses the memory of s.
func newAttempt(ctx context.Context, s *Solver, q certificate.Question, budget uint64) *attempt {
	a := &attempt{Solver: s, ctx: ctx, question: q, root: q.Turned().Position, budget: budget}
	if s := a.leaves.known(a.root); !inPage && s == lost && a.leaves.valued(a.root) {
		a.hold()
		return a
	} else if s != open {
		a.answered(s, ByDatabase, nil)
		return a
	}
	a.begin()
	a.restore()
	return a
}

// begin begins the question, which is not known, with nothing spent.
func (a *attempt) begin() {
	a.result, a.line, a.before, a.limit = Result{}, nil, 0, 0
	a.deepened, a.exhausted, a.stuck = false, false, false
	a.tactics.begin()
	a.graph.begin(a.ctx, a.root)
	a.closing = a.root.Pieces() <= closurePieces && a.kingsOnBothSides()
	if a.closing {
		a.beginClosure()
	}
}

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
}

// ended reports whether the question is answered, or cannot be answered with the budget, the memory and the time.
func (a *attempt) ended() bool {
	return a.result.Answer != Unknown || a.result.Nodes >= a.budget || a.stuck || a.ctx.Err() != nil
}

// advance makes rounds until at least this number of nodes is spent in all, or the attempt has ended.
func (a *attempt) advance(nodes uint64) {
	for !a.ended() && a.result.Nodes < nodes {
		if a.restored {
			a.finish()
			a.restored = false
		} else {
			a.round(min(max(firstRound, a.result.Nodes), a.budget-a.result.Nodes))
		}
		a.result.Nodes = a.spent()
		a.keep()
	}
}

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

// round spends about this number of nodes. When the memory of the other searches is used up, alpha-beta has all of them.
func (a *attempt) round(quota uint64) {
	if a.exhausted {
		visited := a.tactics.visited
		a.tryTactics(quota)
		a.stuck = a.tactics.visited == visited
		return
	}
	a.limit = a.spent() + quota
	if a.tryTactics(a.tacticsQuota(quota)) || a.closing && a.tryClosure(quota/closurePart) {
		return
	}
	a.finish()
}

// finish gives the rest of a round to the search with the large memory, if it is not used up.
func (a *attempt) finish() {
	if !a.exhausted {
		_ = !a.deepened && a.tryGraph(a.limit) || a.deepened && a.tryDepthFirst(a.limit)
	}
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
	if found.state == open {
		return false
	}
	r := replay{ctx: a.ctx, graph: a.graph, tactics: a.tactics, winner: found.state}
	r.nodes = max(minReplayNodes, a.tactics.visited/replayPart)
	if a.exhausted || a.deepened { // the graph is of no use but for replays
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

// tryGraph searches the graph until this number of nodes is spent in all.
func (a *attempt) tryGraph(limit uint64) bool {
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

// hold answers the question with no by a closed set that the values choose, if the memory and the time suffice.
func (a *attempt) hold() {
	h := newHold(a.ctx, a.leaves, a.options)
	entries, found := h.entries(a.root)
	a.result.Nodes = uint64(len(h.keys))
	if a.stuck = !found; found {
		a.certified(lost, ByValues, entries)
	}
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
		a.exhausted = true
		return
	}
	a.beginDepthFirst()
}

// beginDepthFirst prepares the depth-first search.
func (a *attempt) beginDepthFirst() {
	a.makeDeep()
	a.deepened = true
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

// tryDepthFirst continues the depth-first search until this number of nodes is spent in all, and replays its answer.
func (a *attempt) tryDepthFirst(limit uint64) bool {
	spent := a.spent()
	if spent >= limit || a.exhausted || a.ctx.Err() != nil {
		return false
	}
	a.deep.report = a.report
	s := a.deep.search(a.ctx, a.root, a.deep.visited+limit-spent)
	a.exhausted = a.deep.full
	return s != open && a.retrace(s)
}

// retrace replays an answer of the depth-first search. Without a replay it is no answer.
func (a *attempt) retrace(s state) bool {
	a.emptyGraph()
	r := retrace{ctx: a.ctx, graph: a.graph, deep: a.deep, answer: s}
	r.limit = a.deep.visited + a.budget - min(a.spent(), a.budget)
	if !r.solve() {
		a.exhausted = a.ctx.Err() == nil
		return false
	}
	a.answered(s, ByDFPN, a.graph)
	return true
}

// tactics is the alpha-beta search of the engine, without the pruning that may miss a combination. It takes a
// repetition as a draw, which can hide a win but not invent one. Its table compares hashes of 64 bits, so that a proven
// score counts only after its replay.
type tactics struct {
	searcher *search.Searcher
	sources  search.Sources
	visited  uint64 // positions visited since begin
}

// newTactics returns an alpha-beta search with a table of this size in MiB, on one thread.
func newTactics(l *leaves, table int) *tactics {
	sources := search.Sources{Evaluator: eval.BuiltIn(), Bounds: l.bounds}
	if l.databases != nil {
		sources.Databases = l.databases
	}
	return &tactics{searcher: search.New(table, 1), sources: sources}
}

// begin empties the table for another question.
func (t *tactics) begin() {
	t.searcher.Clear()
	t.visited = 0
}

// line is what alpha-beta says of a position.
type line struct {
	state state      // won or lost if the score is proven
	score eval.Score // for the attacker
	moves []board.Move
}

// search searches p, in which there is a move, by this number of nodes or until it finds a proven score.
func (t *tactics) search(ctx context.Context, p board.Position, nodes uint64) line {
	var run *search.Run
	best, game := search.Info{}, board.NewGame(p)
	game.MoveRule = 0
	run = t.searcher.NewRun(game, search.Limits{Nodes: nodes, Solve: true}, t.sources, func(lines []search.Info) {
		if !best.Score.IsProven() {
			best = lines[0]
		}
		if lines[0].Score.IsProven() {
			run.Stop()
		}
	})
	defer context.AfterFunc(ctx, run.Stop)()
	t.visited += run.Search().Nodes
	return lineOf(p, best)
}

// lineOf returns what the result of a search of p means for the attacker.
func lineOf(p board.Position, i search.Info) line {
	l := line{score: i.Score, moves: i.PV}
	if p.Turn == board.White {
		l.score = -l.score
	}
	switch {
	case l.score.IsWin():
		l.state = won
	case l.score.IsLoss():
		l.state = lost
	}
	return l
}
