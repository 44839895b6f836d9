package eval

import "github.com/zonda-checkers/zonda/engine/board"

// Evaluate returns what the quiet position p is worth to the side to move: in
// hundredths of a man, rounded towards 0, never a proven score.
func Evaluate(p board.Position) Score {
	var black, white counts
	black.take(p)
	white.take(p.Mirror())
	row := &weights[p.Pieces()]
	sum := Weight(0)
	for h := range row {
		sum += Weight(black[h]-white[h]) * row[h]
	}
	sum += patternSum(p)
	if p.Turn == board.White {
		sum = -sum
	}
	return sum.Score()
}

// patternSum returns what the patterns are worth to Black.
func patternSum(p board.Position) Weight {
	black, white := locate(p)
	var sum pair
	for i, table := range learned.patterns {
		own, foe := look(table, black[i]), look(table, white[i])
		sum.early += own.early - foe.early
		sum.late += own.late - foe.late
	}
	return patternWeight(sum, p.Pieces())
}
