package book

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/engine/board"
)

// version1File is a small book that a program of the time of version 1 wrote.
const version1File = "testdata/version1.zbk"

// A file of version 1 is read: what its sentences say is in fields, and Origin says the sentence.
func TestReadVersion1(t *testing.T) {
	b, err := Open(version1File)
	require.NoError(t, err)
	origins := map[string]int{}
	states := map[Search]int{}
	settled := 0
	for _, e := range b.All() {
		origins[e.Origin()]++
		states[e.Search]++
		if e.Settled {
			settled++
		}
	}
	require.Equal(t, map[string]int{ // as zonda book show printed it when the book was made
		"games h.pdn":                                       1,
		"search 1200 nodes, 2 moves, Zonda 0.1":             2,
		"search 1200 nodes, 2 moves, Zonda 0.1, settled":    8,
		"search 300 nodes, 2 moves, Zonda 0.1":              4,
		"search 300 nodes, 2 moves, Zonda 0.1, games g.pdn": 1,
		"search 600 nodes, 2 moves, Zonda 0.1, settled":     25,
	}, origins)
	require.Equal(t, map[Search]int{
		{}: 1, {300, 2, "Zonda 0.1"}: 5, {600, 2, "Zonda 0.1"}: 25, {1200, 2, "Zonda 0.1"}: 10,
	}, states)
	require.Equal(t, 33, settled)
	e, ok := b.Look(board.Start())
	require.True(t, ok)
	require.Equal(t, 4, e.Depth)
	require.Len(t, e.Moves, 4)
	require.Equal(t, "11-15", board.Start().MoveText(e.Moves[0].Move))
	require.EqualValues(t, []any{"cp 3", uint32(2)}, []any{e.Moves[0].ScoreText(), e.Moves[0].Visits})
}

// Every changed byte and every cut of a file of version 1 is noticed.
func TestDamagedVersion1(t *testing.T) {
	data, err := os.ReadFile(version1File)
	require.NoError(t, err)
	for i := range data {
		_, err = Read("cut", data[:i])
		require.ErrorContains(t, err, "book cut: ")
		data[i] ^= 0x10
		_, err := Read("damaged", data)
		require.ErrorContains(t, err, "book damaged: ")
		data[i] ^= 0x10
	}
}

// No source loses anything: Origin says what it said, unless a number has zeros in front.
func TestParseSource(t *testing.T) {
	for source, want := range map[string]Entry{
		"":                                   {},
		"by hand":                            {Source: "by hand"},
		"search 5 nodes":                     {Source: "search 5 nodes"},
		"search for it, settled":             {Source: "search for it, settled"},
		"search 5 nodes, 2 moves, Zonda 0.1": {Search: Search{5, 2, "Zonda 0.1"}},
		"search 5 nodes, 2 moves, Zonda 0.1, settled":           {Search: Search{5, 2, "Zonda 0.1"}, Settled: true},
		"search 5 nodes, 2 moves, Zonda 0.1, games a, b.pdn":    {Search: Search{5, 2, "Zonda 0.1"}, Source: "games a, b.pdn"},
		"search 99999999999999999999 nodes, 2 moves, Zonda 0.1": {Source: "search 99999999999999999999 nodes, 2 moves, Zonda 0.1"},
		"search 5 nodes, 256 moves, Zonda 0.1":                  {Source: "search 5 nodes, 256 moves, Zonda 0.1"},
	} {
		got := parseSource(source)
		require.Equal(t, want, got, source)
		require.Equal(t, source, got.Origin())
	}
	rapid.Check(t, func(t *rapid.T) {
		e := Entry{
			Search:  Search{rapid.Uint64().Draw(t, "nodes"), rapid.IntRange(0, 255).Draw(t, "moves"), rapid.StringMatching(`[^,\n]+`).Draw(t, "engine")},
			Settled: rapid.Bool().Draw(t, "settled"),
		}
		if !e.Settled {
			e.Source = rapid.StringMatching(`(games .*)?`).Draw(t, "source")
		}
		require.Equal(t, e, parseSource(e.Origin()))
	})
}

func FuzzParseSource(f *testing.F) {
	f.Add("search 5 nodes, 2 moves, Zonda 0.1, settled")
	f.Add("search 5 nodes, 2 moves, Zonda 0.1, games a.pdn")
	f.Add("games a.pdn")
	f.Fuzz(func(t *testing.T, source string) {
		e := parseSource(source)
		require.Equal(t, e, parseSource(e.Origin()), "the sentence of what was read says the same")
		if e.Search == (Search{}) {
			require.False(t, e.Settled)
		}
	})
}
