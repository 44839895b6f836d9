package search

import (
	"math/rand/v2"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Conversion plays out endgames that databases know to be won, to see whether the
// search wins them on the board, under the move rule.
type Conversion struct {
	Databases Databases
	Hash      int    // MiB of each side's table
	Limits    Limits // of each move, with the move rule

	// Attack returns the winner's move; nil lets the search win.
	Attack func(g *board.Game) board.Move

	// Defend returns the loser's move; nil lets the search defend.
	Defend func(g *board.Game) board.Move

	// MostPlies ends a game that takes longer, 0 for no bound.
	MostPlies int
}

// ConversionResult is how the game from a won position went.
type ConversionResult struct {
	Start  board.Position
	Won    bool
	Ending board.Ending
	Plies  int
	Last   board.Position // in which the game ended
	Quiet  int            // most plies in a row without a capture or a man's move
}

// Play plays on from p, which is won for the side to move.
func (c Conversion) Play(p board.Position) ConversionResult {
	winner, loser := c.Attack, c.Defend
	if winner == nil {
		winner = c.newSide()
	}
	if loser == nil {
		loser = c.newSide()
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
			return ConversionResult{p, result == board.Win, ending, len(g.Moves()), now, quiet}
		}
		if now.Turn == p.Turn {
			g.Play(winner(g))
		} else {
			g.Play(loser(g))
		}
	}
}

// newSide returns a player with a table of its own.
func (c Conversion) newSide() func(g *board.Game) board.Move {
	s := New(c.Hash, 1)
	s.SetDatabases(c.Databases)
	return func(g *board.Game) board.Move { return s.NewRun(g, c.Limits, nil).Search().Move() }
}

// WonEnding returns a position of the given number of pieces, with no capture to play,
// that d knows to be won for the side to move; each is as likely as any other.
func WonEnding(random *rand.Rand, d Databases, pieces int) board.Position {
	for {
		p, ok := randomEnding(random, pieces)
		if ok && p.Jumpers() == 0 && probe(d, p) == board.Win {
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
