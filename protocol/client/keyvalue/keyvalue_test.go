package keyvalue

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	all, err := Parse(` score=200  twosided "a b"='c d' e= `, "twosided")
	require.NoError(t, err)
	require.Equal(t, []Word{{"score", "200"}, {"twosided", ""}, {"a b", "c d"}, {"e", ""}}, all)
	for text, want := range map[string]string{
		"twosided": `"twosided" has no =; a value with blanks stands in quotes`,
		"a=1 a=2":  `"a" is given twice`,
		"a='1":     `a quote is left open before "1"`,
	} {
		_, err := Parse(text)
		require.EqualError(t, err, want)
	}
}

func TestValues(t *testing.T) {
	n, err := Word{"score", "5"}.Number(5)
	require.NoError(t, err)
	require.Equal(t, 5, n)
	for value, want := range map[string]string{
		"4": "score: 4 is less than 5", "x": `score: "x" is no whole number`, "": `score: "" is no whole number`,
		"99999999999999999999": `score: "99999999999999999999" is out of range`,
	} {
		_, err := Word{"score", value}.Number(5)
		require.EqualError(t, err, want)
	}
	for value, want := range map[string]bool{"": true, "on": true, "True": true, "off": false, "false": false} {
		is, err := Word{"restart", value}.Switch()
		require.NoError(t, err)
		require.Equal(t, want, is)
	}
	_, err = Word{"restart", "auto"}.Switch()
	require.EqualError(t, err, `restart: "auto" is neither on nor off`)
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-z '"\\.]{0,5}`)
		all := rapid.SliceOfDistinct(rapid.Custom(func(t *rapid.T) Word { return Word{text.Draw(t, "key"), text.Draw(t, "value")} }),
			func(w Word) string { return w.Key }).Draw(t, "words")
		read, err := Parse(Join(all))
		require.NoError(t, err)
		require.ElementsMatch(t, all, read)
	})
}
