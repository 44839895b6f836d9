package player

import "strings"

// hubLine is a line of Hub: a command and its arguments, those without a value as "".
type hubLine struct {
	command   string
	arguments map[string]string
}

// parseHub reads a line. A name or a value is a run of characters other than blanks, = and ", or a text
// in quotes. parseHub never fails: it skips an = without a name, and a text in quotes that is not
// closed ends with the line.
func parseHub(text string) hubLine {
	tokens := hubTokens(text)
	line := hubLine{arguments: map[string]string{}}
	if len(tokens) == 0 {
		return line
	}
	line.command, tokens = tokens[0], tokens[1:]
	for len(tokens) > 0 {
		if len(tokens) > 2 && tokens[1] == hubEquals {
			line.arguments[tokens[0]] = tokens[2]
			tokens = tokens[3:]
			continue
		}
		if tokens[0] != hubEquals {
			line.arguments[tokens[0]] = ""
		}
		tokens = tokens[1:]
	}
	return line
}

// hubEquals is the token between a name and its value. A value "=" in quotes gives the same token, but
// no host or engine sends that value.
const hubEquals = "="

func hubTokens(text string) []string {
	var tokens []string
	for text = strings.TrimLeft(text, blanks); text != ""; text = strings.TrimLeft(text, blanks) {
		switch text[0] {
		case '"':
			quoted, rest, _ := strings.Cut(text[1:], `"`)
			tokens, text = append(tokens, quoted), rest
		case '=':
			tokens, text = append(tokens, hubEquals), text[1:]
		default:
			end := strings.IndexAny(text, blanks+`="`)
			if end < 0 {
				end = len(text)
			}
			tokens, text = append(tokens, text[:end]), text[end:]
		}
	}
	return tokens
}

// hubQuote returns a value as Hub writes it, in quotes if it needs them. Hub cannot write a value that
// has a quote in it.
func hubQuote(value string) string {
	if value == "" || strings.ContainsAny(value, blanks+"=") {
		return `"` + value + `"`
	}
	return value
}
