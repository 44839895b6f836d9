package search

import "github.com/zonda-checkers/zonda/board"

// KnownResult returns the result of game for the side to move, and true, if the game is over by the rules or if
// databases know the value of its last position; databases may be nil. The game's MoveRule
// decides whether the game is over, but values of databases are without it, as Databases says.
func KnownResult(game *board.Game, databases Databases) (board.Result, bool) {
	if o, over := game.Outcome(); over {
		return o.Winner.For(game.Position().Turn), true
	}
	if p := game.Position(); covers(databases, p) {
		result := databases.Probe(p)
		return result, result != board.Unknown
	}
	return board.Unknown, false
}
