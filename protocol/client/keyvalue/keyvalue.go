// Package keyvalue reads the settings of a match that are words KEY=VALUE, such as the engine
//
//	name=A cmd="./zonda protocol" option.Hash=64
package keyvalue

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// Word is a key and its value. A word without = has no value.
type Word struct{ Key, Value string }

const (
	blanks = " \t\r\n"
	quotes = `"'`
)

// Parse reads words KEY=VALUE with blanks between them, in any order, each key once. The keys of bare may stand without = and a
// value.
func Parse(text string, bare ...string) (words []Word, err error) {
	texts, err := Split(text)
	if err != nil {
		return nil, err
	}
	for _, text := range texts {
		key, value, found := strings.Cut(text, "=")
		switch {
		case !found && !slices.Contains(bare, key):
			return nil, fmt.Errorf("%s has no =; a value with blanks stands in quotes", board.Quote(text))
		case Has(words, key):
			return nil, fmt.Errorf("%s is given twice", board.Quote(key))
		}
		words = append(words, Word{key, value})
	}
	return words, nil
}

// Has reports whether one of the words has a key.
func Has(words []Word, key string) bool {
	return slices.ContainsFunc(words, func(w Word) bool { return w.Key == key })
}

// Split returns the words of text, which have blanks between them. A text in quotes, " or ',
// belongs to one word, and the quotes are removed.
func Split(text string) ([]string, error) {
	var words []string
	for text = strings.TrimLeft(text, blanks); text != ""; text = strings.TrimLeft(text, blanks) {
		word, rest, err := cut(text)
		if err != nil {
			return nil, err
		}
		words = append(words, word)
		text = rest
	}
	return words, nil
}

// cut returns the first word of text, without its quotes, and the rest.
func cut(text string) (word, rest string, err error) {
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

// Quote returns word with the quotes that Split needs to read it as one word.
func Quote(word string) string {
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

// String returns the word as Parse reads it.
func (w Word) String() string {
	if key := Quote(w.Key); key == w.Key {
		return key + "=" + Quote(w.Value)
	}
	return Quote(w.Key + "=" + w.Value)
}

// Join returns the text from which Parse reads words.
func Join(words []Word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.String()
	}
	return strings.Join(texts, " ")
}

// Number returns the value of a word as a whole number, which must be least or more.
func (w Word) Number(minimum int) (int, error) {
	n, err := strconv.Atoi(w.Value)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%s: %s is out of range", w.Key, board.Quote(w.Value))
	case err != nil:
		return 0, fmt.Errorf("%s: %s is no whole number", w.Key, board.Quote(w.Value))
	case n < minimum:
		return 0, fmt.Errorf("%s: %d is less than %d", w.Key, n, minimum)
	}
	return n, nil
}

// Switch returns the value of a word that is on or off. A word without a value is on.
func (w Word) Switch() (bool, error) {
	switch strings.ToLower(w.Value) {
	case "", "on", "true":
		return true, nil
	case "off", "false":
		return false, nil
	}
	return false, fmt.Errorf("%s: %s is neither on nor off", w.Key, board.Quote(w.Value))
}
