package match

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
)

// Pairing counts the games of two engines against each other, for the first of the two.
type Pairing struct {
	First, Second int            // indices of engines; games are counted for the first
	byColor       [2]stats.Games // by the first engine's colour
	Pairs         stats.Pairs    // complete pairs only, seen by the first engine
	rounds        map[int][2]int // half points of the first as Black and as White, or missing
}

// missing stands for a game that is not played.
const missing = -1

func (p *Pairing) add(round int, r *Record) {
	points := r.pointsOf(p.First)
	color := board.Black
	if r.White == p.First {
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
		p.Pairs.Add(pair[board.Black] + pair[board.White])
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

// Games returns all games, seen by the first engine.
func (p *Pairing) Games() stats.Games { return p.byColor[board.Black].Plus(p.byColor[board.White]) }

// seenBy returns the games and pairs as an engine sees them, none if it took no part.
func (p *Pairing) seenBy(engine int) (stats.Games, stats.Pairs) {
	switch games, pairs := p.Games(), p.Pairs; engine {
	case p.First:
		return games, pairs
	case p.Second:
		return games.Mirror(), pairs.Mirror()
	}
	return stats.Games{}, stats.Pairs{}
}
