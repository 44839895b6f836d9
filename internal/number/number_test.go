package number

import (
	"encoding/json"
	"math/big"
	"strconv"
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

// TestInWords: an error names the field of JSON, and nothing of Go.
func TestInWords(t *testing.T) {
	type Limits struct {
		Nodes uint64 `json:"nodes"`
	}
	var o struct {
		Limits
		Inner struct {
			Depth int `json:"depth"`
		} `json:"inner"`
	}
	for text, want := range map[string]string{
		`{"nodes":1000.00000000000000000001}`: "field nodes cannot be a number 1000.00000000000000000001",
		`{"nodes":99999999999999999999}`:      "field nodes cannot be a number 99999999999999999999",
		`{"nodes":""}`:                        "field nodes cannot be a string",
		`{"inner":{"depth":1e400}}`:           "field inner.depth cannot be a number 1e400",
		`[]`:                                  "it cannot be a array",
		`{"nodes":1} x`:                       "invalid character 'x' after top-level value",
	} {
		require.EqualError(t, InWords(json.Unmarshal([]byte(text), &o), []byte(text)), want, text)
	}
	var any map[string]any
	for text, want := range map[string]string{
		`{"nodes": 1e400,"depth":1}`:         "field nodes cannot be a number 1e400",
		`{"nodes":1,"depth":-1e400}`:         "field depth cannot be a number -1e400",
		`{"text":"a: b","moves":[1, 1e999]}`: "field moves cannot be a number 1e999",
		"3":                                  "it cannot be a number",
	} {
		require.EqualError(t, InWords(json.Unmarshal([]byte(text), &any), []byte(text)), want, text)
	}
	require.NoError(t, InWords(nil, nil))
}

// TestPlainIsExact compares the digits with those of package big.
func TestPlainIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[+-]?\d{1,12}(\.\d{0,12})?([eE][+-]?\d{1,2})?`).Draw(t, "text")
		want := text // a number that Go reads stays
		if _, err := strconv.Atoi(text); err == nil && text[0] != '+' {
			return
		}
		if n, ok := new(big.Rat).SetString(text); ok && n.IsInt() {
			want = n.Num().String()
		}
		require.Equal(t, want, Plain(text))
	})
}
