package eval

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// played draws a position from a game of random moves.
func played(t *rapid.T) board.Position {
	p := board.Start()
	var moves board.MoveList
	for range rapid.IntRange(0, 120).Draw(t, "plies") {
		p.Moves(&moves)
		if moves.Len() == 0 {
			break
		}
		p = p.Play(moves.At(rapid.IntRange(0, moves.Len()-1).Draw(t, "move")))
	}
	return p
}

// placed draws a position with pieces put down at random, rich in kings.
func placed(t *rapid.T) (p board.Position) {
	for s := range board.Square(board.Squares) {
		side, row := &p.Black, board.WhiteBackRow
		if rapid.Bool().Draw(t, "white") {
			side, row = &p.White, board.BlackBackRow
		}
		if side.Count() == board.MaxPieces || !rapid.Bool().Draw(t, "piece") {
			continue
		}
		*side |= s.Bit()
		if row.Has(s) || rapid.Bool().Draw(t, "king") {
			p.Kings |= s.Bit()
		}
	}
	p.Turn = board.Color(rapid.IntRange(0, 1).Draw(t, "turn"))
	return p
}

// everyPosition checks a property on positions of both kinds.
func everyPosition(t *testing.T, property func(*rapid.T, board.Position)) {
	t.Run("played", rapid.MakeCheck(func(t *rapid.T) { property(t, played(t)) }))
	t.Run("placed", rapid.MakeCheck(func(t *rapid.T) { property(t, placed(t)) }))
}

// position reads a FEN.
func position(t testing.TB, fen string) board.Position {
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// quietPositions returns the positions without a capture from games of random
// moves, always the same.
func quietPositions(n int) (list []board.Position) {
	random := rand.New(rand.NewSource(1))
	var moves board.MoveList
	p := board.Start()
	for len(list) < n {
		p.Moves(&moves)
		if moves.Len() == 0 {
			p = board.Start()
			continue
		}
		p = p.Play(moves.At(random.Intn(moves.Len())))
		if p.Jumpers() == 0 {
			list = append(list, p)
		}
	}
	return list
}

// countsOf returns what the heuristics count for each side.
func countsOf(p board.Position) (black, white counts) {
	var v view
	v.take(p)
	v.lookAhead()
	black.take(&v, &ofBlack)
	white.take(&v, &ofWhite)
	return black, white
}
