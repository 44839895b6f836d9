package train

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/evaltune"
	"github.com/zonda-checkers/zonda/eval"
)

// Sample is a quiet position with Black to move, in 16 bytes. Positions with White to move are mirrored.
type Sample struct {
	Black, White, Kings board.Bitboard
	Score               int16        // of the search, in hundredths of a man for Black
	Result              board.Result // of the game for Black; Unknown for a leaf of a search
}

// sampleOf returns a sample of a shard in the form for training.
func sampleOf(s evaltune.Sample) Sample {
	p := s.Position
	if p.Turn == board.White {
		p = p.Mirror()
	}
	return Sample{Black: p.Black, White: p.White, Kings: p.Kings, Score: int16(s.Score), Result: s.Result}
}

// Position returns the position of the sample.
func (s Sample) Position() board.Position {
	return board.Position{Black: s.Black, White: s.White, Kings: s.Kings, Turn: board.Black}
}

// Leaf reports whether the sample is a leaf of a search, which has no result.
func (s Sample) Leaf() bool { return s.Result == board.Unknown }

// result returns Black's result of the game, 0 to 1, for a sample that is no leaf.
func (s Sample) result() float64 { return float64(s.Result-board.Loss) / 2 }

// target returns Black's expected result that the network should predict, 0 to 1. resultShare is Settings.ResultShare.
func (s Sample) target(resultShare float64) float64 {
	expected := eval.Score(s.Score).Chance()
	if s.Leaf() {
		return expected
	}
	return resultShare*s.result() + (1-resultShare)*expected
}
