package number

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "-3": "-3", "+5": "5", "1e3": "1000", "1e+05": "100000", "1E5": "100000", "1000.0": "1000", "1000.": "1000", "1.5e1": "15", " 7\t": "7", "-0": "-0", "-2e1": "-20",
		"1200e-2": "12", "18446744073709551615": "18446744073709551615", "1.8446744073709551615e19": "18446744073709551615",
		"1.5": "1.5", "": "", "x": "x", "1e": "1e", "1e999999999": "1e999999999", "0x10": "0x10", "1 2": "1 2", "1/1": "1/1", ".5": ".5", "--1": "--1",
	} {
		require.Equal(t, want, Plain(text), "%q", text)
	}
}

func TestPlainJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"nodes":1e+05,"depth":3.0,"fen":"1e3 \" 2.0","x":[1.5,-1e1]}`: `{"nodes":100000,"depth":3,"fen":"1e3 \" 2.0","x":[1.5,-10]}`,
		"\xEF\xBB\xBF{\"a\": 1e2}":                                      `{"a": 100}`,
		"\xEF\xBB\xBF{}":                                                "{}",
		`"1e2`:                                                          `"1e2`,
		`1e2 nonsense`:                                                  "100 nonsense",
		"":                                                              "",
	} {
		require.Equal(t, want, string(PlainJSON([]byte(text))), "%q", text)
	}
}

// TestPlainJSONKeepsItsMeaning: the values stay, and what is no JSON is none afterwards.
func TestPlainJSONKeepsItsMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.StringMatching(`(\{"a":|\[|")?-?[0-9]{1,3}(\.[0-9]{0,2})?([eE][+-]?[0-9])?[\]}", ]*`), rapid.String()).Draw(t, "text")
		var before, after any
		failed := json.Unmarshal([]byte(text), &before)
		plain := PlainJSON([]byte(text))
		if err := json.Unmarshal(plain, &after); failed == nil {
			require.NoError(t, err)
			require.Equal(t, before, after)
		}
	})
}
