package pdn

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Nothing makes the reader fail, and what it reads without complaint is written and
// read again the same, without any leniency.
func FuzzRead(f *testing.F) {
	names, err := filepath.Glob("testdata/*.pdn")
	require.NoError(f, err)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(string(text))
		for part := range strings.SplitSeq(string(text), "*\n") {
			f.Add(part)
		}
	}
	f.Add(twoWays + "6x22 (6x22 10-7) 31-27 1-5 9-6 *")
	f.Add(thereAndBack + "15x31 12-8 31x15 8-4 *")
	for _, cases := range foreignCases {
		for text := range cases {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		games, errs := readAll(t, strings.NewReader(text))
		for i, g := range games {
			if errs[i] != nil {
				continue
			}
			text := written(t, g)
			again, errs := readAll(t, strings.NewReader(text))
			require.Len(t, again, 1)
			require.Nil(t, errs[0])
			require.Equal(t, g, again[0])
			require.Empty(t, leniencies(t, text), text)
		}
	})
}
