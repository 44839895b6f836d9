package search

import (
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/board"
)

// resist returns the move after which the loser's end is farthest away; if there is one
// that does not lose, that.
func (e *endgames) resist(g *board.Game) (best board.Move) {
	const never = drawnByte + 1
	longest := -1
	for _, m := range legalMoves(g.Position()) {
		plies := e.plies(g.Position().Play(m))
		if valueOf(plies) != board.Win {
			plies = never
		}
		if plies > longest {
			best, longest = m, plies
		}
	}
	return best
}

// converted plays out games from random won positions of the given number of pieces, at
// least as far from their end as the given plies, and returns how many were won.
func converted(t *testing.T, c Conversion, pieces, games, least int) (won int) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, uint64(pieces)))
	starts := make(chan board.Position)
	var mu sync.Mutex
	var players sync.WaitGroup
	plies, shortest := 0, 0
	for range setting("ZONDA_WORKERS", 1) {
		players.Go(func() {
			for p := range starts {
				r := c.Play(p)
				mu.Lock()
				plies += r.Plies
				shortest += small.plies(p)
				if r.Result == board.Win {
					won++
				} else {
					t.Logf("%s: %s after %d plies in %s; shortest win %d plies", p, r.Ending, r.Plies, r.Last, small.plies(p))
				}
				mu.Unlock()
			}
		})
	}
	for n := 0; n < games; {
		p := KnownEnding(random, c.Databases, pieces, board.Win)
		if small.plies(p) >= least {
			starts <- p
			n++
		}
	}
	close(starts)
	players.Wait()
	t.Logf("%d pieces: %d of %d won, in %.1f plies of at least %.1f", pieces, won, games,
		float64(plies)/float64(games), float64(shortest)/float64(games))
	return won
}

// setting reads a number from the environment.
func setting(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

func TestWinsOfThreePiecesAreConverted(t *testing.T) {
	c := Conversion{Databases: small, Hash: 1, Defend: small.resist}
	c.Limits = Limits{Nodes: 3000, MoveRule: board.DefaultMoveRule}
	require.Equal(t, 60, converted(t, c, 3, 60, 0))
}

// TestConversion measures the conversion of ZONDA_PIECES pieces in ZONDA_GAMES games of
// ZONDA_WORKERS at a time, at ZONDA_NODES nodes or ZONDA_MS milliseconds a move, from
// wins of ZONDA_LEAST plies or more.
//
//	ZONDA_LONG=1 ZONDA_PIECES=5 go test -v -timeout 80m -run 'TestConversion$' ./search
func TestConversion(t *testing.T) {
	long(t)
	pieces, games := setting("ZONDA_PIECES", 4), setting("ZONDA_GAMES", 100)
	c := Conversion{Databases: fewer{small, pieces}, Hash: 16, Defend: small.resist}
	c.Limits = Limits{Nodes: uint64(setting("ZONDA_NODES", 100_000)), MoveRule: board.DefaultMoveRule}
	if ms := setting("ZONDA_MS", 0); ms > 0 {
		c.Limits.Nodes, c.Limits.MoveTime = 0, time.Duration(ms)*time.Millisecond
	}
	const least = 99 // per cent
	require.GreaterOrEqual(t, converted(t, c, pieces, games, setting("ZONDA_LEAST", 0)), (games*least+99)/100)
}
