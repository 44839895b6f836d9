package proof

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
	if a.deep == nil {
		a.deep = newDepthFirst(&a.leaves, a.estimate, a.helperMemory())
	}
	a.deep.begin()
	a.deepened = true
	a.emptyGraph()
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
		a.exhausted = true
		return false
	}
	a.answered(s, ByDFPN, a.graph)
	return true
}
