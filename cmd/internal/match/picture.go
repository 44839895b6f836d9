package match

import (
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/chart"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
)

// percent is the unit of scores in pictures.
const percent = 100

// Chart draws the first engine's score as it ran, with its 95 % interval.
func (s *Standings) Chart() chart.Chart {
	line := chart.Series{Name: "95 % interval about the score", Steps: true}
	for i, e := range s.estimates {
		line.X = append(line.X, float64(i+1))
		line.Y = append(line.Y, percent*e.Score)
		line.Low = append(line.Low, percent*stats.Expected(e.Low))
		line.High = append(line.High, percent*stats.Expected(e.High))
	}
	level := chart.Series{Name: "level", X: []float64{1, max(2, float64(len(s.estimates)))}, Y: []float64{percent / 2, percent / 2}}
	games, pairs := s.First()
	e := stats.Measure(games, pairs)
	return chart.Chart{
		Title: fmt.Sprintf("%s: +%d =%d -%d, Elo %+.0f (%+.0f to %+.0f)",
			s.plan.Engines[0].Name, games.Wins, games.Draws, games.Losses, e.Elo, e.Low, e.High),
		X: "games", Y: "score, %", Series: []chart.Series{level, line},
	}
}

// evaluationLimit is the largest evaluation in a picture, in men. Wins are drawn there.
const evaluationLimit = 6

// Chart draws the evaluations of a game by both engines, by ply, in men for Black.
func (p *Plan) Chart(r Record) chart.Chart {
	opening := p.Opening(p.Scheduled(r.Game))
	side := opening.Game().Position().Turn
	lines := [2]chart.Series{
		board.Black: {Name: p.Engines[r.Black].Name + " (Black)", Points: true},
		board.White: {Name: p.Engines[r.White].Name + " (White)", Points: true},
	}
	for i, ply := range r.Plies {
		if men, ok := menForBlack(ply.Score, side); ok {
			lines[side].X = append(lines[side].X, float64(len(opening.Moves)+i+1))
			lines[side].Y = append(lines[side].Y, men)
		}
		side = side.Opponent()
	}
	return chart.Chart{
		Title: fmt.Sprintf("Game %d, %s: %s, %s", r.Game, opening, r.Result, r.Ending),
		X:     "ply", Y: fmt.Sprintf("men for Black (%d: won)", evaluationLimit),
		YMin: -evaluationLimit, YMax: evaluationLimit, Series: lines[:],
	}
}

// menForBlack returns a score of the side that moved in men for Black, and whether there
// is one.
func menForBlack(text string, side board.Color) (float64, bool) {
	score, ok := player.ParseScore(text)
	if !ok || !score.Given {
		return 0, false
	}
	men := score.Men
	switch score.Result {
	case board.Win:
		men = evaluationLimit
	case board.Loss:
		men = -evaluationLimit
	case board.Draw:
		men = 0
	}
	if side == board.White {
		men = -men
	}
	return min(max(men, -evaluationLimit), evaluationLimit), true
}
