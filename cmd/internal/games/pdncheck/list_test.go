package pdncheck

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board/pdn"
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

// The clean file has the name of an opening where it was asked for and the game does not tell it.
func TestOpenings(t *testing.T) {
	for named, want := range map[bool][]string{false: {"", "mine", "", "", ""}, true: {"Pioneer", "mine", "", "Switcher", ""}} {
		var clean strings.Builder
		list := NewList(&strings.Builder{}, false, false, &clean)
		list.Openings = named
		require.NoError(t, list.Read("games.pdn", strings.NewReader("1. 11-16 21-17 2. 9-14 25-21 *\n[Opening \"mine\"] 1. 11-15 *\n"+
			"[FEN \"B:W15:B11\"] *\n[FEN \"W:W21-32:B1-10,12,15\"] 1. 21-17 *\n[FEN \"nonsense\"] *\n[GameType \"20\"] 1. 32-28 *\n[Event \"none\"] *")))
		var got []string
		for g, err := range pdn.Read(strings.NewReader(clean.String())) {
			require.NoError(t, err)
			got = append(got, g.Tags.Get("Opening"))
		}
		require.Equal(t, want, got)
	}
}
