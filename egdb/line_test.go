package egdb

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// Best play has as many moves as the distance says, each of the best ones, and ends where the loser has no move.
func TestLine(t *testing.T) {
	db, err := Open(Options{Pieces: 4})
	require.NoError(t, err)
	defer db.Close()
	random, decided := rand.New(rand.NewPCG(1, 1)), 0
	for range 300 {
		var p board.Position
		for i, s := range random.Perm(board.Squares)[:4] {
			bit := board.Square(s).Bit()
			if i%2 == 0 {
				p.Black |= bit
			} else {
				p.White |= bit
			}
			if random.IntN(2) == 0 {
				p.Kings |= bit
			}
		}
		if p.Check() != nil {
			continue
		}
		value, plies := db.Distance(p)
		line := db.Line(p)
		if value != board.Win && value != board.Loss {
			require.Empty(t, line)
			continue
		}
		decided++
		require.Len(t, line, plies, p.FEN())
		at := p
		for _, m := range line {
			require.NoError(t, at.CheckMove(m))
			at = at.Play(m)
		}
		require.True(t, at.Over(), "%s %s", p.FEN(), p.LineText(line))
	}
	require.Greater(t, decided, 50)
	require.Empty(t, db.Line(board.Start()))
}
