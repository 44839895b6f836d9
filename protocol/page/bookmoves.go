package page

import (
	"context"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
)

// BookPage is what the opening book and the anti-book know of a position.
type BookPage struct {
	Moves    []BookMove `json:"moves"`    // the best first
	Avoid    []string   `json:"avoid"`    // moves that lead to positions of the anti-book
	AntiBook bool       `json:"antiBook"` // the position itself is one: the side to move wins
	Origin   string     `json:"origin"`   // where the entry comes from; empty without an entry
}

// BookMove is a move of the opening book.
type BookMove struct {
	Move   string `json:"move"`
	Score  Score  `json:"score"` // backed up; the text is "unknown" if it was never searched
	Depth  int    `json:"depth"`
	Visits uint32 `json:"visits"`
}

func bookMoves(_ context.Context, s *Session, h History) (BookPage, error) {
	g, err := h.game()
	if err != nil {
		return BookPage{}, err
	}
	p := g.Position()
	page := BookPage{Moves: []BookMove{}, Avoid: []string{}, AntiBook: s.engine.InAntiBook(p)}
	if entry, ok := s.engine.BookEntry(p); ok {
		page.Origin = entry.Origin()
		for _, m := range entry.Moves {
			page.Moves = append(page.Moves, newBookMove(p, m))
		}
	}
	for _, m := range all(p) {
		if s.engine.InAntiBook(p.Play(m)) {
			page.Avoid = append(page.Avoid, p.MoveText(m))
		}
	}
	return page, nil
}

func newBookMove(p board.Position, m book.Move) BookMove {
	b := BookMove{Move: p.MoveText(m.Move), Depth: m.Depth, Visits: m.Visits}
	if m.Score == book.NoScore {
		b.Score = Score{"unknown", 1. / 2}
	} else {
		b.Score = newScore(m.Score, p.Turn)
	}
	return b
}
