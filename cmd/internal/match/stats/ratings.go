package stats

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// RatedGame is a game of two engines, which are numbers from 0 on.
type RatedGame struct {
	Black, White int
	Points       int // half points of Black, who moves first: 0, 1 or 2
	Pair         int // games of one opening with colours reversed have the same number, other games have numbers of their own
}

// Ratings are strengths of engines on one scale.
type Ratings struct {
	FirstMover float64 // what the first move is worth, in Elo
	Draws      float64 // the share of draws between equals, if the first move were worth nothing

	theta      []float64  // of the model: the engines, the first move, the draws
	covariance *mat.Dense // of theta
	scale      float64    // Elo of 1 in theta
}

// priorGames is the number of games of each result that each engine is taken to have played, with each colour, with each engine that
// it has met. Without them an engine that has won all games would have no rating.
const priorGames = 0.1

// The parameters of the model beside the engines.
const (
	firstMove = iota
	drawn
	otherParameters
)

// ErrApart is the error of engines of which no games connect the ones to the others.
var ErrApart = errors.New("no games connect the engines")

// Rate returns the ratings of n engines by maximum likelihood. The model is that of Bradley and Terry with draws as Davidson (1970) has
// them: a win of Black, a draw and a win of White are as likely as exp(d/2) : exp(v) : exp(-d/2), where d is the difference of the
// engines and the first move. The scale is that on which a small difference is the Elo of its expected score.
//
// The errors are those of the sandwich estimator, with the pairs as samples: the two games of a pair depend on one another.
func Rate(n int, games []RatedGame) (Ratings, error) {
	if group := Groups(n, games); n == 0 || slices.Max(group) > 0 {
		return Ratings{}, ErrApart
	}
	games = slices.Clone(games)
	slices.SortStableFunc(games, func(a, b RatedGame) int { // sums of one order, so that equal games have equal ratings
		return cmp.Or(cmp.Compare(a.Pair, b.Pair), cmp.Compare(a.Black, b.Black), cmp.Compare(a.White, b.White))
	})
	all := slices.Concat(prior(games), weigh(games))
	size := n + otherParameters
	theta := make([]float64, size)
	const steps, precise = 200, 1e-10
	for range steps {
		gradient, curve, err := derivatives(n, theta, all)
		if err != nil {
			return Ratings{}, err
		}
		var step mat.VecDense
		if err := curve.SolveVecTo(&step, mat.NewVecDense(size, gradient)); err != nil {
			return Ratings{}, err
		}
		length := mat.Norm(&step, math.Inf(1))
		for i, s := range step.RawVector().Data {
			theta[i] += s * min(1, 1/length) // far from the maximum the curve is no parabola
		}
		if length < precise {
			break
		}
	}
	covariance, err := sandwich(n, theta, all)
	if err != nil {
		return Ratings{}, err
	}
	r := Ratings{theta: theta, covariance: covariance}
	draws := math.Exp(theta[n+drawn])
	r.Draws = draws / (2 + draws)
	r.scale = eloScale / math.Ln10 * 2 / (2 + draws)
	r.FirstMover = r.scale * theta[n+firstMove]
	return r, nil
}

// Difference returns by how much engine i is stronger than engine j, in Elo, and half the width of its 95 % interval.
func (r Ratings) Difference(i, j int) (elo, width float64) {
	if i == j {
		return 0, 0
	}
	c := r.covariance
	return r.scale * (r.theta[i] - r.theta[j]), r.width(c.At(i, i) + c.At(j, j) - 2*c.At(i, j))
}

// Rating returns by how much engine i is stronger than the mean of all, in Elo, and half the width of its 95 % interval.
func (r Ratings) Rating(i int) (elo, width float64) {
	return r.scale * r.theta[i], r.width(r.covariance.At(i, i))
}

// FirstMoverWidth returns half the width of the 95 % interval of FirstMover.
func (r Ratings) FirstMoverWidth() float64 {
	i := len(r.theta) - otherParameters + firstMove
	return r.width(r.covariance.At(i, i))
}

func (r Ratings) width(variance float64) float64 {
	return deviations * r.scale * math.Sqrt(max(0, variance))
}

// Superior returns the likelihood that engine i is stronger than engine j.
func (r Ratings) Superior(i, j int) float64 {
	elo, width := r.Difference(i, j)
	if width == 0 {
		return level
	}
	return normalCDF(deviations * elo / width)
}

// Groups returns for each engine the first of those to which a chain of games leads from it.
func Groups(n int, games []RatedGame) []int {
	group := make([]int, n)
	for i := range group {
		group[i] = i
	}
	for _, g := range games {
		from, to := max(group[g.Black], group[g.White]), min(group[g.Black], group[g.White])
		for i := range group {
			if group[i] == from {
				group[i] = to
			}
		}
	}
	return group
}

