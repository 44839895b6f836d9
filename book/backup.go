package book

import (
	"cmp"
	"slices"

	"github.com/zonda-checkers/zonda/engine/board"
)

// BackUp computes the scores of all moves anew: what the best play behind a move in the
// book leads to, if that was seen at least as deep as the search that found the move's score, or
// else what this search found. To be better than that, it must be seen as deep as the last search of
// the position, which knew of nothing better.
//
// The move of a king that takes nothing keeps the score of its search, whatever the book
// knows behind it: only such moves can be taken back, so without them no score goes in a
// circle, and none depends on the way to a position, as a draw by repetition would.
func (d *Draft) BackUp() {
	order := d.positions()
	slices.SortStableFunc(order, func(a, b board.Position) int { return cmp.Compare(toGo(a), toGo(b)) })
	seen := make(map[board.Position]int, len(order)) // how deep, in plies, the best move of a position
	for _, p := range order {
		seen[p] = d.backUp(p, seen)
	}
}

// backUp scores the moves of a stored position, whose successors have their scores, and returns how deep
// the best of them is seen.
func (d *Draft) backUp(p board.Position, seen map[board.Position]int) int {
	e := d.entries[p]
	depth, best := 0, NoScore
	for i := range e.Moves {
		m := &e.Moves[i]
		m.Score = m.Searched
		deep := m.Depth
		if after, ok := d.behind(p, m.Move); ok && 1+seen[after] >= deep {
			behind := -d.entries[after].Score()
			if m.Searched == NoScore || behind <= m.Searched || 1+seen[after] >= e.Depth {
				m.Score, deep = behind, 1+seen[after]
			}
		}
		if m.Score > best {
			best, depth = m.Score, deep
		}
	}
	e.sort()
	return depth
}

// behind returns the stored position that a move leads to, if its score counts for the move.
func (d *Draft) behind(p board.Position, m board.Move) (board.Position, bool) {
	if !p.Irreversible(m) {
		return board.Position{}, false
	}
	after, _ := standing(p.Play(m))
	e := d.entries[after]
	return after, e != nil && e.Score() != NoScore
}

// toGo returns a number that every move but that of a king without a capture makes smaller: the
// pieces, and the rows that all men have before them.
func toGo(p board.Position) (n int) {
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
