package checkerboard

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

// Claim is the result of the game that getmove returns, for the side that was asked to move. A front end ends the game
// when a result is claimed, without a check. Therefore a win or a loss is claimed only if its line is proven to the end
// of the game, and a draw is never claimed.
type Claim int

// The claims, as CheckerBoard numbers them.
const (
	ClaimDraw Claim = iota
	ClaimWin
	ClaimLoss
	ClaimNothing
)

// claim returns the claim that the result of a search proves.
func claim(best search.Info) Claim {
	switch {
	case !best.Score.HasPlies(): // a value from the endgame databases takes no account of the move rule
	case best.Score.IsWin():
		return ClaimWin
	case best.Score.IsLoss():
		return ClaimLoss
	}
	return ClaimNothing
}

// finishedClaim returns the claim for a position that is over.
func finishedClaim(p board.Position) Claim {
	if p.Side(p.Turn) != 0 && p.Finished() {
		return ClaimWin
	}
	return ClaimLoss
}
