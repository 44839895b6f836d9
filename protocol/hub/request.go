package hub

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/zonda-checkers/zonda/board"
)

// request is a line of the host: a command with its arguments.
type request struct {
	command   string
	arguments []argument
}

// argument is name=value, or a flag, which is a name alone.
type argument struct {
	name, value string
	flag        bool
}

// value returns the value of the first argument with the name, and false if there is no such argument.
func (r request) value(name string) (string, bool) {
	for _, a := range r.arguments {
		if a.name == name && !a.flag {
			return a.value, true
		}
	}
	return "", false
}

// has reports whether the request has a flag.
func (r request) has(flag string) bool {
	for _, a := range r.arguments {
		if a.name == flag && a.flag {
			return true
		}
	}
	return false
}

// parseRequest splits a line into its command and arguments. An empty line has an empty command. Blanks around "="
// are ignored. A value in quotes may contain every character but a quote.
func parseRequest(text string) (r request, err error) {
	words, err := split(text)
	if err != nil || len(words) == 0 {
		return r, err
	}
	r.command = words[0].text
	if words[0].kind != plain {
		return r, fmt.Errorf("%s stands where a command should", board.Quote(r.command))
	}
	for words = words[1:]; len(words) > 0; {
		a := argument{name: words[0].text, flag: true}
		if words[0].kind != plain {
			return r, fmt.Errorf("%s stands where an argument should begin", board.Quote(a.name))
		}
		words = words[1:]
		if len(words) > 0 && words[0].kind == equals {
			if len(words) == 1 || words[1].kind == equals {
				return r, fmt.Errorf("%s has no value", board.Quote(a.name))
			}
			a.flag, a.value = false, words[1].text
			words = words[2:]
		}
		r.arguments = append(r.arguments, a)
	}
	return r, nil
}

// kind is the kind of a word: plain text, text in quotes, or an equals sign.
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
