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
	var counted counts
	sum += counted.take(&v, &ofBoth, &weights[n])
	if p.Turn == board.White {
		sum = -sum
	}
	return sum.Score()
}

// patternSum returns what the patterns are worth to Black with n pieces on the board.
func (v *view) patternSum(n int) Weight {
	var seen sights
	seen.take(v)
	var sum pair
	for i, table := range &learned.patterns {
		black, white := seen[i].entries()
		own, foe := table.look(black), table.look(white)
		sum.early += own.early - foe.early
		sum.late += own.late - foe.late
	}
	return patternWeight(sum, n)
}
