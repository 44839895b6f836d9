package proofs

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// list has a win, a draw, and a position that the databases know. The last result is wrong.
const list = `id,fen,result
win,"B:WK4,23,26:B1,K20,24",WIN
draw,"W:WK5,K9,13,28:B3,12,K18,K22",DRAW
known,"B:WK29:BK1,K2",DRAW
`

// listFlags are the flags of a run over a list.
type listFlags struct {
	Settings
	ListSettings
}

// settings returns the settings of a short run.
func settings(t *testing.T) listFlags {
	folder := t.TempDir()
	name := filepath.Join(folder, "list.csv")
	require.NoError(t, os.WriteFile(name, []byte(list), 0o600))
	return listFlags{Settings{Budget: 300_000, Table: 32, JSON: true}, ListSettings{
		Files: []string{name}, Out: filepath.Join(folder, "out.jsonl"), Certificates: filepath.Join(folder, "proofs"),
	}}
}

// run runs and returns the summary.
func run(t *testing.T, ctx context.Context, s listFlags) (summary Summary, err error) {
	var out bytes.Buffer
	err = RunList(ctx, s.Settings, s.ListSettings, &out)
	if out.Len() > 0 {
		require.NoError(t, json.Unmarshal(out.Bytes(), &summary))
	}
	return summary, err
}

// TestList proves the list, checks the certificates, and goes on behind a journal that was cut short.
func TestList(t *testing.T) {
	s := settings(t)
	first, err := run(t, context.Background(), s)
	require.NoError(t, err)
	require.Equal(t, []int{3, 6, 3}, []int{first.Asked, first.Bounds, first.Values})
	require.Equal(t, []int{3, 2, 1}, []int{first.Published, first.Agreeing, first.Wrong})
	databases, err := egdb.Open(egdb.Options{ValuesOnly: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, databases.Close()) }()
	for _, r := range first.Rows {
		for _, p := range r.Proofs {
			c, err := certificate.Read(p.File)
			require.NoError(t, err)
			require.NoError(t, check.Check(c, databases))
		}
	}
	text, err := os.ReadFile(s.Out)
	require.NoError(t, err)
	whole := bytes.Count(text, []byte("\n"))
	require.NoError(t, os.WriteFile(s.Out, text[:len(text)-10], 0o600)) // the last line is not whole
	again, err := run(t, context.Background(), s)
	require.NoError(t, err)
	require.Equal(t, first.Rows[:2], again.Rows[:2], "kept, with their times")
	require.Equal(t, first.Rows[2].Nodes, again.Rows[2].Nodes)
	text, err = os.ReadFile(s.Out)
	require.NoError(t, err)
	require.Equal(t, whole, bytes.Count(text, []byte("\n")))
}

// TestOtherJournal refuses the journal of another run, and leaves it as it is.
func TestOtherJournal(t *testing.T) {
	s := settings(t)
	_, err := run(t, context.Background(), s)
	require.NoError(t, err)
	before, err := os.ReadFile(s.Out)
	require.NoError(t, err)
	other := s
	other.Budget++
	_, err = run(t, context.Background(), other)
	require.ErrorContains(t, err, ": the rows are of other positions, limits or databases")
	after, err := os.ReadFile(s.Out)
	require.NoError(t, err)
	require.Equal(t, before, after)
	for _, text := range []string{list, "a note without a line end", "{"} {
		require.NoError(t, os.WriteFile(s.Out, []byte(text), 0o600))
		_, err = run(t, context.Background(), s)
		if text == "{" { // the first byte of a header: what wrote it was killed
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, "line 1: not a list of proofs")
		after, err := os.ReadFile(s.Out)
		require.NoError(t, err)
		require.Equal(t, text, string(after), "a file named by mistake stays as it is")
	}
}

// TestInterrupted keeps no row of a position that was given up.
func TestInterrupted(t *testing.T) {
	s := settings(t)
	ctx, cancel := context.WithCancel(context.Background())
	positions, err := Read(ctx, s.Files, s.Choice)
	require.NoError(t, err)
	cancel()
	var out bytes.Buffer
	err = proveList(ctx, s.Settings, s.ListSettings, positions, &out)
	require.EqualError(t, err, "interrupted; 0 of 3 positions are done, and kept in "+s.Out+"; the same command goes on")
	require.Contains(t, out.String(), `"asked": 0`)
	summary, err := run(t, context.Background(), s)
	require.NoError(t, err)
	require.Equal(t, 3, summary.Asked)
}

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
		_, err := Read(t.Context(), []string{write(t, c.name, c.text)}, Choice{PiecesFrom: 5})
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
