package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/board"
)

// resist returns the move after which the loser's end is farthest away, or a move that
// does not lose if there is one.
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

// converted plays out games from random won positions of the given number of pieces, and
// returns how many were won.
func converted(t *testing.T, c Conversion, pieces, games int) (won int) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, uint64(pieces)))
	plies, shortest := 0, 0
	for range games {
		p := KnownEnding(random, c.Databases, pieces, board.Win)
		r := c.Play(p)
		plies += r.Plies
		shortest += small.plies(p)
		if r.Result == board.Win {
			won++
		} else {
			t.Logf("%s: %s after %d plies in %s; shortest win %d plies", p, r.Ending, r.Plies, r.Last, small.plies(p))
		}
	}
	t.Logf("%d pieces: %d of %d won, in %.1f plies of at least %.1f", pieces, won, games,
		float64(plies)/float64(games), float64(shortest)/float64(games))
	return won
}

func TestWinsOfThreePiecesAreConverted(t *testing.T) {
	c := Conversion{Databases: small, Hash: 1, Defend: small.resist}
	c.Limits = Limits{Nodes: 3000, MoveRule: board.DefaultMoveRule}
	require.Equal(t, 60, converted(t, c, 3, 60))
}

// TestConversion wants nearly all wins of four pieces converted under the move rule, against
// the longest defence.
func TestConversion(t *testing.T) {
	long(t)
	const pieces, games = 4, 100
	c := Conversion{Databases: fewer{small, pieces}, Hash: 16, Defend: small.resist}
	c.Limits = Limits{Nodes: 100_000, MoveRule: board.DefaultMoveRule}
	const least = 99 // of 100 games
	require.GreaterOrEqual(t, converted(t, c, pieces, games), least)
}
