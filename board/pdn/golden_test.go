package pdn

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// readAll returns the games of a stream and, for each, what was wrong with it.
func readAll(t require.TestingT, from io.Reader) ([]*Game, []*GameError) {
	var games []*Game
	var errs []*GameError
	for r := NewReader(from); ; {
		g, err := r.Read()
		if err == io.EOF || errors.Is(err, ErrNoGame) {
			return games, errs
		}
		var broken *GameError
		if err != nil {
			require.True(t, errors.As(err, &broken), "%v", err)
			require.NotEmpty(t, broken.Problems)
			require.Equal(t, len(games)+1, broken.Game)
		}
		require.NotNil(t, g)
		games, errs = append(games, g), append(errs, broken)
	}
}

// The files in testdata hold every leniency that is met in files. Beside each stands
// what is read, in strict notation, and behind each broken game its number and lines.
func TestReadFiles(t *testing.T) {
	names, err := filepath.Glob("testdata/*.pdn")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			file, err := os.Open(name)
			require.NoError(t, err)
			defer file.Close()
			want, err := os.ReadFile(strings.TrimSuffix(name, ".pdn") + ".want")
			require.NoError(t, err)
			require.Equal(t, string(want), transcript(t, file))
		})
	}
}

func transcript(t *testing.T, from io.Reader) string {
	var b strings.Builder
	games, errs := readAll(t, from)
	for i, g := range games {
		if err := Write(&b, g); err != nil {
			fmt.Fprintf(&b, "not to be written: %v %v %s\n\n", g.Tags, g.Comments, g.Result)
		}
		if errs[i] == nil {
			continue
		}
		for _, p := range errs[i].Problems {
			fmt.Fprintf(&b, "! game %d, line %d\n", errs[i].Game, p.Line)
		}
		b.WriteString("\n")
	}
	return b.String()
}
