package problems

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/reference"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/gain"
)

// referenceTree is a tree by the rules of package reference, which share nothing with those of board.
func referenceTree() *gain.Tree[reference.Position] {
	return &gain.Tree[reference.Position]{
		Children: func(p reference.Position) (after []reference.Position, captures bool) {
			for _, m := range p.Moves() {
				captures = len(m.Captured) > 0
				after = append(after, m.After)
			}
			return after, captures
		},
		Balance: func(p reference.Position) (ahead int) {
			for _, piece := range p.Pieces() {
				switch {
				case piece == '.':
				case (piece == 'b' || piece == 'B') == (p.Turn() == 'b'):
					ahead++
				default:
					ahead--
				}
			}
			return ahead
		},
	}
}

// independent returns p as a position of package reference.
func independent(p board.Position) reference.Position {
	var pieces [reference.Squares]byte
	copy(pieces[:], p.Letters())
	turn := byte('b')
	if p.Turn == board.White {
		turn = 'w'
	}
	return reference.New(pieces, turn)
}

// legal returns the moves of p.
func legal(p board.Position) []board.Move {
	var moves board.MoveList
	p.Moves(&moves)
	return append([]board.Move(nil), moves.Slice()...)
}

// turned returns p with Black to move.
func turned(p board.Position) board.Position {
	if p.Turn == board.White {
		return p.Mirror()
	}
	return p
}

// resting reports whether neither side can take.
func resting(p board.Position) bool {
	return p.JumpersOf(board.Black) == 0 && p.JumpersOf(board.White) == 0
}
