package main

import (
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// TestConversion plays out random won endings of six pieces by the databases in the program, both
// sides by search, and wants nearly all of them won under the move rule.
func TestConversion(t *testing.T) {
	t.Parallel()
	library, problems := egdb.Open(egdb.Options{BuiltIn: true})
	require.Empty(t, problems)
	const pieces = 6
	c := search.Conversion{Databases: library, Hash: 16, Limits: search.Limits{Nodes: 5000, MoveRule: board.DefaultMoveRule}}
	games := 5
	if os.Getenv(longTests) != "" {
		games = 200
		c.Limits.MoveTime, c.Limits.Nodes = 100*time.Millisecond, 0
	}
	random := rand.New(rand.NewPCG(1, pieces))
	won, plies, longest := 0, 0, 0
	for range games {
		r := c.Play(search.KnownEnding(random, library, pieces, board.Win))
		plies += r.Plies
		longest = max(longest, r.Plies)
		if r.Result == board.Win {
			won++
		} else {
			t.Logf("%s: %s after %d plies in %s", r.Start, r.Ending, r.Plies, r.Last)
		}
	}
	t.Logf("%d of %d won, %.1f plies on average, %d at most", won, games, float64(plies)/float64(games), longest)
	const least = 99 // per cent
	require.GreaterOrEqual(t, 100*won, least*games)
}

// TestValuesAreKept: whatever the limits, the move chosen is worth as much as the
// position was.
func TestValuesAreKept(t *testing.T) {
	t.Parallel()
	library, problems := egdb.Open(egdb.Options{BuiltIn: true})
	require.Empty(t, problems)
	positions := 100
	if os.Getenv(longTests) != "" {
		positions = 5000
	}
	for threads := 1; threads <= 2; threads++ {
		s := search.New(1, threads)
		s.SetDatabases(library)
		random := endgames.NewSampler(library.Complete())
		for range positions {
			p := random.Position()
			if !p.HasMove() {
				continue
			}
			limits := search.Limits{Nodes: uint64(1 + random.IntN(2000)), MoveRule: board.DefaultMoveRule}
			best := s.NewRun(board.NewGame(p), limits, nil).Search()
			require.Equal(t, library.Probe(p), library.Probe(p.Play(best.Move())).Opposite(), p.FEN())
		}
	}
}
