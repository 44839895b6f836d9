package book

import (
	"cmp"
	"slices"

	"github.com/zonda-checkers/zonda/board"
)

// BackUp computes the scores of all moves anew. A move gets the score of the position behind it in the book, if the best
// move there was searched at least as deep as the move itself. Otherwise it keeps the score that its own search found. A
// better score than that must also be as deep as the last search of the position, which found nothing better.
//
// A king's move without a capture always keeps the score of its search. Only such moves can be taken back, so the
// positions behind all other moves form no circle, and a score does not depend on the line that led to its position.
func (b *Builder) BackUp() {
	order := b.positions()
	slices.SortStableFunc(order, func(a, b board.Position) int { return cmp.Compare(distanceToEnd(a), distanceToEnd(b)) })
	depths := make(map[board.Position]int, len(order)) // of the best move of each position, in plies
	for _, p := range order {
		depths[p] = b.backUp(p, depths)
	}
}

// backUp computes the scores of the moves of a stored position and returns the depth, in plies, of the best move. The
// positions behind it must have their scores already.
func (b *Builder) backUp(p board.Position, depths map[board.Position]int) int {
	e := b.entries[p]
	bestDepth, best := 0, Move{Score: NoScore}
	for i := range e.Moves {
		m := &e.Moves[i]
		m.Score = m.Searched
		depth := m.Depth
		if after, ok := b.behind(p, m.Move); ok && 1+depths[after] >= depth {
			score := -b.entries[after].Score()
			if m.Searched == NoScore || score <= m.Searched || 1+depths[after] >= e.Depth {
				m.Score, depth = score, 1+depths[after]
			}
		}
		if m.Score != NoScore && (best.Score == NoScore || before(*m, best) < 0) { // whatever the order of the moves was
			best, bestDepth = *m, depth
		}
	}
	e.sort()
	return bestDepth
}

// behind returns the stored position that a move leads to, if that position's score counts for the move.
func (b *Builder) behind(p board.Position, m board.Move) (board.Position, bool) {
	if !p.Irreversible(m) {
		return board.Position{}, false
	}
	after, _ := asBlack(p.Play(m))
	e := b.entries[after]
	return after, e != nil && e.Score() != NoScore
}

// distanceToEnd returns a number that every move makes smaller, except a king's move without a capture: the number of
// pieces, and of rows that all men together have before them.
func distanceToEnd(p board.Position) (n int) {
	const lastRow = 7
	for _, c := range []board.Color{board.Black, board.White} {
		for men := p.Men(c); men != 0; men &= men - 1 {
			row := men.First().Row()
			if c == board.White {
				row = lastRow - row
			}
			n += lastRow - row
		}
	}
	return n + p.Pieces()
}
