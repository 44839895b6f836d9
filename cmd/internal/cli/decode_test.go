package cli

import (
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
)

func TestDecoders(t *testing.T) {
	var flags struct {
		Nodes  uint64
		Hash   int
		Levels []int
		Names  []string `arg:"" optional:""`
	}
	parser, err := kong.New(&flags, Decoders()...)
	require.NoError(t, err)
	_, err = parser.Parse([]string{"--nodes=18446744073709551615", "--hash=-3", "--levels=1,2", "lat\xe9.pdn", "a,b"})
	require.NoError(t, err)
	require.Equal(t, uint64(18446744073709551615), flags.Nodes)
	require.Equal(t, -3, flags.Hash)
	require.Equal(t, []int{1, 2}, flags.Levels)
	require.Equal(t, []string{"lat\xe9.pdn", "a,b"}, flags.Names, "the bytes of a name stay")
	for argument, want := range map[string]string{
		"--nodes=-5":                   "--nodes: -5 is less than 0",
		"--nodes=abc":                  `--nodes: "abc" is not a whole number`,
		"--nodes":                      "--nodes: a value is missing",
		"--hash=1.5":                   `--hash: "1.5" is not a whole number`,
		"--nodes=99999999999999999999": "--nodes: 99999999999999999999 is out of range",
	} {
		_, err := parser.Parse([]string{argument})
		require.EqualError(t, err, want)
	}
}
