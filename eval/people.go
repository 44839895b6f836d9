package eval

import "math"

// People is the rule for what players of about one strength make of a position: how games between them end, by the score that a
// search of 4,000 nodes without databases gives the position. It is an ordered logit: with the score s in men, and h from 1 for 24
// pieces over 0 for 12 to -1 for none, the side to move wins with the chance L(u-t) and loses with L(-u-t), where u = (B + B1 h) s,
// t = exp(T0 + T1 h) and L(x) = 1/(1+exp(-x)). The command zonda tune people measures the numbers: docs/analysis.md.
type People struct {
	B  float64 `json:"b"`  // weight of a man at 12 pieces
	B1 float64 `json:"b1"` // and its growth with h
	T0 float64 `json:"t0"` // logarithm of the half width of the draws at 12 pieces
	T1 float64 `json:"t1"` // and its growth with h
}

// maxPeopleScore is the score, in hundredths of a man, beyond which people win no more often.
const maxPeopleScore = 600

// PeopleInputs returns what the rule makes of a score and a number of pieces: the score in men, and h.
func PeopleInputs(s Score, pieces int) (men, h float64) {
	const half, man = 12, 100
	return float64(min(max(s, -maxPeopleScore), maxPeopleScore)) / man, float64(pieces-half) / half
}

// Chances returns the chances of the side to move of a position with a score and a number of pieces. People do not always win what is
// won: a proven win is a score like others.
func (p People) Chances(s Score, pieces int) Chances {
	men, h := PeopleInputs(s, pieces)
	u, t := (p.B+p.B1*h)*men, math.Exp(p.T0+p.T1*h)
	win, loss := logistic(u-t), logistic(-u-t)
	return Chances{win, 1 - (win + loss), loss}
}

// peopleBands are the rules of four strengths, which zonda tune people has measured. The scale of ratings begins with random play at 0.
var peopleBands = [...]struct {
	rating float64
	people People
}{
	{415, People{0.518, -0.024, -0.725, -0.839}},
	{684, People{0.576, -0.031, 0.299, -0.747}},
	{1175, People{1.009, 0.218, 0.503, -0.611}},
	{1675, People{1.872, 0.374, 0.628, -0.514}},
}

// PeopleAt returns the rule for players with a rating of the trainer's scale. Between the strengths that were measured its numbers are
// mixed, and outside of them they are those of the nearest one.
func PeopleAt(rating float64) People {
	last := len(peopleBands) - 1
	rating = min(max(rating, peopleBands[0].rating), peopleBands[last].rating)
	i := 1
	for rating > peopleBands[i].rating {
		i++
	}
	from, to := peopleBands[i-1], peopleBands[i]
	part := (rating - from.rating) / (to.rating - from.rating)
	mix := func(a, b float64) float64 { return a + part*(b-a) }
	a, b := from.people, to.people
	return People{mix(a.B, b.B), mix(a.B1, b.B1), mix(a.T0, b.T0), mix(a.T1, b.T1)}
}
