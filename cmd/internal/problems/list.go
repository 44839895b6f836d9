package problems

import (
	"strings"

	"github.com/zonda-checkers/zonda/cmd/internal/solve/suite"
)

// Listed is a problem as a list prints it.
type Listed struct {
	ID        string   `json:"id"`
	FEN       string   `json:"fen"`
	Result    string   `json:"result"` // of the side to move: win, draw, loss or unknown
	Claim     string   `json:"claim"`  // value, man or save; empty if the file says nothing
	Rating    float64  `json:"rating"`
	Deviation float64  `json:"deviation"`
	Themes    []string `json:"themes"`
	Keys      []string `json:"key_moves"`
	Line      string   `json:"line"`
}

// List returns a problem as a list prints it.
func List(p suite.Problem) Listed {
	return Listed{
		ID: p.ID, FEN: p.Position.FEN(), Result: strings.ToLower(p.Result.String()), Claim: string(p.Claim), Rating: p.Rating, Deviation: p.Deviation,
		Themes: append([]string{}, p.Themes...), Keys: keys(p), Line: p.Position.LineText(p.Line),
	}
}

// keys returns the texts of the key moves.
func keys(p suite.Problem) []string {
	texts := []string{}
	for _, m := range p.KeyMoves {
		texts = append(texts, p.Position.MoveText(m))
	}
	return texts
}
