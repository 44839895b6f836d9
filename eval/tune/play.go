package tune

import (
	"math/rand/v2"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/deck"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Play says how games are made.
type Play struct {
	Openings    []deck.Opening
	RandomPlies int    // so many random moves, or as few as half of them, follow the opening
	Nodes       uint64 // of the search for each move
	Databases   search.Databases
}

// tableMiB is the transposition table of a player: small enough to be cleared for each game.
const tableMiB = 1

// Player makes games, one after the other. It is for one goroutine at a time.
type Player struct {
	play     Play
	searcher *search.Searcher
}

// NewPlayer returns a player with an empty table.
func NewPlayer(play Play) *Player {
	p := &Player{play: play, searcher: search.New(tableMiB, 1)}
	p.searcher.SetDatabases(play.Databases)
	return p
}

// Game plays a game, which is decided by nothing but the random numbers and the terms
// of play, and returns its quiet positions. The game ends where the rules say so, where the
// databases know the result, or with a proven score.
func (p *Player) Game(random *rand.Rand) []Sample {
	g := p.opening(random)
	p.searcher.Clear()
	var samples []Sample
	for {
		now := g.Position()
		if result, ok := p.over(g); ok {
			return settle(samples, now.Turn, result)
		}
		limits := search.Limits{Nodes: p.play.Nodes, MoveRule: board.DefaultMoveRule}
		best := p.searcher.NewRun(g, limits, nil).Search()
		if best.Score.IsProven() {
			return settle(samples, now.Turn, resultOf(best.Score))
		}
		if now.Jumpers() == 0 {
			samples = append(samples, Sample{Position: now, Score: best.Score})
		}
		g.Play(best.Move())
	}
}

func resultOf(s eval.Score) board.Result {
	if s > 0 {
		return board.Win
	}
	return board.Loss
}

// opening returns a game that goes on. The players are deterministic: without enough random
// moves the same games are played again and again, and what they teach is learned by heart.
func (p *Player) opening(random *rand.Rand) *board.Game {
	for {
		g := p.play.Openings[random.IntN(len(p.play.Openings))].Game()
		few := p.play.RandomPlies / 2
		for range few + random.IntN(p.play.RandomPlies-few+1) {
			var moves board.MoveList
			g.Position().Moves(&moves)
			if moves.Len() == 0 {
				break
			}
			g.Play(moves.At(random.IntN(moves.Len())))
		}
		if _, ending := g.Outcome(board.DefaultMoveRule); ending == board.Ongoing {
			return g
		}
	}
}

// over returns the result for the side to move, if it is known.
func (p *Player) over(g *board.Game) (board.Result, bool) {
	if result, ending := g.Outcome(board.DefaultMoveRule); ending != board.Ongoing {
		return result, true
	}
	if d := p.play.Databases; d != nil && g.Position().Pieces() <= d.Pieces() {
		result := d.Probe(g.Position())
		return result, result != board.Unknown
	}
	return board.Unknown, false
}

// settle gives all positions of a game the result that it had for turn.
func settle(samples []Sample, turn board.Color, result board.Result) []Sample {
	for i := range samples {
		samples[i].Result = result
		if samples[i].Position.Turn != turn {
			samples[i].Result = result.Opposite()
		}
	}
	return samples
}
