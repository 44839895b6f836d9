package pdn

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// mark is a word that no file has. A number follows it.
const mark = "zqword"

// scattered returns a text with words, signs, stars, brackets and results inserted at random places, and the words.
func scattered(t *rapid.T, text string) (changed string, words []string) {
	places := rapid.SliceOfN(rapid.IntRange(0, len(text)), 1, 6).Draw(t, "places")
	slices.SortFunc(places, func(a, b int) int { return b - a }) // from the end, so that no piece breaks another one
	for i, at := range places {
		word := fmt.Sprintf("%s%c", mark, 'a'+i)
		piece := rapid.SampledFrom([]string{
			"W", " W ", "W ", " W", "W.", " (W) ", "{W}", "[W]", " *W", "W*", "; W\n", "\n% W\n", "\n%W\n", "(W", "{W", "W)", "W}", `"W"`, "<W>", "-W", "W:", "$W",
			" 1-0 W\n", " drawn. W\n", " *\n1-0\n", " * 1/2-1/2 W\n", "1-0W", "\n[W \"x\"]\n", "\n[Event \"W\"]\n", "\n[Result \"W\"]\n", "\n[Site \"W\" ", "W± ", " +- W ", " - W ", "/W/",
			"\nBlack wins, W\n", "\n\nW\n\n", "W, ", "«W»", "_W_", "**W**", "{a {W} b}", "$5W", "!W", "1. W ", "7 W 8 ", " Black resigns W\n", " Black lost on time, W\n", " * White resigned W\n", " White loses on time W 0-1\n", " won by White after W\n", " drawn W\n", " good W move ", "\n[Result \"Black wins W\"]\n", "…W", " … W ",
		}).Draw(t, "piece")
		text = text[:at] + strings.Replace(piece, "W", word, 1) + text[at:]
		if strings.Contains(piece, "W") {
			words = append(words, word)
		}
	}
	return text, words
}

// TestNothingDisappears: each word of a text stands in what is written of its games, or in what is said about them.
func TestNothingDisappears(t *testing.T) {
	texts := []string{longGame}
	names, err := filepath.Glob("testdata/*.pdn")
	require.NoError(t, err)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		texts = append(texts, strings.SplitAfter(string(text), "\n\n")...)
	}
	for _, cases := range foreignCases {
		for text := range cases {
			texts = append(texts, text)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.SampledFrom(texts), rapid.Custom(func(t *rapid.T) string { return written(t, drawGame(t)) })).Draw(t, "text")
		text, words := scattered(t, text)
		kept, leftOut := keptOf(t, text)
		for _, word := range words {
			if !strings.Contains(leftOut, word) {
				require.Contains(t, kept, word, "%q", text)
			}
		}
	})
}

// keptOf returns what is written of the games of a text, with what is said about them, and the text of the games that cannot be written.
func keptOf(t require.TestingT, text string) (kept, leftOut string) {
	var out strings.Builder
	last, unwritten := 0, false // the end of the game before, and whether it could not be written
	r := NewReader(strings.NewReader(text))
	for g, err := range r.Told(func(r Remark) { fmt.Fprintln(&out, r.In("a.pdn")) }) {
		var broken *GameError
		if g == nil || err != nil && !errors.As(err, &broken) {
			require.ErrorIs(t, err, ErrNoGame)
			fmt.Fprintln(&out, err)
			break
		}
		begin, end := r.Span()
		failed := Write(&out, g) != nil
		if failed || unwritten {
			leftOut += text[last:begin]
		}
		if failed {
			leftOut += text[begin:end]
			require.NotNil(t, broken)
		}
		last, unwritten = end, failed
	}
	if unwritten {
		leftOut += text[last:]
	}
	_, err := r.Read()
	require.Error(t, err)
	require.True(t, err == io.EOF || errors.Is(err, ErrNoGame))
	return strings.ToLower(strings.ReplaceAll(out.String(), "\n", " ")), strings.ToLower(leftOut)
}

// TestToldOnce: each remark is told once, also where a text has no game.
func TestToldOnce(t *testing.T) {
	for text, want := range map[string][]string{
		"% a\n":                                {`a.pdn:1: game 0: doubt: "% a" belongs to no game and is left out`},
		"1. 11-15 *\n1-0\n":                    {`a.pdn:2: game 1: doubt: "1-0" belongs to no game and is left out`},
		"1. 11-15 2\x003-19\n{a\x00b} *\n\x00": {`a.pdn:3: game 1: doubt: bytes 00 are left out of the text: 2`},
		"1. 11-15 hm *\n\n0-1\n":               {`a.pdn:1: game 1: doubt: "hm" is neither a move nor a comment; it is kept as a comment`, `a.pdn:3: game 1: doubt: "0-1" belongs to no game and is left out`},
	} {
		var told []string
		for range NewReader(strings.NewReader(text)).Told(func(r Remark) { told = append(told, r.In("a.pdn")) }) {
		}
		require.Equal(t, want, told, "%q", text)
	}
}
