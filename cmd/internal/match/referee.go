package match

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// referee decides when a game is over, by the conditions of a match.
type referee struct {
	conditions *Conditions
	databases  Databases // nil for none
	judge      adjudicator

	judged bool // the judge has ended the game
	winner board.Winner
	ending string
}

func newReferee(c *Conditions, databases Databases) *referee {
	rules := adjudicationRules{Resign: c.Resign, Draw: c.DrawRule, MaxMoves: c.MaxMoves}
	return &referee{conditions: c, databases: databases, judge: adjudicator{adjudicationRules: rules}}
}

// hear tells the last move of a game, which has been played, and what its engine said of it.
func (a *referee) hear(g *board.Game, r *Record) {
	if a.judged {
		return
	}
	ply := r.Plies[len(r.Plies)-1]
	score, _ := client.ParseScore(ply.Score)
	a.winner, a.ending, a.judged = a.judge.Add(g.Position().Turn.Opponent(), score, ply.Depth, len(g.Moves()))
}

// over reports whether the rules of the game, the databases, or the scores and the number of the moves have ended a game, and how.
func (a *referee) over(g *board.Game, r *Record) (winner board.Winner, ending string, over bool) {
	p := g.Position()
	if o, over := g.Outcome(); over {
		return o.Winner, o.By.String(), true
	}
	if a.databases != nil && p.Pieces() <= a.conditions.Adjudicate {
		if result := a.databases.Probe(p); a.conditions.Only.Takes(result) {
			return result.Winner(p.Turn), Adjudicated, true
		}
	}
	if a.conditions.Draw > 0 && r.agreed(a.conditions.Draw) {
		return board.Drawn, Agreed, true
	}
	return a.winner, a.ending, a.judged
}
