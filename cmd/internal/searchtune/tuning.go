// Package searchtune finds parameters of the search with which the engine wins more games. An Ascent climbs a function that
// can only be measured with noise; a Tuning measures it by games between two searches that have different parameters,
// and writes each iteration to a Journal.
package searchtune

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Tuning moves parameters of the search to where they win more games.
type Tuning struct {
	Settings  Settings
	Decks     [][]openings.Opening // each deck begins the same share of the pairs
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
		deck := t.Decks[random.IntN(len(t.Decks))]
		pairs[i].opening = deck[random.IntN(len(deck))]
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
