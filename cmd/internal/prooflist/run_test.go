package prooflist

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

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

// settings returns the settings of a short run.
func settings(t *testing.T) Settings {
	folder := t.TempDir()
	name := filepath.Join(folder, "list.csv")
	require.NoError(t, os.WriteFile(name, []byte(list), 0o600))
	return Settings{
		Files: []string{name}, Budget: 300_000, Table: 32, JSON: true,
		Out: filepath.Join(folder, "out.jsonl"), Certificates: filepath.Join(folder, "proofs"),
	}
}

// run runs and returns the summary.
func run(t *testing.T, ctx context.Context, s Settings) (summary Summary, err error) {
	var out bytes.Buffer
	err = Run(ctx, s, &out)
	if out.Len() > 0 {
		require.NoError(t, json.Unmarshal(out.Bytes(), &summary))
	}
	return summary, err
}

// TestRun proves the list, checks the certificates, and goes on behind a journal that was cut short.
func TestRun(t *testing.T) {
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
	err = prove(ctx, s, positions, &out)
	require.EqualError(t, err, "interrupted; 0 of 3 positions are done, and kept in "+s.Out+"; the same command goes on")
	require.Contains(t, out.String(), `"asked": 0`)
	summary, err := run(t, context.Background(), s)
	require.NoError(t, err)
	require.Equal(t, 3, summary.Asked)
}
