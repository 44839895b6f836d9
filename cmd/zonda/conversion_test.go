package main

import (
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// setting reads a number from the environment.
func setting(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// TestConversion plays out random won endings of the databases in the program, both
// sides by search, and wants nearly all of them won under the move rule. The long
// test plays ZONDA_GAMES games of ZONDA_PIECES pieces, ZONDA_WORKERS at a time, at
// ZONDA_MS milliseconds a move; ZONDA_SEED draws others.
func TestConversion(t *testing.T) {
	library, problems := egdb.Open(egdb.Options{BuiltIn: true})
	require.Empty(t, problems)
	pieces, games := setting("ZONDA_PIECES", 6), setting("ZONDA_GAMES", 200)
	c := search.Conversion{Databases: library, Hash: 16}
	c.Limits = search.Limits{MoveRule: board.DefaultMoveRule, MoveTime: time.Duration(setting("ZONDA_MS", 100)) * time.Millisecond}
	if os.Getenv(longTests) == "" {
		games = 5
		c.Limits.MoveTime, c.Limits.Nodes = 0, 5000
	}
	random := rand.New(rand.NewPCG(uint64(setting("ZONDA_SEED", 1)), uint64(pieces)))
	starts := make(chan board.Position)
	var mu sync.Mutex
	var players sync.WaitGroup
	played, won, plies, longest := 0, 0, 0, 0
	for range setting("ZONDA_WORKERS", 1) {
		players.Go(func() {
			for p := range starts {
				r := c.Play(p)
				mu.Lock()
				played++
				plies += r.Plies
				longest = max(longest, r.Plies)
				if r.Result == board.Win {
					won++
				} else {
					t.Logf("%s: %s after %d plies in %s", p, r.Ending, r.Plies, r.Last)
				}
				if played%50 == 0 {
					t.Logf("%d of %d won", won, played)
				}
				mu.Unlock()
			}
		})
	}
	for range games {
		starts <- search.KnownEnding(random, library, pieces, board.Win)
	}
	close(starts)
	players.Wait()
	t.Logf("%d pieces: %d of %d won, %.1f plies on average, %d at most", pieces, won, games,
		float64(plies)/float64(games), longest)
	const least = 99 // per cent
	require.GreaterOrEqual(t, 100*won, least*games)
}

// TestValuesAreKept: whatever the limits, the move chosen is worth as much as the
// position was.
func TestValuesAreKept(t *testing.T) {
	library, problems := egdb.Open(egdb.Options{BuiltIn: true})
	require.Empty(t, problems)
	positions := 100
	if os.Getenv(longTests) != "" {
		positions = 5000
	}
	for threads := 1; threads <= 2; threads++ {
		s := search.New(1, threads)
		s.SetDatabases(library)
		random := newSampler(library.Complete())
		for range positions {
			p := random.position()
			if !p.HasMove() {
				continue
			}
			limits := search.Limits{Nodes: uint64(1 + random.IntN(2000)), MoveRule: board.DefaultMoveRule}
			best := s.NewRun(board.NewGame(p), limits, nil).Search()
			require.Equal(t, library.Probe(p), library.Probe(p.Play(best.Move())).Opposite(), p.FEN())
		}
	}
}
