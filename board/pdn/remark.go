package pdn

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/zonda-checkers/zonda/internal/pattern"
)

// verdict returns the length of the result in words, such as "Black wins", that stands at i, 0 if there is none. Behind it the line ends,
// or another piece than a word begins, or a mark and words without a move stand there, as in "drawn. J. Wyllie". Words that say how or when
// the game ended belong to the result, as in "White resigned after 30 moves". A game that goes on below such words has no result there.
func (in *input) verdict(i int) int {
	if !isLetter(in.at(i)) {
		return 0
	}
	in.touched = in.touched || i+maxVerdict >= len(in.text)
	end := i + verdictEnd(string(in.text[i:min(len(in.text), i+maxVerdict+1)]))
	if end == i {
		return 0
	}
	if in.at(end) == '.' {
		end++
	}
	switch behind := in.indent(end); {
	case behind == len(in.text), strings.IndexByte("\n*{(;", in.at(behind)) >= 0, in.score(behind):
		return end
	case in.text[end-1] == '.' || strings.IndexByte(",:!-", in.at(behind)) >= 0 || in.one(behind, isDash) > 0:
		if in.remark(behind) > 0 && !in.goesOn() {
			return end
		}
	case manner().Match(in.text[behind:]) && !in.goesOn():
		return in.remark(behind)
	}
	return 0
}

// score reports whether a score stands at i.
func (in *input) score(i int) bool {
	behind := &input{text: in.text[i:]}
	_, k := behind.numeric(false)
	in.touched = in.touched || behind.touched
	return k == kindResult
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
	const maximum = 1000 // bytes
	rest := in.text[i:min(len(in.text), i+maximum)]
	if end := bytes.IndexByte(rest, '\n'); end >= 0 {
		rest = rest[:end]
	} else if in.touched = true; len(rest) == maximum {
		return 0
	}
	if len(rest) == 0 || rest[0] == '(' || rest[0] == '/' {
		return 0
	}
	if piece := in.nextPiece(i, rest); piece >= 0 {
		sign := bytes.IndexAny(rest[:piece+1], "{}()[];*$")
		if sign < 0 {
			return 0
		}
		rest = rest[:sign]
	}
	if !remarkWord().Match(rest) {
		return 0
	}
	return i + len(bytes.TrimRight(rest, " \t\r"))
}

// notRemark finds what belongs to the text of a game, and what may be a sign in another form.
var notRemark = pattern.Of(`&|` + gameForm + `|` + moveForm)

// nextPiece returns where in the rest of a line, which begins at i, the first piece stands that is no word, negative if there is none. It
// keeps the place, so that the words before it are looked at once.
func (in *input) nextPiece(i int, rest []byte) int {
	if in.piece > i && in.piece < i+len(rest) {
		return in.piece - i
	}
	if !utf8.Valid(rest) {
		return 0
	}
	found := notRemark().FindIndex(rest)
	if found == nil {
		return -1
	}
	in.piece = i + found[0]
	return found[0]
}
