package network

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// PieceWorth is a piece and what the network thinks that it is worth.
type PieceWorth struct {
	Square board.Square
	Owner  board.Color
	King   bool
	Worth  eval.Score // for the owner, in hundredths of a man
}

// Explain returns the evaluation of p with what each piece is worth for its owner, in the order of the squares: the
// score of p less the score without the piece, with the same side to move. A piece that is in its own side's way has
// a negative worth. The worths do not add up to the score, since what a piece is worth depends on the others. All
// scores are those of the network itself, also for fewer than MinPieces pieces.
func (n *Network) Explain(p board.Position) Explanation {
	e := Explanation{Position: p, Score: n.evaluate(nil, p), Hidden: n.hidden}
	for pieces := ^p.Empty(); pieces != 0; pieces &= pieces - 1 {
		s := pieces.First()
		without := board.Position{
			Black: p.Black &^ s.Bit(), White: p.White &^ s.Bit(), Kings: p.Kings &^ s.Bit(), Turn: p.Turn,
		}
		piece := PieceWorth{Square: s, Owner: board.Black, King: p.Kings.Has(s), Worth: e.Score - n.evaluate(nil, without)}
		if p.White.Has(s) {
			piece.Owner = board.White
		}
		if piece.Owner != p.Turn {
			piece.Worth = -piece.Worth
		}
		e.Pieces = append(e.Pieces, piece)
	}
	return e
}
