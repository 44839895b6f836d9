package pdncheck

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is wrong with any text is listed as lines and as JSON, and the clean file has nothing wrong.
func FuzzRead(f *testing.F) {
	f.Add("1. 11-15 22-18 *\n\n1. 11-15 22-18 *\n\n1. 11-15 1-2 {x} 1-0\n")
	f.Add("[FEN \"nonsense\"]\n[Result \"2-0\"]\n1. 9-13 $300 (9-14) *")
	f.Fuzz(func(t *testing.T, text string) {
		var lines, clean, asJSON strings.Builder
		list := NewList(&lines, false, true, &clean)
		if err := list.Read("games.pdn", strings.NewReader(text)); err != nil {
			require.ErrorContains(t, err, "games.pdn: ")
			return
		}
		var broken *BrokenError
		if err := list.Finish(); err != nil {
			require.ErrorAs(t, err, &broken)
		}
		require.Equal(t, list.Broken > 0, broken != nil)
		require.LessOrEqual(t, list.Broken+list.LeftOut, 2*list.Games)

		again := NewList(&asJSON, true, true, &strings.Builder{})
		require.NoError(t, again.Read("games.pdn", strings.NewReader(text)))
		if err := again.Finish(); !errors.As(err, new(*BrokenError)) {
			require.NoError(t, err)
		}
		require.True(t, json.Valid([]byte(asJSON.String())))
		require.Equal(t, len(again.Findings)+1, strings.Count(lines.String(), "\n"))

		if list.Games > list.LeftOut {
			tidy := NewList(&strings.Builder{}, false, true, &strings.Builder{})
			require.NoError(t, tidy.Read("clean.pdn", strings.NewReader(clean.String())))
			require.Equal(t, list.Games-list.LeftOut, tidy.Games)
			require.Zero(t, tidy.Broken)
			require.Zero(t, tidy.Leniencies)
		}
	})
}
