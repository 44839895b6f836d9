package player

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

const (
	blanks = " \t\r\n"
	quotes = `"'`
)

// splitWords returns the words of text, which have blanks between them. A text in quotes, " or ',
// belongs to one word, and the quotes are removed.
func splitWords(text string) ([]string, error) {
	var words []string
	for text = strings.TrimLeft(text, blanks); text != ""; text = strings.TrimLeft(text, blanks) {
		word, rest, err := cutWord(text)
		if err != nil {
			return nil, err
		}
		words = append(words, word)
		text = rest
	}
	return words, nil
}

// cutWord returns the first word of text, without its quotes, and the rest.
func cutWord(text string) (word, rest string, err error) {
	for text != "" {
		end := strings.IndexAny(text, blanks+quotes)
		if end < 0 {
			return word + text, "", nil
		}
		word += text[:end]
		quote := text[end : end+1]
		if strings.Contains(blanks, quote) {
			return word, text[end:], nil
		}
		quoted, after, closed := strings.Cut(text[end+1:], quote)
		if !closed {
			return "", "", fmt.Errorf("a quote is left open before %s", board.Quote(quoted))
		}
		word += quoted
		text = after
	}
	return word, "", nil
}

// quoteWord returns word with the quotes that splitWords needs to read it as one word.
func quoteWord(word string) string {
	switch {
	case word != "" && !strings.ContainsAny(word, blanks+quotes):
		return word
	case !strings.Contains(word, `"`):
		return `"` + word + `"`
	case !strings.Contains(word, `'`):
		return `'` + word + `'`
	default:
		return `"` + strings.ReplaceAll(word, `"`, `"'"'"`) + `"`
	}
}
