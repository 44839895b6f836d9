package stats

// Games counts games by their result for one side. No count is negative.
type Games struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Total returns the number of games.
func (g Games) Total() int { return g.Wins + g.Draws + g.Losses }

// Points returns the points of the side: 1 for a win, a half for a draw.
func (g Games) Points() float64 { return float64(g.Wins) + float64(g.Draws)/2 }

// Score returns the points a game, 0 to 1, and 0.5 if there are no games.
func (g Games) Score() float64 {
	if g.Total() == 0 {
		return level
	}
	return g.Points() / float64(g.Total())
}

// Plus returns the sum of two counts.
func (g Games) Plus(more Games) Games {
	return Games{g.Wins + more.Wins, g.Draws + more.Draws, g.Losses + more.Losses}
}

// Mirror returns the same games as the other side sees them.
func (g Games) Mirror() Games { return Games{g.Losses, g.Draws, g.Wins} }

// level is the score of equal sides.
const level = 0.5
