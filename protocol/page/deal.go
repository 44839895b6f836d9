package page

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
)

// DealRequest asks for an opening of a deck.
type DealRequest struct {
	Deck string `json:"deck"`
	ID   string `json:"id"` // of an opening; empty for any that is in play
}

// Dealt is an opening.
type Dealt struct {
	ID    string   `json:"id"`
	Name  string   `json:"name"`
	Start string   `json:"start"` // FEN
	Moves []string `json:"moves"`
}

func deal(_ context.Context, _ *Session, q DealRequest) (Dealt, error) {
	if !slices.Contains(openings.Names(), q.Deck) {
		return Dealt{}, fmt.Errorf("no deck %s", board.Quote(q.Deck))
	}
	deck, err := openings.Open(q.Deck, q.ID != "") // a barred opening is dealt only by its number
	if err != nil {
		return Dealt{}, err
	}
	i := rand.IntN(len(deck))
	if q.ID != "" {
		i = slices.IndexFunc(deck, func(o openings.Opening) bool { return o.ID == q.ID })
	}
	if i < 0 {
		return Dealt{}, fmt.Errorf("deck %s has no opening %s", q.Deck, board.Quote(q.ID))
	}
	chosen := deck[i]
	return Dealt{chosen.ID, chosen.Name, chosen.Start.FEN(), textsOf(chosen.Start, chosen.Moves)}, nil
}
