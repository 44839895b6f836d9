package match

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
)

// writeGames writes a file of PDN with games: BLACK WHITE RESULT OPENING.
func writeGames(t *testing.T, event string, games ...string) string {
	t.Helper()
	var text strings.Builder
	for i, game := range games {
		words := strings.Fields(game)
		fmt.Fprintf(&text, "[Event %q]\n[Round \"%d\"]\n[Black %q]\n[White %q]\n[Result %q]\n[Opening %q]\n\n1. 11-15 %s\n\n",
			event, i+1, words[0], words[1], words[2], words[3], words[2])
	}
	path := filepath.Join(t.TempDir(), "games.pdn")
	require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o600))
	return path
}

func TestRatingList(t *testing.T) {
	var g RatedGames
	games := []string{"A B 1-0 001", "B A 0-1 001", "A B 1/2-1/2 002", "B A 1/2-1/2 002", "B C 1-0 001", "C B 1/2-1/2 001", "A C * 001"}
	require.NoError(t, g.Read(writeGames(t, "Club", games...)))
	list, err := g.List("B", 1500)
	require.NoError(t, err)
	require.Equal(t, 6, list.Games)
	require.Equal(t, 3, list.Pairs)
	require.Equal(t, 1, list.Unfinished)
	var names []string
	for i, e := range list.Engines {
		names = append(names, e.Name)
		require.Equal(t, 0.5, list.Superior[i][i])
	}
	require.Equal(t, []string{"A", "B", "C"}, names)
	a, b, c := list.Engines[0], list.Engines[1], list.Engines[2]
	require.Equal(t, Rating{Name: "B", Elo: 1500, Games: 6, Wins: 1, Draws: 3, Losses: 2, Score: 2.5 / 6}, b)
	require.Greater(t, a.Elo, 1500.0)
	require.Less(t, c.Elo, 1500.0)
	require.Equal(t, 0.75, a.Score)
	require.Equal(t, []int{2, 2, 0}, []int{a.Wins, a.Draws, a.Losses})

	want, err := stats.Rate(3, []stats.RatedGame{{Black: 0, White: 1, Points: 2, Pair: 0}, {Black: 1, White: 0, Points: 0, Pair: 0}, {Black: 0, White: 1, Points: 1, Pair: 1}, {Black: 1, White: 0, Points: 1, Pair: 1},
		{Black: 1, White: 2, Points: 2, Pair: 2}, {Black: 2, White: 1, Points: 1, Pair: 2}})
	require.NoError(t, err)
	elo, width := want.Difference(0, 1)
	require.InDelta(t, 1500+elo, a.Elo, 1e-9)
	require.InDelta(t, width, a.Error, 1e-9, "the pairs are found")
	require.InDelta(t, want.Superior(1, 2), list.Superior[1][2], 1e-12)
	require.Contains(t, list.String(), "1 game without a result did not count")
	require.NoError(t, list.Chart().Save(filepath.Join(t.TempDir(), "r.svg")))

	mean, err := g.List("", 0)
	require.NoError(t, err)
	require.InDelta(t, 0, mean.Engines[0].Elo+mean.Engines[1].Elo+mean.Engines[2].Elo, 1e-9)
	_, err = g.List("D", 0)
	require.ErrorContains(t, err, `there is no engine "D"; there are A, B, C`)
	require.NoError(t, g.Read(writeGames(t, "Club", "D E 1-0 1")))
	_, err = g.List("", 0)
	require.ErrorContains(t, err, `no games connect the engines "A" with "D": there is no common scale`)
	var none RatedGames
	path := writeGames(t, "Club", "A B * 1")
	require.NoError(t, none.Read(path))
	_, err = none.List("", 0)
	require.EqualError(t, err, path+": there are no games with a result")
	require.EqualError(t, none.Read("/none"), "stat /none: no such file or directory")
}

// A match counts once, though its journal and its PDN are given; its ratings are those of its report.
func TestRatingsOfAMatch(t *testing.T) {
	p := planOf(t, 4, engineOf("A"), engineOf("B"), engineOf("C"))
	standings := NewStandings(p)
	journal := filepath.Join(t.TempDir(), "x.match")
	j, err := CreateJournal(journal, Header{ID: "XYZ", Games: 4, Conditions: p.Written()})
	require.NoError(t, err)
	var games []string
	for _, f := range p.Schedule() {
		result := []string{"1-0", "1/2-1/2", "0-1", "1-0", "1/2-1/2"}[f.Number%5]
		r := Record{Game: f.Number, Opening: p.Opening(f).ID, Black: f.Black, White: f.White, Result: result, Ending: "no move"}
		standings.Add(r)
		require.NoError(t, j.Add(r))
		games = append(games, fmt.Sprint(p.Engines[f.Black].Name, " ", p.Engines[f.White].Name, " ", result, " ", p.Opening(f).ID))
	}
	require.NoError(t, j.Close())
	var g RatedGames
	require.NoError(t, g.Read(journal))
	require.NoError(t, g.Read(writeGames(t, "Zonda match XYZ", games...)))
	list, err := g.List("", 0)
	require.NoError(t, err)
	require.Equal(t, len(games), list.Games)
	require.Equal(t, len(games), list.Twice)
	require.Equal(t, len(games)/2, list.Pairs)
	ratings := map[string]Rating{}
	for _, e := range list.Engines {
		ratings[e.Name] = e
	}
	for _, e := range standings.Report("XYZ", nil).Engines {
		require.InDelta(t, ratings[e.Name].Elo, *e.Rating, 1e-9)
		require.InDelta(t, ratings[e.Name].Error, *e.RatingError, 1e-9)
		require.Equal(t, ratings[e.Name].Score, e.Score)
	}
	require.ErrorContains(t, g.Read(writeJournal(t, "nonsense\n")), "this is no journal of a match")
	require.Error(t, g.Read(filepath.Join(t.TempDir(), "none.pdn")))
}

func writeJournal(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "y.match")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestParseAnchor(t *testing.T) {
	name, elo, err := ParseAnchor("a=b=-12.5")
	require.NoError(t, err)
	require.Equal(t, "a=b -12.5", fmt.Sprint(name, " ", elo))
	for _, wrong := range []string{"", "a", "a=", "=1", "a=x", "a=NaN", "a=1e9"} {
		_, _, err := ParseAnchor(wrong)
		require.ErrorContains(t, err, "is not NAME=ELO", wrong)
	}
}
