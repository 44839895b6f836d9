package library

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// numbers returns the numbers of the games that fit.
func numbers(t *testing.T, c *collection, q GamesRequest) (found []int) {
	t.Helper()
	hits, err := c.find(q)
	require.NoError(t, err)
	for _, at := range hits {
		found = append(found, at.index+1)
	}
	return found
}

//go:embed testdata/searched.pdn
var searched string

// Games are found by all words of their heads and by their first moves, sorted by every column, and those with the same moves are told.
func TestFind(t *testing.T) {
	c, err := newCollection("x.pdn", []byte(searched), whole)
	require.NoError(t, err)
	for _, asked := range []struct {
		want []int
		q    GamesRequest
	}{
		{[]int{1, 2}, GamesRequest{Text: "nair"}},
		{[]int{2}, GamesRequest{Text: " NAIR  2025 "}},
		{[]int{1, 4}, GamesRequest{Text: "spring", Field: "event"}},
		{nil, GamesRequest{Text: "spring", Field: "player"}},
		{[]int{1, 2, 4}, GamesRequest{Text: "11-15 23-19"}},
		{[]int{1, 3}, GamesRequest{Text: "hale 11-15"}},
		{[]int{2, 3}, GamesRequest{Text: "costa"}},
		{[]int{3}, GamesRequest{Result: "1/2-1/2"}},
		{[]int{1, 4}, GamesRequest{Twins: true, Sort: "length", Down: true}},
		{[]int{3, 1, 2, 4, 5, 6}, GamesRequest{Sort: "black"}},
		{[]int{4, 2, 1, 3, 5, 6}, GamesRequest{Sort: "black", Down: true}},
		{[]int{2, 1, 3, 4, 5, 6}, GamesRequest{Sort: "date"}},
		{[]int{6, 5, 4, 3, 2, 1}, GamesRequest{Down: true}},
		{[]int{2, 1, 3, 4, 5, 6}, GamesRequest{Sort: "length"}},
	} {
		require.Equal(t, asked.want, numbers(t, c, asked.q), "%+v", asked.q)
	}
	require.True(t, c.games[1].head.Notes)
	require.False(t, c.games[2].head.Notes, "a clock is no comment")
	require.Equal(t, []int{4, 0, 0, 1}, []int{c.games[0].head.Twin, c.games[1].head.Twin, c.games[2].head.Twin, c.games[3].head.Twin})
	_, err = c.find(GamesRequest{Sort: "colour"})
	require.ErrorContains(t, err, `games cannot be sorted by "colour"`)
}

// A position is found in either order of moves, with colours exchanged, as a formation and by its material.
func TestFindPosition(t *testing.T) {
	c, err := newCollection("x.pdn", []byte(searched), whole)
	require.NoError(t, err)
	after := c.games[0].at(4).FEN()
	require.Equal(t, []int{1, 3, 4}, numbers(t, c, GamesRequest{Position: after}))
	first := c.games[4].at(1).Mirror() // after 22-18 by White, seen from the other side: 11-15
	require.Equal(t, []int{1, 2, 3, 4}, numbers(t, c, GamesRequest{Position: first.FEN()}))
	require.Equal(t, []int{1, 2, 3, 4, 5}, numbers(t, c, GamesRequest{Position: first.FEN(), Reversed: true}))
	at := func(q GamesRequest) []int {
		hits, err := c.find(q)
		require.NoError(t, err)
		plies := make([]int, len(hits))
		for i, h := range hits {
			plies[i] = h.ply
		}
		return plies
	}
	require.Equal(t, []int{1, 1, 1, 1, 1}, at(GamesRequest{Position: first.FEN(), Reversed: true}))

	fen := "W:W17,19:B11,15"
	require.Equal(t, []int{1, 3, 4}, numbers(t, c, GamesRequest{Position: fen, AtLeast: true}))
	require.Equal(t, []int{1, 2, 3, 4}, numbers(t, c, GamesRequest{Position: fen, AtLeast: true, Formation: []int{15, 19}}))
	require.Equal(t, []int{5}, numbers(t, c, GamesRequest{Position: "B:W19:B9", AtLeast: true, Formation: []int{19}, Reversed: true, Text: "changed"}), "no white man on 19, but a black one on 14: 19 of the turned board")
	_, err = c.find(GamesRequest{Position: fen, AtLeast: true, Formation: []int{33}})
	require.ErrorContains(t, err, "no square 33")
	_, err = c.find(GamesRequest{Position: fen, AtLeast: true, Formation: []int{1}})
	require.ErrorContains(t, err, "none of the squares has a piece")

	material := func(black, white, plies int) *Material {
		return &Material{BlackKings: black, WhiteKings: white, Plies: plies}
	}
	require.Equal(t, []int{6}, numbers(t, c, GamesRequest{Material: material(3, 2, 5)}))
	require.Empty(t, numbers(t, c, GamesRequest{Material: material(3, 2, 6)}))
	require.Empty(t, numbers(t, c, GamesRequest{Material: material(2, 3, 0)}))
	require.Equal(t, []int{6}, numbers(t, c, GamesRequest{Material: material(2, 3, 0), Reversed: true}))
}

