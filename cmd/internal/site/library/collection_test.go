package library

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCollection(t *testing.T) {
	var text strings.Builder
	for i := range 300 {
		fmt.Fprintf(&text, "[Event \"<b>%d</b>\"]\n[Black \"A%d\"]\n[White \"B\"]\n[Result \"1-0\"]\n1. 11-15 23-19 2. 8-11 22-17 *\n\n", i, i)
	}
	c, err := newCollection("x.pdn", []byte(text.String()), whole)
	require.NoError(t, err)
	require.Equal(t, 300, c.Games)
	g, _, err := c.read(123)
	require.NoError(t, err)
	require.Equal(t, "A122", g.Tags.Get("Black"))
	l := &openCollections{room: collectionBytes}
	l.add(c)
	page, err := (&visit{library: &Library{collections: l}}).games(t.Context(), nil, GamesRequest{
		Collection: c.ID, Text: "a12 11-15 23-19", Position: "W:W21-32:B1-10,12,15", Count: 5})
	require.NoError(t, err)
	require.Equal(t, 11, page.Found) // A12 and A120 to A129
	require.Len(t, page.Games, 5)
	named, err := newCollection("x.pdn", []byte("1. 11-16 21-17 2. 9-14 25-21 *\n\n[Opening \"My line\"]\n1. 9-14 22-17 2. 11-16 25-22 8-11 *\n\n1. 9-14 *\n"), whole)
	require.NoError(t, err)
	l.add(named)
	page, err = (&visit{library: &Library{collections: l}}).games(t.Context(), nil, GamesRequest{Collection: named.ID, Text: " pioneer", Field: "opening", Count: 5})
	require.NoError(t, err)
	require.Equal(t, 2, page.Found, "by another order of moves, and by the name that the tag does not have")
	require.Equal(t, []string{"Pioneer", "My line", "Double Corner"}, []string{page.Games[0].Opening, page.Games[1].Opening, named.games[2].head.Opening})
	_, err = newCollection("x.pdn", nil, whole)
	require.Error(t, err)
	_, err = newCollection("x.pdn", []byte("good morning"), whole)
	require.ErrorContains(t, err, "x.pdn: no game in it: line 1: ")
	c, err = newCollection("x.pdn", []byte("1. 11-15 *\n\n[GameType \"25\"]\n[Result \"2-0\"]\n1. c3-d4 f6-g5 2-0\n"), whole)
	require.NoError(t, err)
	require.Equal(t, "Russian draughts, not English draughts", c.games[1].head.Moves)
	require.Equal(t, "*", c.games[1].head.Result)
	_, _, err = c.read(2)
	require.ErrorContains(t, err, "Russian draughts")
}

// What is wrong with a game and what is in doubt is told with the game, by the lines of its file.
func TestProblemsOfGame(t *testing.T) {
	c, err := newCollection("x.pdn", []byte("1. 11-15 *\n\n1. 11-15\n(1. 1-32)\n23-19 hm *\n"), whole)
	require.NoError(t, err)
	l := &openCollections{room: collectionBytes}
	l.add(c)
	found, err := (&visit{library: &Library{collections: l}}).game(t.Context(), nil, GameRequest{c.ID, 2})
	require.NoError(t, err)
	require.Len(t, found.Problems, 2)
	require.Contains(t, found.Problems[0], "line 4: ")
	require.Contains(t, found.Problems[0], "the variation is kept as a comment")
	require.Contains(t, found.Problems[1], `line 5: "hm" is neither a move nor a comment`)
}
