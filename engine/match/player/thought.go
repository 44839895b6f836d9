package player

// report is what an engine tells of its search in one line.
type report struct {
	depth, line int // line: 1 is the best, 0 if there is but one
	nodes       uint64
	hasNodes    bool
	principal   []string // the principal variation's first two moves, or fewer
	score       Score
	bound       bool // score is only an upper or lower bound
}

// beginning returns the first two moves of a principal variation, nil if there is none.
func beginning(principal []string) []string {
	const foreseen = 2 // the engine's own move and the reply
	return append([]string(nil), principal[:min(foreseen, len(principal))]...)
}

// thought is what an engine has told of its search so far.
type thought struct {
	Reply
	exact     bool     // Score is more than a bound
	principal []string // the last report's that has any
	complaint string   // the engine's last, if any
}

// add takes a report in. Those on other moves than the best tell nothing of it.
func (t *thought) add(r report) {
	if r.line > 1 {
		return
	}
	if len(r.principal) > 0 {
		t.principal = r.principal
	}
	if len(r.principal) > 0 || r.score.Given {
		t.Depth = r.depth
	}
	if r.hasNodes {
		t.Nodes = r.nodes
	}
	if r.score.Given && (!r.bound || !t.exact) {
		t.Score, t.exact = r.score, !r.bound
	}
}
