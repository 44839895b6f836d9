// Package evaltest draws the positions with which evaluations are tested.
package evaltest

import (
	"math/rand/v2"
	"testing"

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

// placed draws a position with pieces put down at random: from bits, so that a fuzzer and a property share it.
func placed(t *rapid.T) board.Position {
	word := rapid.Uint32()
	return Position(word.Draw(t, "black"), word.Draw(t, "white"), word.Draw(t, "kings"), rapid.Bool().Draw(t, "white to move"))
}

// Position returns a position of at most 12 pieces a side from any bits.
func Position(black, white, kings uint32, whiteToMove bool) (p board.Position) {
	p.Black = atMost(board.MaxPieces, board.Bitboard(black))
	p.White = atMost(board.MaxPieces, board.Bitboard(white)&^p.Black)
	p.Kings = board.Bitboard(kings)&^p.Empty() | p.Black&board.WhiteBackRow | p.White&board.BlackBackRow
	if whiteToMove {
		p.Turn = board.White
	}
	return p
}

// atMost returns the n highest squares of b.
func atMost(n int, b board.Bitboard) board.Bitboard {
	for b.Count() > n {
		b &= b - 1
	}
	return b
}

// Every checks a property on positions of both kinds.
func Every(t *testing.T, property func(*rapid.T, board.Position)) {
	t.Helper()
	t.Run("played", rapid.MakeCheck(func(t *rapid.T) { property(t, played(t)) }))
	t.Run("placed", rapid.MakeCheck(func(t *rapid.T) { property(t, placed(t)) }))
}

// Quiet returns n positions without a capture from games of random moves, always the same.
func Quiet(n int) (list []board.Position) {
	random := rand.New(rand.NewPCG(1, 2))
	var moves board.MoveList
	p := board.Start()
	for len(list) < n {
		p.Moves(&moves)
		if moves.Len() == 0 {
			p = board.Start()
			continue
		}
		p = p.Play(moves.At(random.IntN(moves.Len())))
		if p.Jumpers() == 0 {
			list = append(list, p)
		}
	}
	return list
}
