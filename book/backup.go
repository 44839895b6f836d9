package book

import (
	"cmp"
	"slices"

	"github.com/zonda-checkers/zonda/board"
)

// BackUp computes the backed-up scores of all moves anew. The score of a move is that of the best play behind it
// in the book, if that play was seen at least as deep as the search that named the move; otherwise it is what
// that search found. A score that is better than what the search found must also have been seen as deep as the
// last search of the position, for that search knew of nothing better.
//
// A king's move without a capture keeps the score of its search. Only such a move can be taken back. Without
// these moves the positions form no circle, so a backed-up score does not depend on the line that led to its
// position, as the score of a draw by repetition would.
func (b *Builder) BackUp() {
	order := b.positions()
	slices.SortStableFunc(order, func(a, b board.Position) int { return cmp.Compare(distanceToEnd(a), distanceToEnd(b)) })
	depths := make(map[board.Position]int, len(order)) // in plies, to which the best move of a position was seen
	for _, p := range order {
		depths[p] = b.backUp(p, depths)
	}
}

// backUp computes the scores of the moves of a stored position, whose successors have their scores, and returns the
// depth to which the best move was seen.
func (b *Builder) backUp(p board.Position, depths map[board.Position]int) int {
	e := b.entries[p]
	bestDepth, best := 0, NoScore
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
		if m.Score > best {
			best, bestDepth = m.Score, depth
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
