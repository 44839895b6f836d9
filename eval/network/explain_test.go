package network

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/internal/evaltest"
)

// Without a piece the score is less by its worth, for its owner.
func TestWorthOfPieces(t *testing.T) {
	n := network(t, randomWeights(64, 5))
	evaltest.Every(t, func(t *rapid.T, p board.Position) {
		e := n.Explain(p)
		require.Equal(t, n.evaluateSlow(p), e.Score)
		require.Len(t, e.Pieces, p.Pieces())
		for i, piece := range e.Pieces {
			require.True(t, p.Side(piece.Owner).Has(piece.Square))
			require.Equal(t, p.Kings.Has(piece.Square), piece.King)
			require.True(t, i == 0 || e.Pieces[i-1].Square < piece.Square)
			sign := eval.Score(1)
			if piece.Owner != p.Turn {
				sign = -1
			}
			without := p
			without.Black &^= piece.Square.Bit()
			without.White &^= piece.Square.Bit()
			without.Kings &^= piece.Square.Bit()
			require.Equal(t, sign*(e.Score-n.evaluateSlow(without)), piece.Worth)
		}
	})
}

// A network that only likes Black's man on square 1 and White's man on 32, seen by their owners, says so.
func TestWorthIsForTheOwner(t *testing.T) {
	w := NewWeights(64)
	for stage := range Stages {
		w.Input[(stage*Inputs+Index(board.Black, board.Black, false, 0))*w.Hidden] = 1
	}
	for bucket := range Buckets {
		w.Output[bucket*2*w.Hidden] = 1
		w.Output[(bucket*2+1)*w.Hidden] = -1
	}
	n := network(t, w)
	for _, turn := range colors {
		p := board.Position{Black: 0b1111, White: 0b1111 << 28, Turn: turn}
		p.Kings = 0b10
		e := n.Explain(p)
		require.Equal(t, []PieceWorth{
			{Square: 0, Owner: board.Black, Worth: eval.OddsUnit},
			{Square: 1, Owner: board.Black, King: true},
			{Square: 2, Owner: board.Black},
			{Square: 3, Owner: board.Black},
			{Square: 28, Owner: board.White},
			{Square: 29, Owner: board.White},
			{Square: 30, Owner: board.White},
			{Square: 31, Owner: board.White, Worth: eval.OddsUnit},
		}, e.Pieces)
		require.Zero(t, e.Score)
		text := e.String()
		require.Contains(t, text, "b+43")
		require.Contains(t, text, "B+0")
		require.Contains(t, text, "w+43")
	}
}
