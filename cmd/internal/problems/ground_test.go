package problems

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
)

// TestGround has a position of each theme, and neighbours that are none.
func TestGround(t *testing.T) {
	for _, test := range []struct{ fen, theme, keys string }{
		{"W:W8,21:B11,14,22,K30", makeAKing, "8-3 8-4"},
		{"W:W20,26,27,31,32:B2,12,18,19,21", "", ""},
	} {
		p := position(t, test.fen)
		keys, theme := groundOf(p)
		texts := moveTexts(p, keys)
		slices.Sort(texts)
		require.Equal(t, test.theme, theme, test.fen)
		require.Equal(t, test.keys, strings.Join(texts, " "), test.fen)
	}
}

// TestGroundGames makes ground problems of a few games: each passes the check by other rules, its rating is in the bands of newcomers, and
// its wrong moves are wrong for the plain tree too. The usual claims are not looked for, and a second run adds nothing.
func TestGroundGames(t *testing.T) {
	db := databases(t)
	w := Work{Seed: 3, Games: 12, Weakest: 2, Nodes: firstNodes, Ground: true}
	journal := filepath.Join(t.TempDir(), "j.jsonl")
	looks, err := Make(t.Context(), w, NewPool(db, 2), journal, func(int, int) {})
	require.NoError(t, err)
	again, err := Make(t.Context(), w, NewPool(db, 1), journal, func(int, int) {})
	require.NoError(t, err)
	require.Equal(t, looks, again)
	chosen, _ := Choose(looks, nil, Quota{{Claim: suite.Ground}: 3})
	require.Greater(t, len(chosen), 10)
	rated, err := Rated(db, chosen)
	require.NoError(t, err)
	checker := NewChecker(db, 0)
	wrong := 0
	perBand := map[string]int{}
	for _, p := range rated {
		require.Equal(t, suite.Ground, p.Claim)
		require.Positive(t, p.Rating)
		require.Contains(t, p.KeyMoves, p.Line[0])
		perBand[p.Themes[0]+string(rune('0'+int(p.Rating/bandWidth)))]++
		if _, err := checker.Check(t.Context(), p); err != nil {
			require.ErrorContains(t, err, "searches of 150000 nodes", p.ID)
			wrong++
		}
	}
	require.Less(t, wrong, len(rated)/2, "a longer search disagrees now and then")
	for band, n := range perBand {
		require.LessOrEqual(t, n, 3, band)
	}

	bad := rated[0]
	bad.Themes = []string{"another"}
	_, err = checker.Check(t.Context(), bad)
	require.ErrorContains(t, err, "by a plain tree the theme is")
	bad = rated[0]
	bad.KeyMoves = legal(bad.Position)
	bad.Line = bad.KeyMoves[:1]
	_, err = checker.Check(t.Context(), bad)
	require.ErrorContains(t, err, "the right moves are")

	look := looks[0]
	task := w.task(look.Number)
	require.NoError(t, look.Check(task))
	task.Ground = false
	require.ErrorContains(t, look.Check(task), "in a look for others")
}

// TestGroundRating: who sees nothing has the least rating, and a problem that most moves solve is none.
func TestGroundRating(t *testing.T) {
	f := NewFinder(databases(t))
	p := position(t, "B:WK6,8,10,17:B5,25,27")
	keys, theme := groundOf(p)
	require.Equal(t, makeAKing, theme)
	rating, deviation := f.rateGround(p, keys)
	require.Less(t, rating, float64(lowRating))
	require.EqualValues(t, wideDeviation, deviation)
	hard, _ := f.rateGround(p, []board.Move{legal(p)[0]})
	require.Greater(t, hard, rating)
}
