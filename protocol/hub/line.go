package hub

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/zonda-checkers/zonda/engine/board"
)

// line is a command with its arguments.
type line struct {
	command   string
	arguments []argument
}

// argument is name=value, or name alone: a flag.
type argument struct {
	name, value string
	flag        bool
}

// value returns the value of the first argument of a name and whether there is one.
func (l line) value(name string) (string, bool) {
	for _, a := range l.arguments {
		if a.name == name && !a.flag {
			return a.value, true
		}
	}
	return "", false
}

// has reports whether a flag is set.
func (l line) has(flag string) bool {
	for _, a := range l.arguments {
		if a.name == flag && a.flag {
			return true
		}
	}
	return false
}

// parseLine takes a line apart; an empty one has no command. Blanks around "=" do not
// count; values in quotes may hold anything but a quote.
func parseLine(text string) (l line, err error) {
	words, err := split(text)
	if err != nil || len(words) == 0 {
		return l, err
	}
	l.command = words[0].text
	if words[0].kind != plain {
		return l, fmt.Errorf("%s stands where a command should", board.Quote(l.command))
	}
	for words = words[1:]; len(words) > 0; {
		a := argument{name: words[0].text, flag: true}
		if words[0].kind != plain {
			return l, fmt.Errorf("%s stands where an argument should begin", board.Quote(a.name))
		}
		words = words[1:]
		if len(words) > 0 && words[0].kind == equals {
			if len(words) == 1 || words[1].kind == equals {
				return l, fmt.Errorf("%s has no value", board.Quote(a.name))
			}
			a.flag, a.value = false, words[1].text
			words = words[2:]
		}
		l.arguments = append(l.arguments, a)
	}
	return l, nil
}

// kind is what a word of a line is.
type kind int

const (
	plain kind = iota
	quoted
	equals
)

type word struct {
	kind kind
	text string
}

// split cuts a line into its words.
func split(text string) (words []word, err error) {
	for {
		text = strings.TrimLeftFunc(text, blank)
		switch {
		case text == "":
			return words, nil
		case text[0] == '=':
			words = append(words, word{equals, "="})
			text = text[1:]
		case text[0] == '"':
			value, rest, closed := strings.Cut(text[1:], `"`)
			if !closed {
				return nil, errors.New("a quote is not closed")
			}
			words = append(words, word{quoted, value})
			text = rest
		default:
			n := strings.IndexFunc(text, func(r rune) bool { return blank(r) || r == '=' || r == '"' })
			if n < 0 {
				n = len(text)
			}
			words = append(words, word{plain, text[:n]})
			text = text[n:]
		}
	}
}

func blank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
