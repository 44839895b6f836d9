package antibook

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBuiltInStatuses: each entry in the program has a status, and none is refuted.
func TestBuiltInStatuses(t *testing.T) {
	entries, err := BuiltIn()
	require.NoError(t, err)
	known, err := BuiltInStatements()
	require.NoError(t, err)
	require.Equal(t, len(entries), known.Len())
	barred := 0
	for _, e := range entries {
		found, ok := known.Of(e.Position)
		require.True(t, ok, e)
		require.Contains(t, []Status{Proven, BySearch}, found.Status, e)
		require.Equal(t, found.Status == Proven, found.Size > 0, e)
		require.Equal(t, found.Status, known.Status(e.Position.Mirror()))
		if strings.Contains(e.Reason, "barred") {
			barred++
			require.Equal(t, BySearch, found.Status, "docs/books.md says so")
		}
	}
	require.Equal(t, 18, barred)
	require.Equal(t, known.Len(), known.Count(Proven)+known.Count(BySearch))
	require.Equal(t, Untried, known.Status(positions(1)[0]))
}

// TestStatementsAreReplaced by those on the same position or on its mirror.
func TestStatementsAreReplaced(t *testing.T) {
	p := positions(1)[9]
	var s Statements
	s.Add(Statement{Position: p, Status: BySearch, Budget: 5, Nodes: 5})
	s.Add(Statement{Position: p.Mirror(), Status: Proven, Budget: 9, Nodes: 7, Size: 2})
	require.Equal(t, 1, s.Len())
	require.Equal(t, Proven, s.Status(p))
	require.Equal(t, Proven, s.Status(p.Mirror()))
}

func TestParseStatementsNamesTheLine(t *testing.T) {
	const header = "fen,status,leaves,budget,nodes,certificate\n"
	for text, want := range map[string]string{
		"":                                  "a: these are no statuses",
		"a poem\n":                          "a: record on line 1: wrong number of fields",
		"a,b,c,d,e,f\n":                     "a: these are no statuses",
		header + "W:W18:B1,proven,6,1,1\n":  "a: record on line 2: wrong number of fields",
		header + "W:W18:B1,1,proven,6,1,1,": "a: record on line 2: wrong number of fields",
		header + "\n\"W:W18:B1,1\",proven,6,1,1,1\n": "a:3: FEN",
		header + "W:W18:B1,maybe,6,1,1,1\n":          "a:2: \"maybe\" is no status",
		header + "W:W18:B1,proven,6,-1,1,1\n":        "a:2: \"-1\" is no number",
	} {
		_, err := ParseStatements("a", strings.NewReader(text))
		require.ErrorContains(t, err, want, text)
	}
}

// FuzzParseStatements: what can be read is the same after writing.
func FuzzParseStatements(f *testing.F) {
	f.Add("fen,status,leaves,budget,nodes,certificate\nW:W18:B1,by search,6,100,100,0\n# a remark\n")
	f.Add("fen,status,leaves,budget,nodes,certificate\n\"W:W18,22:B1\",proven,6,100,90,3\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseStatements("fuzz", strings.NewReader(text))
		if err != nil {
			return
		}
		var out bytes.Buffer
		require.NoError(t, s.Write(&out))
		again, err := ParseStatements("again", bytes.NewReader(out.Bytes()))
		require.NoError(t, err)
		require.Equal(t, s, again)
	})
}
