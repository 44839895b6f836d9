package pdn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
)

// fit returns the moves of a position that squares can name: board.Position.FindMoves, or
// board.Position.Longer for captures that stop short.
type fit func(board.Position, board.Path) []board.Move

// named returns the moves of position that text can name, with numbers or with chess squares. It
// notes in squares which corner is a1, if the text decides this.
func named(position board.Position, text string, squares *chessSquares, fits fit) (moves []board.Move) {
	if isLetter(text[0]) {
		return squares.named(position, text, fits)
	}
	for _, path := range paths(bare(text)) {
		for _, m := range fits(position, path) {
			if !slices.Contains(moves, m) {
				moves = append(moves, m)
			}
		}
	}
	return moves
}

// longestJoined is the number of digits of a move such as 3228.
const longestJoined = 4

// paths returns the squares that text may mean: more than one list only if no separator stands
// between the squares, as in 3228 or 811.
func paths(text string) (all []board.Path) {
	texts := []string{text}
	if isJoined(text) {
		texts = nil
		for i := 1; i < len(text) && len(text) <= longestJoined; i++ {
			texts = append(texts, text[:i]+"-"+text[i:])
		}
	}
	for _, text := range texts {
		if path, err := board.ParsePath(text); err == nil {
			all = append(all, path)
		}
	}
	return all
}

func isJoined(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !isDigit(byte(r)) })
}

// illegal explains why text names no move of position.
func illegal(position board.Position, text string, squares chessSquares) error {
	if isLetter(text[0]) {
		return squares.illegal(position, text)
	}
	text = bare(text)
	if isJoined(text) {
		return fmt.Errorf("move %s is illegal", board.Quote(text))
	}
	path, err := board.ParsePath(text)
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
		if r >= 0x80 || !isDigit(byte(r)) && !isSeparator(byte(r)) {
			break
		}
		b.WriteRune(r)
	}
	return strings.TrimRight(b.String(), "-xX:")
}

// bareScore returns the text of a result without other characters at its end.
func bareScore(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool {
		return !isBlank(r) && !strings.ContainsRune("0123456789-/", r)
	})
	if end >= 0 {
		text = text[:end]
	}
	return strings.TrimRight(text, "-/")
}
