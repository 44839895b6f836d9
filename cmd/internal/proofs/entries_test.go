package proofs

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/antibook"
)

// parsed returns the entries of a text.
func parsed(t *testing.T, text string) []antibook.Entry {
	t.Helper()
	entries, err := antibook.Parse("test", strings.NewReader(text))
	require.NoError(t, err)
	return entries
}

// asked returns what the solver says of entries.
func asked(t *testing.T, entries []antibook.Entry, s EntrySettings) map[string]antibook.Statement {
	t.Helper()
	found := map[string]antibook.Statement{}
	require.NoError(t, Entries(context.Background(), entries, s, func(e antibook.Entry, one antibook.Statement) error {
		require.Equal(t, e.Position, one.Position)
		found[e.Position.FEN()] = one
		return nil
	}))
	require.Len(t, found, len(entries))
	return found
}

// TestEntries gives each answer: the side to move wins, does not win, or nobody knows.
func TestEntries(t *testing.T) {
	const proven, refuted, open = "W:W21,22,28,32:B5,12,13,20", "B:W32:B1", "W:W18,19,22,26,29:B3,5,8,10,12"
	found := asked(t, parsed(t, proven+"\n"+refuted+"\n"+open+"\n"), EntrySettings{Budget: 20_000, Table: 16, Threads: 2})
	require.Equal(t, antibook.Proven, found[proven].Status)
	require.Positive(t, found[proven].Size)
	require.Less(t, found[proven].Nodes, found[proven].Budget)
	require.Equal(t, antibook.Refuted, found[refuted].Status)
	require.Equal(t, antibook.BySearch, found[open].Status)
	require.GreaterOrEqual(t, found[open].Nodes, uint64(20_000))
	require.Zero(t, found[open].Size)
	for _, one := range found {
		require.Equal(t, 6, one.Leaves)
	}
}

// TestBuiltInProofsCanBeRepeated: the proofs of the fewest nodes come out again as the program's list has them.
func TestBuiltInProofsCanBeRepeated(t *testing.T) {
	known, err := antibook.BuiltInStatements()
	require.NoError(t, err)
	entries, err := antibook.BuiltIn()
	require.NoError(t, err)
	of := func(e antibook.Entry) antibook.Statement {
		one, ok := known.Of(e.Position)
		require.True(t, ok)
		return one
	}
	proven := slices.DeleteFunc(slices.Clone(entries), func(e antibook.Entry) bool { return of(e).Status != antibook.Proven })
	slices.SortFunc(proven, func(a, b antibook.Entry) int { return cmp.Compare(of(a).Nodes, of(b).Nodes) })
	const some = 10
	require.Greater(t, len(proven), some)
	proven = proven[:some]
	for fen, one := range asked(t, proven, EntrySettings{Budget: of(proven[0]).Budget, Table: 128, Threads: 1}) {
		i := slices.IndexFunc(proven, func(e antibook.Entry) bool { return e.Position.FEN() == fen })
		require.Equal(t, of(proven[i]), one)
	}
}

// TestEntriesEnd with the context and with an error of the receiver.
func TestEntriesEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	entries := parsed(t, "W:W18,19,22,26,29:B3,5,8,10,12\n")
	s := EntrySettings{Budget: 1 << 40, Table: 16, Threads: 1}
	require.ErrorIs(t, Entries(ctx, entries, s, nil), context.Canceled)
	s.Budget = 1
	require.ErrorIs(t, Entries(context.Background(), entries, s, func(antibook.Entry, antibook.Statement) error {
		return context.DeadlineExceeded
	}), context.DeadlineExceeded)
	s.Pieces = 9
	require.ErrorContains(t, Entries(context.Background(), entries, s, nil), "pieces 9: ")
}
