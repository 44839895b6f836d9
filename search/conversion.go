package search

import (
	"math/rand/v2"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Conversion plays games from endgames that databases know to their end, under the move rule. The games show whether
// the search wins or holds these endgames.
type Conversion struct {
	Databases  Databases
	Hash       int        // MiB of each side's table
	Limits     Limits     // of each move, with the move rule
	Techniques Techniques // of the side to move at the start; the zero value stands for all

	// Attack returns a move of the side to move at the start. If it is nil, the search plays this side.
	Attack func(g *board.Game) board.Move

	// Defend returns a move of the opponent. If it is nil, the search plays the opponent.
	Defend func(g *board.Game) board.Move

	// MostPlies is the number of plies after which a game ends without a result, 0 for no limit.
	MostPlies int
}

// ConversionResult is the result of a game that Conversion has played.
type ConversionResult struct {
	Start  board.Position
	Result board.Result // for the side to move in Start
	Ending board.Ending
	Plies  int            // of the game
	Last   board.Position // the position at the end of the game
	Quiet  int            // the largest number of plies in a row without a capture or a man's move
}

// Play plays a game from p to its end. The attacker is the side to move in p.
func (c Conversion) Play(p board.Position) ConversionResult {
	own, opponent := c.Attack, c.Defend
	if own == nil {
		own = c.newSide(c.Techniques)
	}
	if opponent == nil {
		opponent = c.newSide(AllTechniques())
	}
	quiet := 0
	for g := board.NewGame(p); ; {
		now := g.Position()
		quiet = max(quiet, g.QuietPlies())
		result, ending := g.Outcome(c.Limits.MoveRule)
		if ending != board.Ongoing || c.MostPlies > 0 && len(g.Moves()) >= c.MostPlies {
			if now.Turn != p.Turn {
				result = result.Opposite()
			}
			return ConversionResult{p, result, ending, len(g.Moves()), now, quiet}
		}
		if now.Turn == p.Turn {
			g.Play(own(g))
		} else {
			g.Play(opponent(g))
		}
	}
}

// newSide returns a player that searches each move with a Searcher and a table of its own.
func (c Conversion) newSide(use Techniques) func(g *board.Game) board.Move {
	s := New(c.Hash, 1)
	s.SetDatabases(c.Databases)
	if use != (Techniques{}) {
		s.SetTechniques(use)
	}
	return func(g *board.Game) board.Move { return s.NewRun(g, c.Limits, nil).Search().Move() }
}

// KnownEnding returns a random position with the given number of pieces and without a capture, to which d gives
// the value for the side to move. All such positions are equally likely. It does not return if there is none.
func KnownEnding(random *rand.Rand, d Databases, pieces int, value board.Result) board.Position {
	for {
		p, ok := randomEnding(random, pieces)
		if ok && p.Jumpers() == 0 && probe(d, p) == value {
			return p
		}
	}
}

// randomEnding puts random pieces on random squares. ok is false if a man stands on its crowning row or if the game is
// over.
func randomEnding(random *rand.Rand, pieces int) (p board.Position, ok bool) {
	for _, square := range random.Perm(board.Squares)[:pieces] {
		bit, side := board.Square(square).Bit(), board.Color(random.IntN(2))
		if side == board.Black {
			p.Black |= bit
		} else {
			p.White |= bit
		}
		if random.IntN(2) == 0 {
			p.Kings |= bit
		} else if bit&board.CrowningRow(side) != 0 {
			return p, false
		}
	}
	p.Turn = board.Color(random.IntN(2))
	return p, !p.Finished()
}
