package search

import "github.com/zonda-checkers/zonda/board"

// ruleOracle knows what can be forced under a move rule, from the rules alone.
type ruleOracle struct {
	rule  int
	known map[ruledPosition]int
}

type ruledPosition struct {
	board.Position
	quiet int
}

// of returns the plies to the end, or unknown for a draw. Repetitions do not matter:
// the rule ends them too.
func (o *ruleOracle) of(p board.Position, quiet int) int {
	if !p.HasMove() {
		return 0
	}
	if quiet >= o.rule {
		return unknown
	}
	key := ruledPosition{p, quiet}
	if plies, ok := o.known[key]; ok {
		return plies
	}
	o.known[key] = o.best(p, quiet)
	return o.known[key]
}

// best returns the fastest win, else a draw, else the slowest loss.
func (o *ruleOracle) best(p board.Position, quiet int) int {
	win, loss, draws := unknown, unknown, false
	for _, m := range legalMoves(p) {
		next := quiet + 1
		if p.Irreversible(m) {
			next = 0
		}
		switch plies := o.of(p.Play(m), next); {
		case plies == unknown:
			draws = true
		case plies%2 == 0 && (win == unknown || plies+1 < win):
			win = plies + 1
		case plies%2 == 1:
			loss = max(loss, plies+1)
		}
	}
	if win != unknown || draws {
		return win
	}
	return loss
}
