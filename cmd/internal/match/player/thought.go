package player

// report is one line of engine output about its search.
type report struct {
	depth, line int // line: the number of the principal variation, 1 for the best, 0 if there is only one
	nodes       uint64
	hasNodes    bool
	principal   []string // the principal variation's first two moves, or fewer
	score       Score
	bound       bool // score is only an upper or lower bound
}

// firstMoves returns the first two moves of a principal variation, or fewer if it is shorter.
func firstMoves(principal []string) []string {
	const kept = 2 // the engine's own move and the reply
	return append([]string(nil), principal[:min(kept, len(principal))]...)
}

// thought is what an engine has reported about its search so far.
type thought struct {
	Reply
	exact     bool     // Score is not a bound
	principal []string // of the last report that has a principal variation
	complaint string   // the engine's last error message, "" if there was none
}

// add adds a report. Reports on other moves than the best one are skipped.
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
