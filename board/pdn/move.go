package pdn

import (
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// spelling is the squares that a text names. It has several paths if nothing stands between two squares: 112 is 1-12 or
// 11-2. A path of one square is the beginning of a move.
type spelling struct {
	paths []board.Path
	chess bool // the squares are named as in chess; a1 is square 29
}

// spelled returns the squares of a move.
func spelled(text string) spelling {
	if !isLetter(text[0]) {
		paths, _ := board.ParsePaths(bare(text)) // illegal says what is wrong
		return spelling{paths: paths}
	}
	if path := chessPath(text); path != nil {
		return spelling{paths: []board.Path{path}, chess: true}
	}
	return spelling{chess: true}
}

// then returns the squares of s and the ones behind the first of other, where other begins with the last square of s. It has
// no paths if other begins elsewhere.
func (s spelling) then(other spelling) spelling {
	joined := spelling{chess: s.chess}
	for _, path := range s.paths {
		for _, more := range other.paths {
			if s.chess == other.chess && path[len(path)-1] == more[0] && len(path)+len(more) <= longestPath {
				joined.paths = append(joined.paths, slices.Concat(path, more[1:]))
			}
		}
	}
	return joined
}

// longestPath is more squares than a capture has.
const longestPath = 12

// and returns the squares of s and one more.
func (s spelling) and(square board.Square) spelling {
	more := spelling{chess: s.chess}
	for _, path := range s.paths {
		if len(path) < longestPath {
			more.paths = append(more.paths, append(slices.Clone(path), square))
		}
	}
	return more
}

// fit returns the moves of a position that squares can name: board.Position.FindMoves, or
// board.Position.Longer for captures that stop short.
type fit func(board.Position, board.Path) []board.Move

// named returns the moves of position that s can name. It notes in squares which corner is a1, if the moves decide this.
func (s spelling) named(position board.Position, squares *chessSquares, fits fit) (moves []board.Move) {
	for _, path := range s.paths {
		if s.chess {
			return squares.named(position, path, fits)
		}
		for _, m := range fits(position, path) {
			if !slices.Contains(moves, m) {
				moves = append(moves, m)
			}
		}
	}
	return moves
}

// illegal explains why text names no move of position.
func illegal(position board.Position, text string, squares chessSquares) error {
	if isLetter(text[0]) {
		return squares.illegal(position, text)
	}
	path, err := board.ParsePath(bare(text))
	if err != nil {
		return err
	}
	_, err = position.FindMove(path)
	return err
}

// bare returns the text of a move without blanks and without other characters at its end.
func bare(text string) string {
	var b strings.Builder
	for _, r := range text {
		if isBlank(r) {
			continue
		}
		if !board.IsSeparator(r) && (r >= 0x80 || !isDigit(byte(r))) {
			break
		}
		b.WriteRune(r)
	}
	return strings.TrimRightFunc(b.String(), board.IsSeparator)
}

// cutScore returns the score that a text begins with, and the text behind it.
func cutScore(text string) (score, behind string) {
	end := strings.IndexFunc(text, func(r rune) bool {
		return !isBlank(r) && !isDash(r) && !isSlash(r) && !strings.ContainsRune("0123456789½:,.", r)
	})
	if end < 0 {
		end = len(text)
	}
	score = strings.TrimRightFunc(text[:end], func(r rune) bool { return !isDigit(byte(min(r, 0x7F))) && r != '½' })
	return score, text[len(score):]
}
