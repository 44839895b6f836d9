package solve

import (
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// quotes are the quotation marks around FENs and names.
const quotes = "\"'“”"

// parseFEN reads a FEN as files have it: it may stand in quotes, have blanks beside its
// colons and commas, and end with a dot.
func parseFEN(text string) (board.Position, error) {
	fen, rest := board.CutFEN(strings.TrimSpace(text))
	if rest != "" {
		fen = text // the error quotes all of it
	}
	return board.ParseFEN(fen)
}
