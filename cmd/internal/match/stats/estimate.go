package stats

import (
	"fmt"
	"math"
	"slices"
)

// Estimate is the estimated strength of the first engine against the second.
type Estimate struct {
	Score float64 `json:"score"` // points a game, 0 to 1

	// Elo is the difference, Low to High its 95 % interval. All are cut to ±maxElo, so that Low and High
	// are equal where the whole interval lies beyond it, and Low <= Elo <= High.
	Elo  float64 `json:"elo"`
	Low  float64 `json:"elo_low"`
	High float64 `json:"elo_high"`

	LOS float64 `json:"los"` // the likelihood of superiority: the probability that the true difference is above 0

	// WonLost is the games won for each game lost, WonLostLow to WonLostHigh its 95 % interval. All are 0 to maxRatio,
	// which stands for every larger ratio and for games without a loss. It is 1 if no game is won or lost.
	WonLost     float64 `json:"won_lost"`
	WonLostLow  float64 `json:"won_lost_low"`
	WonLostHigh float64 `json:"won_lost_high"`

	// NElo is the difference in normalized Elo, NEloLow to NEloHigh its 95 % interval, cut to ±maxElo: how many standard deviations of a
	// game the score is above a half, whatever the openings and the number of draws.
	NElo     float64 `json:"nelo"`
	NEloLow  float64 `json:"nelo_low"`
	NEloHigh float64 `json:"nelo_high"`

	PairsRatio float64 `json:"pairs_ratio"` // pairs won for each pair lost, 0 to maxRatio; 1 if no pair is won or lost
	DrawRatio  float64 `json:"draw_ratio"`  // draws a game, 0 to 1
}

// EloText returns the difference with its interval: "+12 (-4 to +28)".
func (e Estimate) EloText() string {
	return fmt.Sprintf("%+.0f (%+.0f to %+.0f)", e.Elo, e.Low, e.High)
}

// RatioText returns the games won for each game lost, with the interval: "2.4 (1.4 to 4.3)", with ∞ for maxRatio, and
// "none decided" if no game was won.
func (e Estimate) RatioText() string {
	if e.WonLostLow == 0 && e.WonLostHigh >= maxRatio {
		return "none decided"
	}
	return fmt.Sprintf("%s (%s to %s)", RatioText(e.WonLost), RatioText(e.WonLostLow), RatioText(e.WonLostHigh))
}

// RatioText returns a ratio of at most maxRatio, for which ∞ stands.
func RatioText(r float64) string {
	switch {
	case r >= maxRatio:
		return "∞"
	case r >= 10:
		return fmt.Sprintf("%.0f", r)
	case r >= 1:
		return fmt.Sprintf("%.1f", r)
	}
	return fmt.Sprintf("%.2f", r)
}

const (
	// priorPairs is added to the count of each outcome before the variance is computed. Without it the
	// variance of pairs that all ended alike would be 0, and the estimate would look certain. With a
	// quarter, the interval of n level pairs is ±0.775/n in score. That is close to what is known about
	// them: with 95 % confidence the share of another outcome is below 3/n, and the nearest other outcomes
	// move the score by a quarter. With a thousand pairs of the usual spread the effect is too small to be
	// seen.
	priorPairs = 0.25

	// deviations is how many standard deviations on each side of the mean hold 95 % of a normal
	// distribution.
	deviations = 1.959963984540054
)

// Measure returns the estimate of games and their pairs. The games may include games whose pair is not
// complete: the score is that of all games, and its error is computed from the pairs alone. Without
// pairs the interval of Elo is ±maxElo and the likelihood of superiority is 0.5.
func Measure(g Games, p Pairs) Estimate {
	score, spread := g.Score(), g.spread(p)
	e := Estimate{
		Score: score, Elo: Elo(score), Low: -maxElo, High: maxElo, LOS: level,
		WonLost: 1, WonLostLow: g.ratioAbove(spread), WonLostHigh: maxRatio,
		NEloLow: -maxElo, NEloHigh: maxElo, PairsRatio: 1, DrawRatio: float64(g.Draws) / float64(max(1, g.Total())),
	}
	if won, lost := p[3]+p[4], p[0]+p[1]; won+lost > 0 {
		e.PairsRatio = min(maxRatio, float64(won)/float64(lost))
	}
	if g.Wins+g.Losses > 0 {
		e.WonLost = min(maxRatio, float64(g.Wins)/float64(g.Losses))
	}
	if low := g.Mirror().ratioAbove(spread); low > 0 {
		e.WonLostHigh = min(maxRatio, 1/low)
	}
	if p.Total() > 0 {
		sigma := math.Sqrt(p.weights(priorPairs).variance() / float64(p.Total()))
		e.Low, e.High = Elo(score-deviations*sigma), Elo(score+deviations*sigma)
		e.LOS = normalCDF((score - level) / sigma)
		z, unit := (score-level)/sigma, perDeviation/math.Sqrt(float64(gamesOfPair*p.Total()))
		e.NElo, e.NEloLow, e.NEloHigh = clip(unit*z), clip(unit*(z-deviations)), clip(unit*(z+deviations))
	}
	return e
}

