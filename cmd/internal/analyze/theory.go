package analyze

import (
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/book/openings"
)

// theory reports whether a move is known to be playable, whatever a search says: the opening book in the program holds
// it within its margin of the best move (book.All), or it belongs to a ballot that is in play.
func theory(p board.Position, m board.Move) bool {
	if ballots()[question{At: p, Move: m}] {
		return true
	}
	shipped, err := book.BuiltIn()
	if err != nil {
		return false // a test of the book makes sure that it can be read
	}
	entry, ok := shipped.Look(p)
	if !ok {
		return false
	}
	for _, choice := range book.All.Choices(entry) {
		if choice.Move == m {
			return true
		}
	}
	return false
}

// ballots returns the moves of all ballots of the decks in the program that are in play.
var ballots = sync.OnceValue(func() map[question]bool {
	moves := map[question]bool{}
	for _, deck := range []string{"2move", "3move", "11man"} {
		all, err := openings.Open(deck)
		if err != nil {
			continue // a test of the decks makes sure that they can be read
		}
		for _, o := range openings.InPlay(all) {
			for p, m := range o.Game().Positions() {
				moves[question{At: p, Move: m}] = true
			}
		}
	}
	return moves
})
