package searchtune

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/search"
)

// flat knows that all positions of up to two pieces are drawn.
type flat struct{}

func (flat) Pieces() int                             { return 2 }
func (flat) ProbeStored(board.Position) board.Result { return board.Draw }
func (flat) Probe(board.Position) board.Result       { return board.Draw }

// played returns the result of a duel from a position for the plus side.
func played(t *testing.T, fen string, databases search.Databases, color board.Color) board.Result {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	d := newDuel(search.Limits{Nodes: 3000}, databases, nil)
	result, err := d.play(t.Context(), board.NewGame(p), color)
	require.NoError(t, err)
	return result
}

// Each ending of a game counts for the side that it should count for.
func TestDuelEnds(t *testing.T) {
	for fen, want := range map[string]board.Result{
		"B:W32:BK14,K15,K18": board.Win,  // White has only a man: a proof
		"W:W32:BK14,K15,K18": board.Win,  // also on White's turn
		"B:W13:B":            board.Loss, // no move: the rules
		"B:WK32:BK5":         board.Draw, // the move rule
		"W:WK32,K31:BK12":    board.Loss, // white wins by proof
	} {
		require.Equal(t, want, played(t, fen, nil, board.Black), fen)
		require.Equal(t, want.Opposite(), played(t, fen, nil, board.White), fen)
	}
	require.Equal(t, board.Draw, played(t, "B:WK1:BK32", flat{}, board.Black), "the databases say so")
}

// The plus side moves for its colour, by its own parameters.
func TestDuelSides(t *testing.T) {
	d := newDuel(search.Limits{Nodes: 100}, nil, nil)
	other := search.DefaultParameters()
	other.Deficit = 99
	g := board.NewGame(board.Start())
	_, err := pair{plus: other, minus: search.DefaultParameters()}.play(t.Context(), d, true)
	require.NoError(t, err)
	require.Equal(t, other, d.plus.Parameters())
	require.Equal(t, search.DefaultParameters(), d.minus.Parameters())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = d.play(ctx, g, board.Black)
	require.ErrorIs(t, err, context.Canceled)
}

// The plus side has Black in the first game of a pair and White in the second, from the pair's opening.
func TestColorsOfPair(t *testing.T) {
	start, err := board.ParseFEN("B:W32:BK14,K15,K18")
	require.NoError(t, err)
	p := pair{openings.Opening{Start: start}, search.DefaultParameters(), search.DefaultParameters()}
	d := newDuel(search.Limits{Nodes: 3000}, nil, nil)
	results, err := play(t.Context(), []pair{p, p}, []*duel{d})
	require.NoError(t, err)
	require.Equal(t, []board.Result{board.Win, board.Loss, board.Win, board.Loss}, results)
}

// A side whose search leaves little out loses most games at equal nodes, and the games of the two sides are the same
// when they change places.
func TestDuelStrength(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	weak, err := search.DefaultParameters().With("reduction-first=10", "futility-depth=0", "half-depth-min=12", "internal-min=20")
	require.NoError(t, err)
	suite, err := openings.Open("wide", true)
	require.NoError(t, err)
	var strongPlus, strongMinus []pair
	pairs := 5
	if os.Getenv("ZONDA_LONG") != "" {
		pairs = 10
	}
	for _, o := range suite[:pairs] {
		strongPlus = append(strongPlus, pair{o, search.DefaultParameters(), weak})
		strongMinus = append(strongMinus, pair{o, weak, search.DefaultParameters()})
	}
	d := newDuel(search.Limits{Nodes: 5000}, flat{}, nil)
	forPlus, err := play(t.Context(), strongPlus, []*duel{d})
	require.NoError(t, err)
	forMinus, err := play(t.Context(), strongMinus[:2], []*duel{d})
	require.NoError(t, err)
	count := iterationOf(forPlus)
	require.Greater(t, count.Won, 2*count.Lost)
	for i, result := range forMinus { // the game i^1 of the other list has the same players with the same colors
		require.Equal(t, result.Opposite(), forPlus[i^1])
	}
}
