package prooflist

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// write writes a file of a test and returns its name.
func write(t *testing.T, name, text string) string {
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// TestRead reads positions of all kinds of files.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a.csv", "name,fen\n# comment\nfirst,\"B:WK29:BK1,K2\"\n", []string{"B:WK29:BK1,K2"}},
		{"a.csv", "id,fen,result\na,\"B:WK29:BK1,K2\",WIN\n", []string{"B:WK29:BK1,K2"}},
		{"a.csv", "no,moves\n1,11-15\n", []string{"W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"}},
		{"a.epd", "B:WK29:BK1,K2\nB:WK29:BK1,K2\nB:WK29:BK1,K3 bm 1-6\n", []string{"B:WK29:BK1,K2", "B:WK29:BK1,K3"}},
		{"a.txt", "B:WK29:BK1,K2\tlost in a game\tme\n", []string{"B:WK29:BK1,K2"}},
		{"a.pdn", "[FEN \"B:WK29:BK1,K2\"]\n1. 1-5 29-25 *\n", []string{"B:WK29:BK1,K2", "W:WK29:BK2,K5", "B:WK25:BK2,K5"}},
	} {
		list, err := Read(t.Context(), []string{write(t, c.name, c.text)}, Choice{})
		require.NoError(t, err, c.text)
		var fens []string
		for _, p := range list {
			fens = append(fens, p.Position.FEN())
		}
		require.Equal(t, c.want, fens)
	}
}

// TestReadErrors reads files with mistakes. Each error names the file, and the line or the game.
func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.csv", "id,result\n", `a.csv:1: a column fen or moves is needed, not "id,result"`},
		{"a.csv", "fen\n\"B:WK29:BK1\"\nnonsense\n", "a.csv:3: "},
		{"a.csv", "", "a.csv: the file is empty"},
		{"a.epd", "B:WK29:BK1,K2\nB:WK29:BK99\n", "a.epd:2: "},
		{"a.pdn", "[FEN \"B:WK29:BK1,K2\"]\n1. 1-25 *\n", "a.pdn: game 1, line 2: "},
		{"a.epd", "B:WK29:BK1,K2\n", "no position with this number of pieces"},
	} {
		_, err := Read(t.Context(), []string{write(t, c.name, c.text)}, Choice{Least: 5})
		require.ErrorContains(t, err, c.want, c.text)
	}
	_, err := Read(t.Context(), []string{"none.csv"}, Choice{})
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestSample takes the same positions for the same seed, in their order.
func TestSample(t *testing.T) {
	var all []Position
	for s := range board.Square(board.Squares) {
		all = append(all, Position{ID: s.String()})
	}
	first := Choice{Sample: 10, Seed: 1}.sampled(all)
	require.Len(t, first, 10)
	require.Equal(t, first, Choice{Sample: 10, Seed: 1}.sampled(all))
	require.NotEqual(t, first, Choice{Sample: 10, Seed: 2}.sampled(all))
	require.IsIncreasing(t, places(first, all))
	require.Equal(t, all, Choice{Sample: 100}.sampled(all))
}

// places returns the places of some positions among all.
func places(some, all []Position) (at []int) {
	for _, p := range some {
		for i := range all {
			if all[i].ID == p.ID {
				at = append(at, i)
			}
		}
	}
	return at
}
