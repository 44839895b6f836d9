package match

import (
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/match/tally"
)

// Encounter is the games of two engines against each other, seen by the first.
type Encounter struct {
	First, Second int            // indices of engines
	ByColor       [2]tally.Games // by the first engine's colour
	Pairs         tally.Pairs    // complete pairs only
	Rounds        map[int][2]int // half points of the first as Black and as White, or missing
}

// missing stands for a game that is not played.
const missing = -1

func newEncounter(first, second int) *Encounter {
	return &Encounter{First: first, Second: second, Rounds: map[int][2]int{}}
}

func (e *Encounter) add(round int, r *Record) {
	points := r.pointsOf(e.First)
	color := board.Black
	if r.White == e.First {
		color = board.White
	}
	count(&e.ByColor[color], points)
	pair, begun := e.Rounds[round]
	if !begun {
		pair = [2]int{missing, missing}
	}
	pair[color] = points
	e.Rounds[round] = pair
	if pair[board.Black] != missing && pair[board.White] != missing {
		e.Pairs.Add(pair[board.Black] + pair[board.White])
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

// Games returns all games, seen by the first engine.
func (e *Encounter) Games() tally.Games { return e.ByColor[board.Black].Plus(e.ByColor[board.White]) }

// Estimate returns what the games prove of the first engine.
func (e *Encounter) Estimate() tally.Estimate { return tally.Measure(e.Games(), e.Pairs) }

// seenBy returns the games and pairs as an engine sees them, none if it took no part.
func (e *Encounter) seenBy(engine int) (tally.Games, tally.Pairs) {
	switch g, p := e.Games(), e.Pairs; engine {
	case e.First:
		return g, p
	case e.Second:
		return g.Mirror(), p.Mirror()
	}
	return tally.Games{}, tally.Pairs{}
}
