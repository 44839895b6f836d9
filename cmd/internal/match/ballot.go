package match

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
)

// BallotReport is an opening and the results of all its games.
type BallotReport struct {
	ID      string      `json:"id"`
	Moves   string      `json:"moves"`
	Name    string      `json:"name,omitempty"`
	AsBlack stats.Games `json:"as_black"` // the first engine's games
	AsWhite stats.Games `json:"as_white"`
	Black   stats.Games `json:"black"` // all games, by the result of Black
}

// ballots returns a line for each opening that was played, in their order.
func (s *Standings) ballots() []BallotReport {
	lines := make([]BallotReport, len(s.plan.Openings))
	for i, o := range s.plan.Openings {
		lines[i] = BallotReport{ID: o.ID, Moves: o.String(), Name: o.Name}
	}
	for _, e := range s.pairings {
		for round, points := range e.rounds {
			lines[round%len(lines)].add(e.First == 0, points)
		}
	}
	return slices.DeleteFunc(lines, func(b BallotReport) bool { return b.Black.Total() == 0 })
}

// add counts the two games of one round. Points are the half points of the pairing's first engine as
// Black and as White; leading says that this engine is also the first of the match.
func (b *BallotReport) add(leading bool, points [2]int) {
	asBlack, asWhite := points[board.Black], points[board.White]
	if asBlack != missing {
		count(&b.Black, asBlack)
	}
	if asWhite != missing {
		count(&b.Black, won-asWhite)
	}
	if leading && asBlack != missing {
		count(&b.AsBlack, asBlack)
	}
	if leading && asWhite != missing {
		count(&b.AsWhite, asWhite)
	}
}
