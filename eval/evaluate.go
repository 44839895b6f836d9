package eval

import "github.com/zonda-checkers/zonda/board"

// Evaluate returns the value of the quiet position p for the side to move, in
// hundredths of a man, rounded towards 0. It is never a proven score.
func (w *Weights) Evaluate(p board.Position) Score {
	var v view
	v.take(p)
	n := p.Pieces()
	sum := v.patternSum(&w.patterns, n) // first, so that the processor counts the heuristics while it waits for the weights of the patterns
	v.lookAhead()
	sum += v.sum(&w.rows[n])
	if p.Turn == board.White {
		sum = -sum
	}
	return sum.Score()
}

// patternSum returns the value of the patterns for Black with n pieces on the board. Each
// pattern has its own line, because a loop over the patterns takes a tenth longer.
func (v *view) patternSum(tables *[len(patterns)]*patternTable, n int) Weight {
	own, foe := v.ownMen, v.foeMen
	sum := tables[0].worth(own, foe) +
		tables[1].worth(own>>4, foe>>4) +
		tables[2].worth(own>>8, foe>>8) +
		tables[3].worth(own.pairs(), foe.pairs()) +
		tables[4].worth((own>>2).pairs(), (foe>>2).pairs()) +
		tables[5].worth((own>>1).pairs(), (foe>>1).pairs())
	return patternWeight(sum, n)
}
