package cli

import (
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
)

func TestDecoders(t *testing.T) {
	var flags struct {
		Nodes  uint64
		Hash   int
		Levels []int
		Wait   time.Duration
		Names  []string `arg:"" optional:""`
	}
	parser, err := kong.New(&flags, Decoders()...)
	require.NoError(t, err)
	_, err = parser.Parse([]string{"--nodes=18446744073709551615", "--hash=-3", "--levels=1,2", "--wait=1500", "lat\xe9.pdn", "a,b"})
	require.NoError(t, err)
	require.Equal(t, uint64(18446744073709551615), flags.Nodes)
	require.Equal(t, -3, flags.Hash)
	require.Equal(t, 1500*time.Millisecond, flags.Wait, "a plain number is milliseconds")
	require.Equal(t, []int{1, 2}, flags.Levels)
	require.Equal(t, []string{"lat\xe9.pdn", "a,b"}, flags.Names, "the bytes of a name stay")
	for argument, want := range map[string]string{
		"--nodes=-5":                   "--nodes: -5 is less than 0",
		"--nodes=abc":                  `--nodes: "abc" is not a whole number`,
		"--wait=soon":                  `--wait: "soon" is no time: a number of milliseconds, or one with a unit, as in 200ms, 1.5s or 1m30s`,
		"--wait=9223372036854775807":   `--wait: "9223372036854775807" is no time: a number of milliseconds, or one with a unit, as in 200ms, 1.5s or 1m30s`,
		"--nodes":                      "--nodes: a value is missing",
		"--hash=1.5":                   `--hash: "1.5" is not a whole number`,
		"--nodes=99999999999999999999": "--nodes: 99999999999999999999 is out of range",
	} {
		_, err := parser.Parse([]string{argument})
		require.EqualError(t, err, want)
	}
}

// A plain number of seconds was usual for patience; everything else has a unit.
func TestPatience(t *testing.T) {
	for text, want := range map[string]time.Duration{"30": 30 * time.Second, "500ms": 500 * time.Millisecond, "2m": 2 * time.Minute} {
		var flags struct{ Patience Patience }
		parser, err := kong.New(&flags, Decoders()...)
		require.NoError(t, err)
		_, err = parser.Parse([]string{"--patience", text})
		require.NoError(t, err)
		require.Equal(t, want, time.Duration(flags.Patience))
		_, err = parser.Parse([]string{"--patience", "soon"})
		require.ErrorContains(t, err, `"soon" is no time`)
	}
}
