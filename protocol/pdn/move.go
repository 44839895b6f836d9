package pdn

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
)

// find returns the move of position that text names in whatever way.
func (p *parser) find(position board.Position, text string) (board.Move, error) {
	if isLetter(text[0]) {
		return p.algebra.find(position, text)
	}
	text = bare(text)
	if !strings.ContainsFunc(text, func(r rune) bool { return !isDigit(byte(r)) }) {
		return findJoined(position, text)
	}
	path, err := board.ParsePath(text)
	if err != nil {
		return board.Move{}, err
	}
	return findPath(position, path)
}

// findPath also takes a capture that stops short, if only one goes on from there.
func findPath(position board.Position, path board.Path) (board.Move, error) {
	m, err := position.FindMove(path)
	if err == nil {
		return m, nil
	}
	if m, ok := position.FindTruncated(path); ok {
		return m, nil
	}
	return board.Move{}, err
}

// longestJoined is the digits of a move such as 3228.
const longestJoined = 4

// findJoined returns the move whose squares stand side by side, as in 3228 or 811.
func findJoined(position board.Position, digits string) (board.Move, error) {
	var found board.Move
	if len(digits) <= longestJoined {
		for i := 1; i < len(digits); i++ {
			m, err := position.ParseMove(digits[:i] + "-" + digits[i:])
			switch {
			case err != nil || m == found:
			case !found.IsNone():
				return board.Move{}, fmt.Errorf("move %s is ambiguous", digits)
			default:
				found = m
			}
		}
	}
	if found.IsNone() {
		return board.Move{}, fmt.Errorf("move %s is illegal", board.Quote(digits))
	}
	return found, nil
}

// bare returns a move without blanks and without what is glued to its end.
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

// bareScore returns a result without what is glued to its end.
func bareScore(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool {
		return !isBlank(r) && !strings.ContainsRune("0123456789-/", r)
	})
	if end >= 0 {
		text = text[:end]
	}
	return strings.TrimRight(text, "-/")
}
