package eval

import "github.com/zonda-checkers/zonda/engine/board"

// Evaluate returns what the quiet position p is worth to the side to move: in
// hundredths of a man, rounded towards 0, never a proven score.
func Evaluate(p board.Position) Score {
	var v view
	v.take(p)
	n := p.Pieces()
	sum := v.patternSum(n) // first, for the counting goes on while its weights come from memory
	v.lookAhead()
	sum += v.sum(&weights[n])
	if p.Turn == board.White {
		sum = -sum
	}
	return sum.Score()
}

// patternSum returns what the patterns are worth to Black with n pieces on the board. The
// patterns stand in their order, one by one: a loop over them takes a tenth longer.
func (v *view) patternSum(n int) Weight {
	own, foe, tables := v.ownMen, v.foeMen, &learned.patterns
	sum := tables[0].worth(own, foe) +
		tables[1].worth(own>>4, foe>>4) +
		tables[2].worth(own>>8, foe>>8) +
		tables[3].worth(own.pairs(), foe.pairs()) +
		tables[4].worth((own>>2).pairs(), (foe>>2).pairs()) +
		tables[5].worth((own>>1).pairs(), (foe>>1).pairs())
	return patternWeight(sum, n)
}
