package pdn

import (
	"bytes"

	"github.com/zonda-checkers/zonda/internal/file"
)

// rawTag is a tag as it stands in a file.
type rawTag struct {
	name, value string // decoded
	line        int
	sound       bool // the value ends with a quote
}

// newRawTag returns the tag in piece, which the lexer has cut as a tag.
func newRawTag(piece []byte, line int) rawTag {
	at, _ := (&input{text: piece}).tag()
	return rawTag{
		name:  file.Decoded(string(piece[at.name.begin:at.name.end])),
		value: unescaped(file.Decoded(string(piece[at.value.begin:at.value.end]))),
		line:  line,
		sound: at.sound,
	}
}

// tagPlaces holds the places of the parts of a tag.
type tagPlaces struct {
	name, value place
	sound       bool // the value ends with a quote
}

// place is the part of a text from begin to end-1.
type place struct{ begin, end int }

// closer returns the bracket that closes c, 0 if c opens none.
func closer(c byte) byte {
	switch c {
	case '[':
		return ']'
	case '(':
		return ')'
	case '{':
		return '}'
	case '<':
		return '>'
	}
	return 0
}

// tag reads the tag that the text begins with and returns its length, 0 if there
// is no tag. A tag is a bracket, a name and a value in straight or curly quotes, on one line.
// Single quotes may only stand behind a square bracket, a name and a blank.
//
// The value ends at the first quote that the closing bracket follows, so that the value
// may hold brackets and even quotes without a backslash. If there is no such quote but
// the tag begins with a square bracket, the value ends at the last quote of the line, or
// with the line.
func (in *input) tag() (tagPlaces, int) {
	name := place{begin: in.indent(1)}
	name.end = in.while(name.begin, isNameRune)
	if name.end == name.begin || isDigit(in.at(name.begin)) {
		return tagPlaces{}, 0
	}
	opening := in.indent(name.end)
	quote, size := in.rune(opening)
	if !isQuote(quote) && (!isSingleQuote(quote) || in.at(0) != '[' || opening == name.end) {
		return tagPlaces{}, 0
	}
	t, n := in.value(opening+size, quote)
	t.name = name
	return t, n
}

func isNameRune(r rune) bool {
	switch r {
	case '[', ']', '(', ')', '{', '}', '<', '>', '%':
		return false
	}
	return !isBlank(r) && !isQuote(r)
}

// value finds the end of the value that begins at i, after the opening quote. It returns the end
// of the tag, 0 if the text is no tag.
func (in *input) value(i int, opening rune) (tagPlaces, int) {
	bracket, begin, last := closer(in.at(0)), i, -1
	for {
		r, size := in.rune(i)
		switch {
		case size == 0 || r == '\n':
			return in.unclosed(begin, last, i)
		case r == '\\' && (in.at(i+1) == '"' || in.at(i+1) == '\\'):
			size++
			if in.at(i+1) == '"' {
				last = i + 1
			}
		case isQuote(r), isSingleQuote(r) && isSingleQuote(opening):
			last = i
			if behind := in.indent(i + size); in.at(behind) == bracket && (r == '"' || opening != '"') {
				return tagPlaces{value: place{begin, i}, sound: true}, behind + 1
			}
		}
		i += size
	}
}

// unclosed returns the parts of a tag without a closing bracket. Its line ends at end; last is the
// place of the last quote on the line, negative for none.
func (in *input) unclosed(begin, last, end int) (tagPlaces, int) {
	switch {
	case in.at(0) != '[':
		return tagPlaces{}, 0
	case last >= 0:
		return tagPlaces{value: place{begin, last}, sound: true}, end
	}
	value := bytes.TrimRight(in.text[begin:end], "] \t\r")
	return tagPlaces{value: place{begin, begin + len(value)}}, end
}
