package evaltune

import (
	"math/rand/v2"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// leafPicker is an evaluation that keeps some of the positions that it evaluates. Each of them is kept with the same
// chance. Games alone do not teach enough: most positions that a search evaluates never occur in a game.
type leafPicker struct {
	eval.Evaluator
	most      int              // positions to keep
	databases search.Databases // positions that they know are not kept; nil for none
	random    *rand.Rand
	seen      int // positions evaluated since begin
	kept      []board.Position
}

// begin drops the kept positions and starts the random numbers anew.
func (l *leafPicker) begin(seed uint64) {
	l.random = rand.New(rand.NewPCG(seed, 0))
	l.seen, l.kept = 0, l.kept[:0]
}

// Evaluate returns the value of p and sometimes keeps p: each position replaces a kept one with the chance that gives all
// positions so far the same chance to be kept.
func (l *leafPicker) Evaluate(p board.Position) eval.Score {
	l.seen++
	switch place := l.random.IntN(l.seen); {
	case len(l.kept) < l.most:
		l.kept = append(l.kept, p)
	case place < l.most:
		l.kept[place] = p
	}
	return l.Evaluator.Evaluate(p)
}

// positions returns the kept positions that are quiet and not known to the databases.
func (l *leafPicker) positions() (quiet []board.Position) {
	known := 0
	if l.databases != nil {
		known = l.databases.Pieces()
	}
	for _, p := range l.kept {
		if p.Jumpers() == 0 && p.Pieces() > known && !p.Over() {
			quiet = append(quiet, p)
		}
	}
	return quiet
}

// certain is the score of a leaf whose win is proven, in hundredths of a man. Its chance is 1 but for one in ten
// billion.
const certain eval.Score = 1000

// scoredLeaves returns the leaves of the last game with the scores of searches of their own.
func (p *Player) scoredLeaves() (samples []Sample) {
	if p.play.Leaves == 0 {
		return nil
	}
	p.judge.Clear()
	limits := search.Limits{Nodes: p.play.LeafNodes}
	for _, leaf := range p.leaves.positions() {
		best := p.judge.NewRun(board.NewGame(leaf), limits, p.play.sources(), nil).Search()
		score := max(-certain, min(best.Score, certain))
		samples = append(samples, Sample{Position: leaf, Score: score})
	}
	return samples
}