// ratioAbove returns the lower end of the interval of the win ratio. The games that are not drawn are a sample whose share
// of wins has the interval of Wilson (1927), with the variance multiplied by spread.
func (g Games) ratioAbove(spread float64) float64 {
	if g.Wins == 0 {
		return 0
	}
	wins, losses := float64(g.Wins), float64(g.Losses)
	width := deviations * deviations * spread * (wins + losses)
	return min(maxRatio, 2*wins*wins/(2*wins*losses+width+math.Sqrt(width*(width+4*wins*losses))))
}

// spread returns how many times larger the variance of the pairs is than it would be if the two games of a pair were
// independent.
func (g Games) spread(p Pairs) float64 {
	if g.Total() == 0 {
		return 1
	}
	games, pairs := float64(g.Total()), float64(p.Total())
	var independent weights
	for i, first := range [...]int{g.Losses, g.Draws, g.Wins} {
		for j, second := range [...]int{g.Losses, g.Draws, g.Wins} {
			independent[i+j] += pairs * float64(first) / games * float64(second) / games
		}
	}
	for i := range independent {
		independent[i] += priorPairs
	}
	return p.weights(priorPairs).variance() / independent.variance()
}

// normalCDF returns the probability that a standard normal variable is below z.
func normalCDF(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// maxElo is the largest difference that is ever claimed, in Elo. It belongs to a score of 0.999;
// thousands of games would be needed to tell a larger difference from it.
const maxElo = 1200

// maxRatio is the largest ratio of games won to games lost that is ever claimed. It belongs to about maxElo.
const maxRatio = 1000

// gamesOfPair is the number of games of a pair.
const gamesOfPair = 2

// perDeviation is the normalized Elo of a standard deviation of a game (Michel Van den Bergh, normalized Elo).
const perDeviation = 2 * eloScale / math.Ln10

// eloScale is the difference at which the odds are ten to one.
const eloScale = 400

// Elo returns the difference in Elo, by the logistic curve, at which a score (0 to 1,
// points a game) is expected. It is within ±maxElo.
func Elo(score float64) float64 {
	switch {
	case score <= 0:
		return -maxElo
	case score >= 1:
		return maxElo
	}
	return clip(eloScale * math.Log10(score/(1-score)))
}

// Expected returns the score, in points a game, that a side expects if it is elo stronger than the
// other side. It is the inverse of Elo.
func Expected(elo float64) float64 {
	return 1 / (1 + math.Pow(10, -clip(elo)/eloScale))
}

func clip(elo float64) float64 { return max(-maxElo, min(maxElo, elo)) }

// weights are counts of the outcomes of pairs that need not be whole.
type weights [outcomes]float64

// score returns the score of an outcome of a pair, in points a game, 0 to 1. All means here are in
// points a game. A variance is that of one pair, so it is divided by the number of pairs to get the
// squared error of a mean.
func score(outcome int) float64 { return float64(outcome) / (outcomes - 1) }

func (w weights) total() float64 {
	total := 0.0
	for _, n := range w {
		total += n
	}
	return total
}

func (w weights) mean() float64 {
	sum := 0.0
	for i, n := range w {
		sum += n * score(i)
	}
	return sum / w.total()
}

// variance returns the variance of one pair.
func (w weights) variance() float64 {
	mean, sum := w.mean(), 0.0
	for i, n := range w {
		sum += n * (score(i) - mean) * (score(i) - mean)
	}
	return sum / w.total()
}

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
