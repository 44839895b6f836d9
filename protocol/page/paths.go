package page

import "github.com/zonda-checkers/zonda/board"

// mostPaths is the largest number of ways to make a move that a page is told. A king that takes many men in circles can
// have more; the first ones are as good.
const mostPaths = 64

// paths returns all ways to make a legal move of p, as printed numbers of squares. Two ways differ in the squares where
// the piece lands, not in what it takes.
func paths(p board.Position, m board.Move) [][]int {
	if !m.IsCapture() {
		return [][]int{{m.From.Number(), m.To.Number()}}
	}
	t := pathFinder{position: p, move: m, king: p.Kings.Has(m.From)}
	t.extend([]int{m.From.Number()}, m.From, m.Captured)
	return t.found
}

// pathFinder tries all jumps over the men that a move takes.
type pathFinder struct {
	position board.Position
	move     board.Move
	king     bool
	found    [][]int
}

// extend adds the ways that begin with the squares so far, on the last of which the piece stands, and take the rest.
func (t *pathFinder) extend(soFar []int, at board.Square, rest board.Bitboard) {
	if len(t.found) >= mostPaths {
		return
	}
	if rest == 0 {
		if at == t.move.To {
			t.found = append(t.found, append([]int(nil), soFar...))
		}
		return
	}
	free := t.position.Empty() | t.move.From.Bit()
	for _, step := range t.steps() {
		over := step(at.Bit()) & rest
		if landing := step(over) & free; landing != 0 {
			to := landing.First()
			t.extend(append(soFar, to.Number()), to, rest&^over)
		}
	}
}

// steps returns the directions in which the piece may jump.
func (t *pathFinder) steps() []func(board.Bitboard) board.Bitboard {
	down := []func(board.Bitboard) board.Bitboard{board.Bitboard.DownLeft, board.Bitboard.DownRight}
	up := []func(board.Bitboard) board.Bitboard{board.Bitboard.UpLeft, board.Bitboard.UpRight}
	switch {
	case t.king:
		return append(down, up...)
	case t.position.Turn == board.Black:
		return down
	}
	return up
}
