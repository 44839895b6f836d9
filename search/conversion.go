package search

import (
	"math/rand/v2"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Conversion plays out endgames that databases know, to see what the search makes of them on
// the board, under the move rule.
type Conversion struct {
	Databases  Databases
	Hash       int        // MiB of each side's table
	Limits     Limits     // of each move, with the move rule
	Techniques Techniques // of the side to move in the beginning; none stands for all

	// Defend returns the opponent's move; nil lets the search defend.
	Defend func(g *board.Game) board.Move
}

// ConversionResult is how the game from a known position went.
type ConversionResult struct {
	Start  board.Position
	Result board.Result // for the side to move in Start
	Ending board.Ending
	Plies  int
	Last   board.Position // in which the game ended
}

// Play plays on from p with the side to move there.
func (c Conversion) Play(p board.Position) ConversionResult {
	own, opponent := c.newSide(c.Techniques), c.Defend
	if opponent == nil {
		opponent = c.newSide(AllTechniques())
	}
	for g := board.NewGame(p); ; {
		now := g.Position()
		if result, ending := g.Outcome(c.Limits.MoveRule); ending != board.Ongoing {
			if now.Turn != p.Turn {
				result = result.Opposite()
			}
			return ConversionResult{p, result, ending, len(g.Moves()), now}
		}
		if now.Turn == p.Turn {
			g.Play(own(g))
		} else {
			g.Play(opponent(g))
		}
	}
}

// newSide returns a player with a table of its own.
func (c Conversion) newSide(use Techniques) func(g *board.Game) board.Move {
	s := New(c.Hash, 1)
	s.SetDatabases(c.Databases)
	if use != (Techniques{}) {
		s.SetTechniques(use)
	}
	return func(g *board.Game) board.Move { return s.NewRun(g, c.Limits, nil).Search().Move() }
}

// KnownEnding returns a position of the given number of pieces, with no capture to play, that
// d knows to have the given value for the side to move; each is as likely as any other.
func KnownEnding(random *rand.Rand, d Databases, pieces int, value board.Result) board.Position {
	for {
		p, ok := randomEnding(random, pieces)
		if ok && p.Jumpers() == 0 && probe(d, p) == value {
			return p
		}
	}
}

// randomEnding puts pieces on squares blindly; ok reports whether that is a position
// with both sides present.
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