// The moves that were played in a position are counted with their results, whatever the order of the moves before.
func TestOwnMoves(t *testing.T) {
	c, err := newCollection("x.pdn", []byte(searched), whole)
	require.NoError(t, err)
	found := c.ownMoves(c.games[0].at(2))
	require.Equal(t, OwnMoves{3, []OwnMove{{"8-11", 2, 1, 0, 0}, {"9-14", 1, 0, 0, 1}}}, found)
	require.Equal(t, OwnMoves{1, []OwnMove{{"23-19", 1, 0, 1, 0}}}, c.ownMoves(c.games[2].at(3)))
	require.Equal(t, 3, c.ownMoves(c.games[2].at(4)).Games, "the games end here")
	require.Empty(t, c.ownMoves(c.games[2].at(4)).Moves)
	p, err := board.ParseFEN("W:W32:B1")
	require.NoError(t, err)
	require.Equal(t, OwnMoves{0, []OwnMove{}}, c.ownMoves(p))
	s := started(t, Options{})
	l := s.collections
	l.add(c)
	reached := reply[OwnMoves](t, dial(t, s), "ownMoves", OwnMovesRequest{c.ID, c.games[0].at(0).FEN()})
	require.Equal(t, 4, reached.Games)
	require.True(t, slices.ContainsFunc(reached.Moves, func(m OwnMove) bool { return m == OwnMove{"11-15", 4, 1, 1, 1} }))
}

// TestManyGames opens a file of 200,000 games and searches it, and prints the time and the memory. A file above the limit of bytes is
// refused with a sentence.
func TestManyGames(t *testing.T) {
	long(t)
	const games = 200_000
	folder := t.TempDir()
	line := "1. 11-15 22-18 2. 15x22 25x18 3. 12-16 18-14 4. 9x18 23x14 5. 10x17 21x14 6. 16-19 24x15 7. 11x18 28-24 8. 8-11 26-23 9. 18x27 32x23"
	var text strings.Builder
	for n := range games {
		fmt.Fprintf(&text, "[Event \"Test\"]\n[Black \"A%d\"]\n[White \"B\"]\n[Result \"1-0\"]\n%s 1-0\n\n", n, line)
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, "many.pdn"), []byte(text.String()), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "larger.pdn"), make([]byte, MaxGamesBytes+1), 0o600))
	conn := dial(t, started(t, Options{Folder: folder}))
	held := func() uint64 {
		var memory runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&memory)
		return memory.HeapAlloc >> 20
	}
	before, begin := held(), time.Now()
	c := reply[Collection](t, conn, "open", File{"many.pdn"})
	require.Equal(t, games, c.Games)
	t.Logf("%d games, %d MiB, opened in %s; they hold %d MiB", games, text.Len()>>20, time.Since(begin).Round(time.Millisecond), held()-before)
	for _, q := range []GamesRequest{{Text: "a19999"}, {Sort: "black", Down: true}, {Twins: true}, {Position: "B:W21-32:B1-12"}, {Material: &Material{BlackMen: 9, WhiteMen: 9}, Reversed: true}} {
		begin = time.Now()
		q.Collection, q.Count = c.ID, 50
		found := reply[GamesPage](t, conn, "games", q)
		t.Logf("%d of them found in %s", found.Found, time.Since(begin).Round(time.Millisecond))
		require.LessOrEqual(t, len(found.Games), q.Count)
	}
	require.Contains(t, refused(t, conn, "open", File{"larger.pdn"}), "larger.pdn is larger than 64 MiB")
	runtime.KeepAlive(line)
}
