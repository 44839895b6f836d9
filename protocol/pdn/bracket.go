package pdn

import "bytes"

// rawTag is a tag as it stands in a file.
type rawTag struct {
	name, value string // decoded
	line        int
	sound       bool // the value ends with a quote
}

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

// tag reads the tag that the text begins with and returns its length, 0 if it is
// none: a bracket, a name and a value in straight or curly quotes, on one line.
//
// The value ends at the first quote with the closing bracket behind it, so that it
// may hold brackets and even bare quotes. If there is none but the tag begins with a
// square bracket, it ends at the last quote of the line, or with the line.
func (in *input) tag() (rawTag, int) {
	begin := in.indent(1)
	end := in.while(begin, isNameRune)
	if end == begin || isDigit(in.at(begin)) {
		return rawTag{}, 0
	}
	opening := in.indent(end)
	quote, size := in.rune(opening)
	if !isQuote(quote) {
		return rawTag{}, 0
	}
	t := rawTag{name: decoded(string(in.text[begin:end]))}
	value, n := in.value(opening+size, quote)
	if n == 0 {
		return rawTag{}, 0
	}
	t.value, t.sound = unescaped(decoded(value.text)), value.sound
	return t, n
}

func isNameRune(r rune) bool {
	switch r {
	case '[', ']', '(', ')', '{', '}', '<', '>', '%':
		return false
	}
	return !isBlank(r) && !isQuote(r)
}

type quoted struct {
	text  string
	sound bool
}

// value reads the value from i, behind the opening quote, and returns where the tag
// ends, 0 if it cannot be one.
func (in *input) value(i int, opening rune) (quoted, int) {
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
		case isQuote(r):
			last = i
			if behind := in.indent(i + size); in.at(behind) == bracket && (r == '"' || opening != '"') {
				return quoted{string(in.text[begin:i]), true}, behind + 1
			}
		}
		i += size
	}
}

// unclosed makes the best of a tag without its end, on a line that ends at end and
// whose last quote, if it has one, is at last.
func (in *input) unclosed(begin, last, end int) (quoted, int) {
	switch {
	case in.at(0) != '[':
		return quoted{}, 0
	case last >= 0:
		return quoted{string(in.text[begin:last]), true}, end
	}
	return quoted{string(bytes.TrimRight(in.text[begin:end], "] \t\r")), false}, end
}
