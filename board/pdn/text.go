package pdn

import (
	"strings"
	"unicode"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// cleanComment returns text in a form that can stand in a comment: on one line, and with round brackets
// in place of all curly ones if the text has a closing curly bracket, which would end the comment.
func cleanComment(text string) string {
	if strings.Contains(text, "}") {
		text = strings.NewReplacer("{", "(", "}", ")").Replace(text)
	}
	return file.OneLine(text)
}

func isSingleQuote(r rune) bool { return strings.ContainsRune("'‘’‚", r) }

func isQuote(r rune) bool { return strings.ContainsRune("\"“”„‟«»", r) }

// isBlank reports whether r stands between words, or has no meaning within the moves of a game.
func isBlank(r rune) bool { return unicode.IsSpace(r) || board.IsInvisible(r) }

// isDash reports whether r may stand between the two scores of a result.
func isDash(r rune) bool {
	const minus = '−'
	return unicode.Is(unicode.Pd, r) || r == minus
}

// isSlash reports whether r may be the bar of 1/2.
func isSlash(r rune) bool { return strings.ContainsRune("/⁄∕", r) }

// isStrength reports whether r is a sign of an annotator's opinion.
func isStrength(r rune) bool { return strings.ContainsRune("!?‼⁇⁈⁉！？", r) }

func isDot(r rune) bool { return r == '.' || r == '…' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
