package people

import (
	"context"
	"math"
	"slices"

	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/pool"
)

// Settings say how much is measured.
type Settings struct {
	Games       int    // of each band
	Seed        uint64 // of the games: the same seed makes the same games
	Concurrency int    // games at once
}

// Measured is what was measured of a band.
type Measured struct {
	Band
	Games     int         `json:"games"`
	Positions int         `json:"positions"`
	People    eval.People `json:"people"` // fitted to all games

	// The losses are mean cross-entropies of a position, in nats, of fits to the other two thirds of the games. Loss is that of the
	// three results, PointsLoss that of the points. Engine, EnginePoints are those of the chances of strong play: eval.Score.Chances
	// and eval.Score.Chance.
	Loss         float64 `json:"loss"`
	PointsLoss   float64 `json:"points_loss"`
	Engine       float64 `json:"engine_loss"`
	EnginePoints float64 `json:"engine_points_loss"`

	Bins       []Bin   `json:"bins"`
	MeanError  float64 `json:"mean_error"`  // of the bins, weighted by their positions
	WorstError float64 `json:"worst_error"` // of a bin
}

// Bin compares the points that were foretold with those that were made, for the positions with about the same points foretold.
type Bin struct {
	Foretold  float64 `json:"foretold"` // mean, 0 to 1
	Seen      float64 `json:"seen"`
	Positions int     `json:"positions"`
}

const (
	folds = 3
	bins  = 10
)

// Measure plays the games of a band and fits the rule to them. Progress is told how many games are done. An error is that of ctx.
func Measure(ctx context.Context, s Settings, b Band, progress func(done int)) (*Measured, error) {
	games := make([][]sample, s.Games)
	numbers := make([]int, s.Games)
	for i := range numbers {
		numbers[i] = i
	}
	workers := pool.Goroutines[int, []sample]{Number: s.Concurrency, New: func() (pool.Worker[int, []sample], error) { return newAuthor(b, s.Seed) }}
	done := 0
	err := workers.Do(ctx, pool.Tasks(numbers...), func(number int, found []sample) error {
		games[number] = found
		done++
		progress(done)
		return nil
	})
	if err != nil {
		return nil, err
	}
	all := slices.Concat(games...)
	m := &Measured{Band: b, Games: s.Games, Positions: len(all), People: fit(all)}
	m.judge(games)
	return m, nil
}

// judge measures fits to two thirds of the games by the other third.
func (m *Measured) judge(games [][]sample) {
	for fold := range folds {
		var learned, kept []sample
		for number, samples := range games {
			if number%folds == fold {
				kept = append(kept, samples...)
			} else {
				learned = append(learned, samples...)
			}
		}
		m.compare(fit(learned), kept)
	}
	m.mean()
}

// compare adds the samples to the sums of the losses and of the bins, as a rule foretells them.
func (m *Measured) compare(p eval.People, samples []sample) {
	if m.Bins == nil {
		m.Bins = make([]Bin, bins)
	}
	for _, s := range samples {
		c := p.Chances(s.score, s.pieces)
		m.Loss += surprise(c, s)
		m.PointsLoss += pointsSurprise(c.Expected(), s)
		m.Engine += surprise(s.score.Chances(s.pieces), s)
		m.EnginePoints += pointsSurprise(s.score.Chance(), s)
		b := &m.Bins[min(int(c.Expected()*bins), bins-1)]
		b.Foretold += c.Expected()
		b.Seen += s.result.points()
		b.Positions++
	}
}

// mean makes means of the sums, and counts the errors of the bins.
func (m *Measured) mean() {
	n := float64(m.Positions)
	for _, sum := range []*float64{&m.Loss, &m.PointsLoss, &m.Engine, &m.EnginePoints} {
		*sum /= n
	}
	m.Bins = slices.DeleteFunc(m.Bins, func(b Bin) bool { return b.Positions == 0 })
	for i := range m.Bins {
		b := &m.Bins[i]
		of := float64(b.Positions)
		b.Foretold, b.Seen = b.Foretold/of, b.Seen/of
		wrong := math.Abs(b.Foretold - b.Seen)
		m.MeanError += wrong * of / n
		m.WorstError = max(m.WorstError, wrong)
	}
}

// surprise returns the cross-entropy of a sample's result.
func surprise(c eval.Chances, s sample) float64 {
	return -math.Log(max([...]float64{loss: c.Loss, draw: c.Draw, win: c.Win}[s.result], minChance))
}

// pointsSurprise returns the cross-entropy of a sample's points, with the points that were expected.
func pointsSurprise(expected float64, s sample) float64 {
	points := s.result.points()
	return -points*math.Log(max(expected, minChance)) - (1-points)*math.Log(max(1-expected, minChance))
}
