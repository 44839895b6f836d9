package generate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// TestFrom plays at random from positions: the values of all positions on the way are those of the databases in the program, on the
// turned board too, and others are not known.
func TestFrom(t *testing.T) {
	library, err := egdb.Open(egdb.Options{ValuesOnly: true})
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(7, 8))
	read := func(fen string) board.Position {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		return p
	}
	for fen, outside := range map[string]string{
		"W:W14,K22:B5,12,K9":   "W:W15,K22:B5,12,K9",
		"B:WK10,21:B2,11":      "B:WK10,21:B12,11",
		"B:W20,21,30:B1,4":     "B:W20,21,29:B1,4",
		"W:WK3,K9,20:BK27,13":  "W:WK3,K9,20:BK27,12",
		"W:WK3,K9:BK27,K13,12": "W:WK3,K9:BK27,13,12",
	} {
		root := read(fen)
		if root.Pieces() > 4 && !long() {
			continue
		}
		solved := uint64(0)
		v, err := From(t.Context(), root, 1, func(positions uint64) { solved += positions })
		require.NoError(t, err)
		require.Equal(t, EstimateFrom(root, 1).Positions, solved)
		prober := NewValueProber(v, 1<<20)
		require.Equal(t, board.Unknown, prober.Probe(read(outside)), outside)
		for range 300 {
			for p := root; !p.Over(); {
				require.Equal(t, library.Probe(p), prober.Probe(p), p.FEN())
				require.Equal(t, library.Probe(p), prober.Probe(p.Mirror()), p.FEN())
				moves := slices.Collect(p.Legal())
				p = p.Play(moves[random.IntN(len(moves))])
				if random.IntN(40) == 0 {
					break
				}
			}
		}
	}
}
