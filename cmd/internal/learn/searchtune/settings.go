package searchtune

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search"
)

// Settings says what a tuning does. The journal holds the settings: a tuning goes on with equal settings alone.
type Settings struct {
	Seed       uint64        `json:"seed" kong:"-"`
	Iterations int           `json:"iterations" help:"Iterations in the end (default ${default})." default:"5000" placeholder:"N"`
	Pairs      int           `json:"pairs" help:"Pairs of games in an iteration (default: two a CPU)." placeholder:"N"` // both games of a pair have the same opening
	Rate       float64       `json:"rate" help:"Steps that each parameter moves in the first iteration for a pair that one side wins (default ${default})." default:"0.1" placeholder:"X"`
	MoveTime   time.Duration `json:"movetime" name:"movetime" help:"Time a move (default: 20ms, unless there is a limit of nodes)." placeholder:"20ms"` // in nanoseconds in the journal; 0 for none
	Nodes      uint64        `json:"nodes" help:"Nodes a move instead of a time: the same seed then always gives the same games." placeholder:"N"`

	Openings   string            `json:"openings" kong:"-"`   // the names of the opening suites
	Evaluation string            `json:"evaluation" kong:"-"` // its note
	Start      search.Parameters `json:"start" kong:"-"`
	Tuned      []string          `json:"tuned" kong:"-"` // names of the parameters that move; the others stay at their start
}

// The largest values of settings. They only keep out what is a slip.
const (
	maxIterations = 1_000_000
	maxPairs      = 1000
	maxRate       = 10
)

// Check returns an error that names the setting with which no tuning is possible.
func (s *Settings) Check() error {
	switch {
	case s.Iterations < 1 || s.Iterations > maxIterations:
		return fmt.Errorf("iterations %d is not between 1 and %d", s.Iterations, maxIterations)
	case s.Pairs < 1 || s.Pairs > maxPairs:
		return fmt.Errorf("pairs %d is not between 1 and %d", s.Pairs, maxPairs)
	case !(s.Rate > 0 && s.Rate <= maxRate):
		return fmt.Errorf("rate %v is not above 0 and at most %d", s.Rate, maxRate)
	case s.MoveTime < 0:
		return fmt.Errorf("movetime %v is less than 0", s.MoveTime)
	case (s.MoveTime == 0) == (s.Nodes == 0):
		return errors.New("a move needs either movetime or nodes")
	case len(s.Tuned) == 0:
		return errors.New("no parameter is to be tuned")
	}
	for i, name := range s.Tuned {
		if _, err := search.FindParameter(name); err != nil {
			return err
		}
		if slices.Contains(s.Tuned[:i], name) {
			return fmt.Errorf("parameter %s is to be tuned twice", name)
		}
	}
	return s.Start.Check()
}

// differences names the settings in which s differs from those of a journal.
func (s *Settings) differences(journal Settings) (named []string) {
	for _, row := range search.ParameterTable() {
		if was, is := row.Of(journal.Start), row.Of(s.Start); was != is {
			named = append(named, fmt.Sprintf("start %s %v instead of %v", row.Name, was, is))
		}
	}
	journal.Start = s.Start
	return append(named, file.Difference(journal, *s)...)
}

// rows returns the descriptions of the tuned parameters.
func (s *Settings) rows() (rows []search.Parameter) {
	for _, name := range s.Tuned {
		row, _ := search.FindParameter(name) // Check has found it
		rows = append(rows, row)
	}
	return rows
}

// ascent returns the ascent from the start.
func (s *Settings) ascent() *Ascent {
	a := &Ascent{Iterations: s.Iterations, Rate: s.Rate}
	for _, row := range s.rows() {
		a.Dimensions = append(a.Dimensions, Dimension{float64(row.Lowest), float64(row.Highest), float64(row.Step)})
		a.Point = append(a.Point, float64(row.Of(s.Start)))
	}
	return a
}

// Parameters returns the parameters of a point of the ascent, rounded to the nearest whole numbers.
func (s *Settings) Parameters(point []float64) search.Parameters {
	const half = 0.5
	return s.rounded(point, slices.Repeat([]float64{half}, len(point)))
}

// rounded returns the parameters of a point. Each value is rounded down after a share, at least 0 and below 1, was
// added to it.
func (s *Settings) rounded(point, shares []float64) search.Parameters {
	p := s.Start
	for i, row := range s.rows() {
		row.Set(&p, int(math.Floor(point[i]+shares[i])))
	}
	return p
}

// pairOf returns the parameters with which a pair of games compares the points of an experiment. They are rounded at
// random, so that their expectation is the point. Both sides are rounded by the same random numbers, so that rounding
// adds little to their difference.
func (s *Settings) pairOf(e Experiment, random *rand.Rand) (plus, minus search.Parameters) {
	shares := make([]float64, len(e.Plus))
	for i := range shares {
		shares[i] = random.Float64()
	}
	return s.rounded(e.Plus, shares), s.rounded(e.Minus, shares)
}
