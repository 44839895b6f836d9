package pdn

import (
	"bytes"
	"html"
	"strings"

	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/pattern"
)

// verdict returns the length of the result in words, such as "Black wins", that stands at i, 0 if there is none. Behind it the line ends,
// or another piece than a word begins, or a mark and words without a move stand there, as in "drawn. J. Wyllie". A game that goes on below
// such words has no result there.
func (in *input) verdict(i int) int {
	const longest = len("Drawn by mutual agreement. ")
	if !isLetter(in.at(i)) {
		return 0
	}
	end := 0
	for n := i; n-i <= longest; n++ {
		c := in.at(n)
		if wordEnds := c != '\'' && !isLetter(c) && !isDigit(c) && c < 0x80; wordEnds && n > i && isLetter(in.at(n-1)) {
			if _, ok := ParseResult(string(in.text[i:n])); ok {
				end = n
			}
		}
		if c != ' ' && c != '.' && !isLetter(c) {
			break
		}
	}
	if end == 0 {
		return 0
	}
	if in.at(end) == '.' {
		end++
	}
	switch behind := in.indent(end); {
	case behind == len(in.text), strings.IndexByte("\n*{(;", in.at(behind)) >= 0:
		return end
	case in.text[end-1] == '.' || strings.IndexByte(",:!-", in.at(behind)) >= 0 || in.one(behind, isDash) > 0:
		if in.remark(behind) > 0 && !in.goesOn() {
			return end
		}
	}
	return 0
}

// goesOn reports whether the next line with text begins with the number of a second or later move.
func (in *input) goesOn() bool {
	i := in.blanks(in.lineEnd(0))
	n := in.digits(i)
	return n > i && isDot(rune(in.at(n))) && string(in.text[i:n]) != "1"
}

var remarkWord = pattern.Of(`\pL\pL|\pL\.|\b(?:1[5-9]|20)\d\d\b`) // words, initials, years

// remark returns the end of the words that stand at i, behind a result: of the line if it has no other piece, or else of the text before
// the first bracket or sign. It returns 0 if there are none, or a move among them.
func (in *input) remark(i int) int {
	const longest = 1000 // bytes
	end := in.lineEnd(i)
	if end-i > longest {
		return 0
	}
	if !in.isRemark(i, end) {
		if sign := bytes.IndexAny(in.text[i:end], "{}()[];*$"); sign >= 0 {
			end = i + sign
		}
		if !in.isRemark(i, end) {
			return 0
		}
	}
	return i + len(bytes.TrimRight(in.text[i:end], " \t\r"))
}

// isRemark reports whether the text from i to end-1 has words, and nothing that belongs to the text of a game.
func (in *input) isRemark(i, end int) bool {
	text := html.UnescapeString(file.Decoded(string(in.text[i:end])))
	return remarkWord().MatchString(text) && !gameText().MatchString(text) && !moveText().MatchString(text)
}
