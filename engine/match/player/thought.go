package player

// report is what an engine tells of its search in one line.
type report struct {
	depth, line int // line: 1 is the best, 0 if there is but one
	nodes       uint64
	hasNodes    bool
	principal   bool // there is a principal variation
	score       Score
	bound       bool // score is only an upper or lower bound
}

// thought is what an engine has told of its search so far.
type thought struct {
	Reply
	exact     bool   // Score is more than a bound
	complaint string // the engine's last, if any
}

// add takes a report in. Those on other moves than the best tell nothing of it.
func (t *thought) add(r report) {
	if r.line > 1 {
		return
	}
	if r.principal || r.score.Given {
		t.Depth = r.depth
	}
	if r.hasNodes {
		t.Nodes = r.nodes
	}
	if r.score.Given && (!r.bound || !t.exact) {
		t.Score, t.exact = r.score, !r.bound
	}
}
