// Package searchtune finds parameters of the search with which the engine wins more games. An Ascent climbs a function that
// can only be measured with noise; a Tuning measures it by games between two searches that have different parameters,
// and writes each iteration to a Journal.
package searchtune

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search"
)

// Tuning moves parameters of the search to where they win more games.
type Tuning struct {
	Settings  Settings
	Suites    [][]openings.Opening // each opening suite begins the same share of the pairs
	Databases search.Databases     // nil for none
	Evaluator eval.Evaluator       // of both sides; nil for the evaluation of the program
	Workers   int                  // games played at the same time
}

// Iteration is what one iteration played, and where it led.
type Iteration struct {
	Number int       `json:"iteration"` // from 1
	Won    int       `json:"won"`       // games won by the side on the plus side of the perturbation
	Drawn  int       `json:"drawn"`
	Lost   int       `json:"lost"`
	Point  []float64 `json:"point"` // values of the tuned parameters after the iteration, in the order of Settings.Tuned
}

// Games returns the number of games of the iteration.
func (i Iteration) Games() int { return i.Won + i.Drawn + i.Lost }

// difference returns by how many pairs the plus side is better: 1 for each pair of which it won both games.
func (i Iteration) difference() float64 { return float64(i.Won-i.Lost) / gamesOfPair }

// gamesOfPair is the number of games of a pair: in the second game the sides have changed colors.
const gamesOfPair = 2

// Run plays the iterations that the journal does not hold yet. It writes each of them to the journal and then calls
// report. At a limit of nodes, iterations depend on the settings alone and not on the number of workers. If ctx ends,
// Run returns an error; the journal then holds all iterations that were complete.
func (t *Tuning) Run(ctx context.Context, j *Journal, report func(Iteration)) error {
	ascent := t.Settings.ascent()
	if done := j.Iterations(); len(done) > 0 {
		copy(ascent.Point, done[len(done)-1].Point)
		ascent.Done = len(done)
	}
	limits := search.Limits{MoveTime: t.Settings.MoveTime, Nodes: t.Settings.Nodes, QuickOnlyMove: true}
	duels := make([]*duel, min(t.Workers, t.Settings.Pairs*gamesOfPair))
	for i := range duels {
		duels[i] = newDuel(limits, t.Databases, t.Evaluator)
	}
	for ascent.Done < t.Settings.Iterations {
		iteration, err := t.iterate(ctx, ascent, duels)
		if err != nil {
			return err
		}
		if err := j.add(iteration); err != nil {
			return err
		}
		report(iteration)
	}
	return nil
}

// iterate plays one iteration and moves the ascent.
func (t *Tuning) iterate(ctx context.Context, a *Ascent, duels []*duel) (Iteration, error) {
	random := rand.New(rand.NewPCG(t.Settings.Seed, uint64(a.Done)))
	experiment := a.Experiment(random)
	pairs := make([]pair, t.Settings.Pairs)
	for i := range pairs {
		suite := t.Suites[random.IntN(len(t.Suites))]
		pairs[i].opening = suite[random.IntN(len(suite))]
		pairs[i].plus, pairs[i].minus = t.Settings.pairOf(experiment, random)
	}
	results, err := play(ctx, pairs, duels)
	if err != nil {
		return Iteration{}, err
	}
	iteration := iterationOf(results)
	a.Climb(experiment, iteration.difference())
	iteration.Number, iteration.Point = a.Done, slices.Clone(a.Point)
	return iteration, nil
}

// iterationOf counts the results of games for the plus side.
func iterationOf(results []board.Result) (i Iteration) {
	for _, result := range results {
		switch result {
		case board.Win:
			i.Won++
		case board.Loss:
			i.Lost++
		default:
			i.Drawn++
		}
	}
	return i
}

// pair is an opening with the parameters of the two sides that play it.
type pair struct {
	opening     openings.Opening
	plus, minus search.Parameters
}

