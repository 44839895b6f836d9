// Package notation has the words of a line of Hub and its moves, as engines and hosts write them.
package notation

import (
	"errors"
	"strings"
	"unicode"
)

// Kind is the kind of a word: plain text, text in quotes, or an equals sign.
type Kind int

const (
	Plain Kind = iota
	Quoted
	Equals
)

// Word is a word of a line.
type Word struct {
	Kind Kind
	Text string
}

// Words cuts a line into its words. With an error, of a quote that is not closed, it returns the words so far and the rest of
// the line as a quoted word.
func Words(text string) (words []Word, err error) {
	for {
		text = strings.TrimLeftFunc(text, IsBlank)
		switch {
		case text == "":
			return words, nil
		case text[0] == '=':
			words = append(words, Word{Equals, "="})
			text = text[1:]
		case text[0] == '"':
			value, rest, closed := strings.Cut(text[1:], `"`)
			words = append(words, Word{Quoted, value})
			if !closed {
				return words, errors.New("a quote is not closed")
			}
			text = rest
		default:
			n := strings.IndexFunc(text, func(r rune) bool { return IsBlank(r) || r == '=' || r == '"' })
			if n < 0 {
				n = len(text)
			}
			words = append(words, Word{Plain, text[:n]})
			text = text[n:]
		}
	}
}

// IsBlank reports whether a letter stands between words.
func IsBlank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

// Quote returns a value as Hub writes it, in quotes if it needs them. Hub cannot write a value that has a quote in it.
func Quote(value string) string {
	if value == "" || strings.ContainsFunc(value, func(r rune) bool { return IsBlank(r) || r == '=' }) {
		return `"` + value + `"`
	}
	return value
}