// weighted is a game that counts as so many games.
type weighted struct {
	RatedGame
	weight float64
}

func weigh(games []RatedGame) (all []weighted) {
	for _, g := range games {
		all = append(all, weighted{g, 1})
	}
	return all
}

// prior returns the games of priorGames, each a sample of its own.
func prior(games []RatedGame) (all []weighted) {
	met := map[[2]int]bool{}
	for _, g := range games {
		key := [2]int{min(g.Black, g.White), max(g.Black, g.White)}
		if met[key] {
			continue
		}
		met[key] = true
		for points := range 3 {
			for _, e := range [][2]int{key, {key[1], key[0]}} {
				all = append(all, weighted{RatedGame{e[0], e[1], points, -1 - len(all)}, priorGames})
			}
		}
	}
	return all
}

// outcomeChances returns the probabilities of 0, 1 and 2 half points of Black.
func outcomeChances(n int, theta []float64, g RatedGame) [3]float64 {
	half := (theta[g.Black] - theta[g.White] + theta[n+firstMove]) / 2
	most := max(math.Abs(half), theta[n+drawn])
	c := [3]float64{math.Exp(-half - most), math.Exp(theta[n+drawn] - most), math.Exp(half - most)}
	sum := c[0] + c[1] + c[2]
	return [3]float64{c[0] / sum, c[1] / sum, c[2] / sum}
}

// inputs returns the parameters on which d depends; signs are its derivatives.
func (g RatedGame) inputs(n int) [3]int { return [3]int{g.Black, g.White, n + firstMove} }

var signs = [3]float64{1, -1, 1}

// slope adds the gradient of the log likelihood of a game to g.
func slope(n int, theta []float64, w weighted, g []float64) {
	c := outcomeChances(n, theta, w.RatedGame)
	score := float64(w.Points)/2 - c[1]/2 - c[2]
	for k, i := range w.inputs(n) {
		g[i] += w.weight * signs[k] * score
	}
	isDraw := 0.0
	if w.Points == 1 {
		isDraw = 1
	}
	g[n+drawn] += w.weight * (isDraw - c[1])
}

// derivatives returns the gradient of the log likelihood and the negative of its second derivatives, factorized. The sum of the engines,
// on which nothing depends, is held at 0.
func derivatives(n int, theta []float64, games []weighted) (gradient []float64, curve *mat.Cholesky, err error) {
	size := len(theta)
	gradient, hessian := make([]float64, size), mat.NewSymDense(size, nil)
	add := func(i, j int, v float64) {
		if i <= j { // the matrix is symmetric
			hessian.SetSym(i, j, hessian.At(i, j)+v)
		}
	}
	for _, w := range games {
		slope(n, theta, w, gradient)
		c := outcomeChances(n, theta, w.RatedGame)
		mean := c[1]/2 + c[2]
		variance := c[1]/4 + c[2] - mean*mean
		for k, i := range w.inputs(n) {
			for l, j := range w.inputs(n) {
				add(i, j, w.weight*signs[k]*signs[l]*variance)
			}
			add(i, n+drawn, w.weight*signs[k]*c[1]*(level-mean))
		}
		add(n+drawn, n+drawn, w.weight*c[1]*(1-c[1]))
	}
	for i := range n {
		for j := range n {
			add(i, j, 1)
		}
	}
	curve = &mat.Cholesky{}
	if !curve.Factorize(hessian) {
		return nil, nil, errors.New("the games have no ratings of greatest likelihood")
	}
	return gradient, curve, nil
}

// sandwich returns the covariance of the parameters: the inverse of the second derivatives on both sides of the sum over the pairs of
// the squares of their gradients. The games are in the order of their pairs.
func sandwich(n int, theta []float64, games []weighted) (*mat.Dense, error) {
	_, curve, err := derivatives(n, theta, games)
	if err != nil {
		return nil, err
	}
	size := len(theta)
	filling := mat.NewSymDense(size, nil)
	for len(games) > 0 {
		g, share := make([]float64, size), 1/games[0].weight
		for pair := games[0].Pair; len(games) > 0 && games[0].Pair == pair; games = games[1:] {
			slope(n, theta, games[0], g)
		}
		// The prior's games of weight w are w samples of a whole game.
		filling.SymRankOne(filling, share, mat.NewVecDense(size, g))
	}
	var inverse mat.SymDense
	if err := curve.InverseTo(&inverse); err != nil {
		return nil, err
	}
	var covariance mat.Dense
	covariance.Product(&inverse, filling, &inverse)
	return &covariance, nil
}