// play plays the pairs, a game on each duel at the same time, and returns the results for the plus sides in the order
// of the games.
func play(ctx context.Context, pairs []pair, duels []*duel) ([]board.Result, error) {
	results := make([]board.Result, len(pairs)*gamesOfPair)
	group, ctx := errgroup.WithContext(ctx)
	var taken atomic.Int64
	for _, d := range duels {
		group.Go(func() error {
			for {
				n := int(taken.Add(1)) - 1
				if n >= len(results) {
					return nil
				}
				var err error
				if results[n], err = pairs[n/gamesOfPair].play(ctx, d, n%gamesOfPair == 0); err != nil {
					return err
				}
			}
		})
	}
	return results, group.Wait()
}

// play plays one game of the pair and returns the result for the plus side, which has Black if black is true.
func (p pair) play(ctx context.Context, d *duel, black bool) (board.Result, error) {
	if err := d.plus.SetParameters(p.plus); err != nil {
		return board.Unknown, err
	}
	if err := d.minus.SetParameters(p.minus); err != nil {
		return board.Unknown, err
	}
	color := board.White
	if black {
		color = board.Black
	}
	return d.play(ctx, p.opening.Game(), color)
}

// tableMiB is the size of each side's transposition table, in MiB: as much as the nodes of short moves need.
const tableMiB = 16

// duel plays games between two searches, one game after the other. Only one goroutine may use it at a time.
type duel struct {
	plus, minus *search.Searcher
	limits      search.Limits
	sources     search.Sources
}

func newDuel(limits search.Limits, databases search.Databases, evaluator eval.Evaluator) *duel {
	return &duel{
		plus: search.New(tableMiB, 1), minus: search.New(tableMiB, 1), limits: limits,
		sources: search.Sources{Evaluator: evaluator, Databases: databases},
	}
}

// play plays the game g to its end and returns its result for the plus side, which has the given color. The game ends
// by the rules, at a position whose result the databases know, or when a search proves a win or a loss.
func (d *duel) play(ctx context.Context, g *board.Game, color board.Color) (board.Result, error) {
	d.plus.Clear()
	d.minus.Clear()
	for {
		if err := context.Cause(ctx); err != nil {
			return board.Unknown, err
		}
		turn := g.Position().Turn
		result, known := search.KnownResult(g, d.sources.Databases)
		if !known {
			mover := d.minus
			if turn == color {
				mover = d.plus
			}
			best := mover.NewRun(g, d.limits, d.sources, nil).Search()
			if !best.Score.IsProven() {
				g.Play(best.Move())
				continue
			}
			if result = board.Loss; best.Score > 0 {
				result = board.Win
			}
		}
		if turn != color {
			result = result.Opposite()
		}
		return result, nil
	}
}

// Journal is the journal of a tuning: a line with the settings, then a line for each iteration.
type Journal struct {
	*file.Journal
	iterations []Iteration
}

// journalHeader is the first line of a journal.
type journalHeader struct {
	Format   int      `json:"zonda_search_tuning"`
	Settings Settings `json:"settings"`
}

// journalFormat is the version of the journal's format.
const journalFormat = 1

// OpenJournal opens or creates the journal of a tuning with the settings, and reads its iterations. A last line that
// was not written to its end is cut off. A journal of other settings, or with a wrong line, is an error and stays as
// it is.
func OpenJournal(path string, s Settings) (*Journal, error) {
	j := &Journal{}
	lines, err := file.ResumeJournal(path, journalHeader{journalFormat, s},
		func(h journalHeader) error { return h.check(s) },
		func(line []byte) error { return j.restore(line, s) })
	j.Journal = lines
	return j, err
}

// check returns an error unless the header is that of a journal of the settings.
func (h journalHeader) check(s Settings) error {
	switch other := s.differences(h.Settings); {
	case h.Format == 0:
		return errors.New("this is no journal of zonda tune search")
	case h.Format != journalFormat:
		return fmt.Errorf("the journal has format %d, this program knows %d", h.Format, journalFormat)
	case len(other) > 0:
		return fmt.Errorf("the journal has other settings: %s", strings.Join(other, ", "))
	}
	return nil
}

