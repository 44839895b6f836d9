package network

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
	return position(word.Draw(t, "black"), word.Draw(t, "white"), word.Draw(t, "kings"), rapid.Bool().Draw(t, "white to move"))
}

// position returns a position of at most 12 pieces a side from any bits.
func position(black, white, kings uint32, whiteToMove bool) (p board.Position) {
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

// everyPosition checks a property on positions of both kinds.
func everyPosition(t *testing.T, property func(*rapid.T, board.Position)) {
	t.Helper()
	t.Run("played", rapid.MakeCheck(func(t *rapid.T) { property(t, played(t)) }))
	t.Run("placed", rapid.MakeCheck(func(t *rapid.T) { property(t, placed(t)) }))
}

// quietPositions returns n positions without a capture from games of random moves, always the same.
func quietPositions(n int) (list []board.Position) {
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

// randomWeights returns weights as they may be learned, always the same for a seed.
func randomWeights(hidden int, seed uint64) *Weights {
	const inputs, bias = 0.5, 0.3            // the largest
	outputs := min(1.9, 512/float32(hidden)) // so that the sums fit 32 bits
	random := rand.New(rand.NewPCG(seed, 0))
	fill := func(weights []float32, largest float32) {
		for i := range weights {
			weights[i] = largest * (2*random.Float32() - 1)
		}
	}
	w := NewWeights(hidden)
	w.Note = "made for a test"
	fill(w.Input, inputs)
	fill(w.Shared, bias)
	fill(w.InputBias, bias)
	fill(w.Output, outputs)
	fill(w.OutputBias, bias)
	return w
}
