package network

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Explanation is the evaluation of a position with what each piece is worth.
type Explanation struct {
	Position board.Position
	Score    eval.Score // for the side to move
	Hidden   int        // columns of a view of the network
	Pieces   []PieceWorth
}

// cellWidth is the number of characters that a square of the board takes in the text of an explanation.
const cellWidth = 6

// lastColumn is the column, from 0, of the last dark square of a row, or the one before it.
const lastColumn = 6

// String returns the explanation as text for a person: a heading, the board with the worth of each piece beside its
// letter (b and w are men, B and W kings), and the score. Lines end in \n.
func (e Explanation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "network with %d columns: what each piece is worth for its owner, in hundredths of a man\n", e.Hidden)
	cells := map[board.Square]string{}
	for _, piece := range e.Pieces {
		cells[piece.Square] = fmt.Sprintf("%c%+d", piece.letter(), piece.Worth)
	}
	var line strings.Builder
	for s := range board.Square(board.Squares) {
		fmt.Fprintf(&line, "%*s", (s.Column()+1)*cellWidth-line.Len(), cmp.Or(cells[s], "."))
		if s.Column() >= lastColumn {
			fmt.Fprintln(&b, line.String())
			line.Reset()
		}
	}
	fmt.Fprintf(&b, "score for %s, who is to move: %s\n", e.Position.Turn, e.Score)
	return b.String()
}

// letter returns the letter of the piece in a diagram.
func (w PieceWorth) letter() byte {
	letters := [...]string{board.Black: "bB", board.White: "wW"}[w.Owner]
	if w.King {
		return letters[1]
	}
	return letters[0]
}