// restore adds the iteration of a line.
func (j *Journal) restore(line []byte, s Settings) error {
	var i Iteration
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&i); err != nil {
		return fmt.Errorf("damaged: %w", err)
	}
	switch next := len(j.iterations) + 1; {
	case i.Number != next || next > s.Iterations:
		return fmt.Errorf("iteration %d is out of turn", i.Number)
	case min(i.Won, i.Drawn, i.Lost) < 0 || i.Games() != s.Pairs*gamesOfPair:
		return fmt.Errorf("iteration %d has not %d games", i.Number, s.Pairs*gamesOfPair)
	case len(i.Point) != len(s.Tuned):
		return fmt.Errorf("iteration %d has values of %d parameters, not of %d", i.Number, len(i.Point), len(s.Tuned))
	}
	for at, row := range s.rows() {
		if v := i.Point[at]; math.IsNaN(v) || v < float64(row.Lowest) || v > float64(row.Highest) {
			return fmt.Errorf("iteration %d: parameter %s %v is not between %d and %d", i.Number, row.Name, v, row.Lowest, row.Highest)
		}
	}
	j.iterations = append(j.iterations, i)
	return nil
}

// Iterations returns the iterations so far. The caller must not change them.
func (j *Journal) Iterations() []Iteration { return j.iterations }

// add writes an iteration and waits until it is on the disk.
func (j *Journal) add(i Iteration) error {
	if err := j.Journal.Add(i); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	j.iterations = append(j.iterations, i)
	return j.Sync()
}

// Dimension is the range of one coordinate, and the unit in which the ascent moves it.
type Dimension struct{ Lowest, Highest, Step float64 }

// Ascent looks for the highest point of a function that can only be measured with noise, by simultaneous perturbation
// stochastic approximation (SPSA: J. C. Spall, IEEE Transactions on Automatic Control 37, 1992). Each iteration moves
// all coordinates at once to one side and to the other, compares the two points, and moves the point a little towards
// the better side. The schedule of the two distances is that of Spall, IEEE Transactions on Aerospace and Electronic
// Systems 34, 1998.
type Ascent struct {
	Dimensions []Dimension
	Iterations int       // of the whole ascent
	Rate       float64   // how many steps each coordinate moves in the first iteration if the difference is 1
	Point      []float64 // where the ascent is, within the dimensions
	Done       int       // iterations so far
}

// The schedule. Names in parentheses are Spall's.
const (
	moveDecay         = 0.602 // moves shrink with this power of the iteration (alpha)
	perturbationDecay = 0.101 // perturbations shrink with this power of the iteration (gamma)
	slowStart         = 0.1   // the part of the iterations that pass before moves shrink fast (A)
	firstPerturbation = 2     // steps that the first iteration perturbs each coordinate (c)
)

// Experiment holds two points on opposite sides of an ascent's point, which are to be compared.
type Experiment struct {
	Plus, Minus []float64
	signs       []float64 // of Plus, for each coordinate: 1 or -1
}

// Experiment returns the points that the next iteration compares. Points beyond the range are moved back to its end.
func (a *Ascent) Experiment(random *rand.Rand) Experiment {
	e := Experiment{}
	for i, d := range a.Dimensions {
		sign := float64(2*random.IntN(2) - 1)
		by := sign * a.perturbation() * d.Step
		e.signs = append(e.signs, sign)
		e.Plus = append(e.Plus, d.within(a.Point[i]+by))
		e.Minus = append(e.Minus, d.within(a.Point[i]-by))
	}
	return e
}

// Climb ends the iteration of the experiment e: it moves the point by the measured difference, the value of e.Plus
// less the value of e.Minus.
func (a *Ascent) Climb(e Experiment, difference float64) {
	for i, d := range a.Dimensions {
		a.Point[i] = d.within(a.Point[i] + a.move()*difference*e.signs[i]*d.Step)
	}
	a.Done++
}

// perturbation returns how many steps the next iteration perturbs each coordinate (c_k).
func (a *Ascent) perturbation() float64 {
	return firstPerturbation / math.Pow(float64(a.Done+1), perturbationDecay)
}

// move returns how many steps each coordinate moves for a difference of 1 (a_k / 2 c_k).
func (a *Ascent) move() float64 {
	slow := slowStart*float64(a.Iterations) + 1
	gain := math.Pow(slow/(slow+float64(a.Done)), moveDecay)
	return a.Rate * gain * firstPerturbation / a.perturbation()
}

// within returns v, or the end of the range that is nearest to v.
func (d Dimension) within(v float64) float64 { return min(max(v, d.Lowest), d.Highest) }
