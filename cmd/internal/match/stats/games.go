package stats

import (
	"slices"
)

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

// Pairs counts pairs of games, of one opening with colours reversed, by the points
// of the first engine in them: 0, ½, 1, 1½ and 2. It is the pentanomial of a match.
// No count is negative.
type Pairs [outcomes]int

// outcomes is the number of results that a pair can have.
const outcomes = 5

// Add counts a pair in which the first engine scored the given half points, 0 to 4. Other numbers are
// ignored.
func (p *Pairs) Add(halfPoints int) {
	if halfPoints >= 0 && halfPoints < outcomes {
		p[halfPoints]++
	}
}

// Total returns the number of pairs.
func (p Pairs) Total() int {
	total := 0
	for _, n := range p {
		total += n
	}
	return total
}

// Score returns the points a game of the first engine, 0 to 1, and 0.5 if there are
// no pairs.
func (p Pairs) Score() float64 {
	if p.Total() == 0 {
		return level
	}
	return p.weights(0).mean()
}

// Plus returns the sum of two counts.
func (p Pairs) Plus(more Pairs) Pairs {
	for i := range p {
		p[i] += more[i]
	}
	return p
}

// Mirror returns the same pairs as the second engine sees them.
func (p Pairs) Mirror() Pairs {
	slices.Reverse(p[:])
	return p
}

// weights returns the counts, each with a prior count added to it.
func (p Pairs) weights(prior float64) weights {
	var w weights
	for i, n := range p {
		w[i] = float64(n) + prior
	}
	return w
}
