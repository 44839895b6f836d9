package decks

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
)

// testDeck has an opening in play, a barred one, and a position.
func testDeck(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "deck.csv")
	require.NoError(t, os.WriteFile(name, []byte("moves,fen,status\n11-15 23-19,,\n11-15 22-18,,lost\n,W:WK31:BK1,\n"), 0o600))
	return name
}

// The barred openings come only when they are wanted, and a file is named with its whole path.
func TestOpen(t *testing.T) {
	name := testDeck(t)
	_, all, err := Open(name, true)
	require.NoError(t, err)
	require.Len(t, all, 3)
	t.Chdir(filepath.Dir(name))
	path, inPlay, err := Open("deck.csv", false)
	require.NoError(t, err)
	require.Len(t, inPlay, 2)
	require.True(t, filepath.IsAbs(path), path)
	path, inPlay, err = Open("3move", false)
	require.NoError(t, err)
	require.Equal(t, "3move", path)
	require.Len(t, inPlay, 156)

	require.NoError(t, os.WriteFile("barred.csv", []byte("moves,status\n11-15,lost\n"), 0o600))
	_, _, err = Open("barred.csv", false)
	require.EqualError(t, err, "openings "+filepath.Join(filepath.Dir(name), "barred.csv")+": all are barred")
	_, _, err = Open("nodeck", false)
	require.ErrorContains(t, err, "nodeck")
}

func TestRoots(t *testing.T) {
	_, from, err := Open(testDeck(t), false)
	require.NoError(t, err)
	roots := Roots(from)
	require.Len(t, roots, 3)
	require.Equal(t, board.Start(), roots[0])
	require.Equal(t, from[1].Start, roots[2])
}

// A deck grown from another has every way to go on, once, and can be read again.
func TestGrowth(t *testing.T) {
	_, from, err := Open(testDeck(t), false)
	require.NoError(t, err)
	grown := func(g Growth) []openings.Opening {
		reports := 0
		kept, err := g.Run(context.Background(), from, func(done, all int) {
			require.Equal(t, reports, done)
			require.Less(t, done, all)
			reports++
		})
		require.NoError(t, err)
		var text strings.Builder
		require.NoError(t, g.Write(&text, "test", kept))
		require.Contains(t, text.String(), "plies after those of test, level within ")
		again, err := openings.ReadCSV("grown", strings.NewReader(text.String()))
		require.NoError(t, err)
		require.Len(t, again, len(kept))
		return again
	}
	plain := Growth{Plies: 1, Nodes: 100, Within: 30000, Seed: 1}
	all := grown(plain)
	positions := map[board.Position]bool{}
	after := map[int]int{}
	for _, o := range all {
		positions[o.Game().Position()] = true
		after[len(o.Moves)]++
	}
	require.Len(t, positions, len(all))
	require.Equal(t, map[int]int{3: 7, 1: 2}, after, "the barred one is left out")
	require.Equal(t, all, grown(plain), "the same each time")
	other, level := plain, plain
	other.Seed, level.Within = 2, 5
	require.NotEqual(t, all, grown(other))
	require.Less(t, len(grown(level)), len(all))

	same := Growth{Nodes: 100, Within: 30000}
	numbers := map[string]string{}
	for _, o := range grown(same) {
		numbers[o.ID] = o.String()
	}
	require.Equal(t, map[string]string{"1": "11-15 23-19", "3": "W:WK31:BK1"}, numbers, "without plies the numbers stay")

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = plain.Run(ctx, from, func(int, int) {})
	require.ErrorIs(t, err, context.Canceled)
}
