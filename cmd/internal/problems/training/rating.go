package training

import "math"

// Rating is a player's rating by Glicko-2: M. Glickman, "Example of the Glicko-2 system", 2022.
type Rating struct {
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation"`  // the rating is within two deviations with a chance of 95 %
	Volatility float64 `json:"volatility"` // how much the rating is expected to change in a period
}

// Game is a result against an opponent of known strength.
type Game struct {
	Rating, Deviation float64 // of the opponent
	Score             float64 // 1 for a win, 0.5 for a draw, 0 for a loss
}

// Constants of Glicko-2.
const (
	unrated         = 1500     // the middle of the scale
	scale           = 173.7178 // points of a unit of the inner scale
	tau             = 0.5      // how far the volatility may change in a period
	firstDeviation  = 300
	openedDeviation = 120 // behind the openers: from there on no answer changes much
	minDeviation    = 45  // a user who plays much would not change any more
	firstVolatility = 0.06
	precision       = 1e-6 // of the volatility
)

// newRating returns the rating of a player of whom only a guess is known.
func newRating(guess float64) Rating { return Rating{guess, firstDeviation, firstVolatility} }

// weight is Glickman's g: how much a game counts against an opponent with a deviation, on the inner scale.
func weight(deviation float64) float64 {
	return 1 / math.Sqrt(1+3*deviation*deviation/(math.Pi*math.Pi))
}

// Expected returns the score that a player with the rating is expected to have against an opponent.
func (r Rating) Expected(rating, deviation float64) float64 {
	return 1 / (1 + math.Exp(-weight(deviation/scale)*(r.Rating-rating)/scale))
}

// After returns the rating after the games of a period. Without games only the deviation grows.
func (r Rating) After(games ...Game) Rating {
	mu, phi := (r.Rating-unrated)/scale, r.Deviation/scale
	information, gain := 0.0, 0.0 // 1/v, and delta/v
	for _, g := range games {
		w, e := weight(g.Deviation/scale), r.Expected(g.Rating, g.Deviation)
		information += w * w * e * (1 - e)
		gain += w * (g.Score - e)
	}
	if len(games) == 0 {
		return Rating{r.Rating, math.Min(firstDeviation, scale*math.Hypot(phi, r.Volatility)), r.Volatility}
	}
	volatility := r.volatility(phi, 1/information, gain/information)
	before := math.Hypot(phi, volatility)
	phi = 1 / math.Sqrt(1/(before*before)+information)
	return Rating{unrated + scale*(mu+phi*phi*gain), scale * phi, volatility}
}

// volatility finds the new volatility by the Illinois method, as step 5 of the paper describes it.
func (r Rating) volatility(phi, v, delta float64) float64 {
	a := math.Log(r.Volatility * r.Volatility)
	f := func(x float64) float64 {
		e := math.Exp(x)
		sum := phi*phi + v + e
		return e*(delta*delta-sum)/(2*sum*sum) - (x-a)/(tau*tau)
	}
	low, high := a, math.Log(delta*delta-phi*phi-v)
	if delta*delta <= phi*phi+v {
		high = a - tau
		for f(high) < 0 {
			high -= tau
		}
	}
	atLow, atHigh := f(low), f(high)
	for math.Abs(high-low) > precision {
		next := low + (low-high)*atLow/(atHigh-atLow)
		at := f(next)
		if at*atHigh <= 0 {
			low, atLow = high, atHigh
		} else {
			atLow /= 2
		}
		high, atHigh = next, at
	}
	return math.Exp(low / 2)
}
