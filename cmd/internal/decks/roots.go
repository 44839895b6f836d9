package decks

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
)

// Roots returns the starting position and the positions after some openings. Books and walks begin
// there.
func Roots(from []openings.Opening) []board.Position {
	roots := []board.Position{board.Start()}
	for _, o := range from {
		roots = append(roots, o.Game().Position())
	}
	return roots
}
