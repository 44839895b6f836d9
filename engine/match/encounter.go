package match

import (
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/match/tally"
)

// Encounter is the games of two engines against each other, seen by the first.
type Encounter struct {
	first, second int            // indices of engines
	byColor       [2]tally.Games // by the first engine's colour
	pairs         tally.Pairs    // complete pairs only
	rounds        map[int][2]int // half points of the first as Black and as White, or missing
}

// missing stands for a game that is not played.
const missing = -1

func newEncounter(first, second int) *Encounter {
	return &Encounter{first: first, second: second, rounds: map[int][2]int{}}
}

func (e *Encounter) add(round int, r *Record) {
	points := r.pointsOf(e.first)
	color := board.Black
	if r.White == e.first {
		color = board.White
	}
	count(&e.byColor[color], points)
	pair, begun := e.rounds[round]
	if !begun {
		pair = [2]int{missing, missing}
	}
	pair[color] = points
	e.rounds[round] = pair
	if pair[board.Black] != missing && pair[board.White] != missing {
		e.pairs.Add(pair[board.Black] + pair[board.White])
	}
}

func count(g *tally.Games, points int) {
	switch points {
	case won:
		g.Wins++
	case drawn:
		g.Draws++
	default:
		g.Losses++
	}
}

// First returns the engine whose games they are, as an index.
func (e *Encounter) First() int { return e.first }

// Second returns its opponent, as an index.
func (e *Encounter) Second() int { return e.second }

// Pairs returns the pairs of games that are complete, seen by the first engine.
func (e *Encounter) Pairs() tally.Pairs { return e.pairs }

// Games returns all games, seen by the first engine.
func (e *Encounter) Games() tally.Games { return e.byColor[board.Black].Plus(e.byColor[board.White]) }

// Estimate returns what the games prove of the first engine.
func (e *Encounter) Estimate() tally.Estimate { return tally.Measure(e.Games(), e.pairs) }

// seenBy returns the games and pairs as an engine sees them, none if it took no part.
func (e *Encounter) seenBy(engine int) (tally.Games, tally.Pairs) {
	switch g, p := e.Games(), e.pairs; engine {
	case e.first:
		return g, p
	case e.second:
		return g.Mirror(), p.Mirror()
	}
	return tally.Games{}, tally.Pairs{}
}
