package match

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
)

// Pairing counts the games of two engines against each other, for the first of the two.
type Pairing struct {
	first, second int            // indices of engines
	byColor       [2]stats.Games // by the first engine's colour
	pairs         stats.Pairs    // complete pairs only
	rounds        map[int][2]int // half points of the first as Black and as White, or missing
}

// missing stands for a game that is not played.
const missing = -1

func newPairing(first, second int) *Pairing {
	return &Pairing{first: first, second: second, rounds: map[int][2]int{}}
}

func (p *Pairing) add(round int, r *Record) {
	points := r.pointsOf(p.first)
	color := board.Black
	if r.White == p.first {
		color = board.White
	}
	count(&p.byColor[color], points)
	pair, begun := p.rounds[round]
	if !begun {
		pair = [2]int{missing, missing}
	}
	pair[color] = points
	p.rounds[round] = pair
	if pair[board.Black] != missing && pair[board.White] != missing {
		p.pairs.Add(pair[board.Black] + pair[board.White])
	}
}

func count(g *stats.Games, points int) {
	switch points {
	case won:
		g.Wins++
	case drawn:
		g.Draws++
	default:
		g.Losses++
	}
}

// First returns the index of the engine for which the games are counted.
func (p *Pairing) First() int { return p.first }

// Second returns the index of the opponent.
func (p *Pairing) Second() int { return p.second }

// Pairs returns the pairs of games that are complete, seen by the first engine.
func (p *Pairing) Pairs() stats.Pairs { return p.pairs }

// Games returns all games, seen by the first engine.
func (p *Pairing) Games() stats.Games { return p.byColor[board.Black].Plus(p.byColor[board.White]) }

// Estimate returns the estimated strength of the first engine against the second.
func (p *Pairing) Estimate() stats.Estimate { return stats.Measure(p.Games(), p.pairs) }

// seenBy returns the games and pairs as an engine sees them, none if it took no part.
func (p *Pairing) seenBy(engine int) (stats.Games, stats.Pairs) {
	switch games, pairs := p.Games(), p.pairs; engine {
	case p.first:
		return games, pairs
	case p.second:
		return games.Mirror(), pairs.Mirror()
	}
	return stats.Games{}, stats.Pairs{}
}
