package main

import (
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
)

// TestOldFlags gives each old flag to a command that had it: the flag is read under the name that it has now.
func TestOldFlags(t *testing.T) {
	t.Parallel()
	parser := kong.Must(new(arguments), options(t.Context())...)
	flagsOf := map[string][]string{}
	require.NoError(t, kong.Visit(parser.Model, func(node kong.Visitable, next kong.Next) error {
		if command, ok := node.(*kong.Command); ok {
			for _, f := range command.Flags {
				name := strings.TrimPrefix(command.FullPath(), "zonda ")
				flagsOf[name] = append(flagsOf[name], f.Name)
			}
		}
		return next(nil)
	}))
	for _, f := range oldFlags {
		found := false
		for name, flags := range flagsOf {
			if name == f.command || strings.HasPrefix(name, f.command+" ") {
				require.NotContains(t, flags, f.old, "%s has --%s under its old name", name, f.old)
				for _, flag := range flags {
					found = found || flag == f.now
				}
			}
		}
		require.True(t, found, "no command %s has --%s", f.command, f.now)
		var warnings strings.Builder
		was, is := "1", "1"
		if f.value != nil {
			is = f.value(was)
		}
		words := append(strings.Fields(f.command), "x", "--"+f.old+"="+was, "--", "--"+f.old)
		now := renamed(words, &warnings)
		require.Equal(t, append(strings.Fields(f.command), "x", "--"+f.now+"="+is, "--", "--"+f.old), now)
		require.Equal(t, "zonda: warning: --"+f.old+" is now --"+f.now+"; the old name works until the next version\n", warnings.String())
	}
	var warnings strings.Builder
	require.Equal(t, []string{"dxp", "--tc", "12:00", "--tc=inf"}, renamed([]string{"dxp", "--minutes", "12", "--minutes=0"}, &warnings))
	require.Equal(t, []string{"perft", "--depth", "3", "B:W32:B1"}, renamed([]string{"perft", "--depth", "3", "--fen", "B:W32:B1"}, &warnings))
	require.Equal(t, []string{"perft", "B:W32:B1"}, renamed([]string{"perft", "--fen=B:W32:B1"}, &warnings))
	require.Equal(t, []string{"match", "--time=1"}, renamed([]string{"match", "--time=1"}, &warnings))
}
