package search

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/eval"
)

// Parameters holds the numbers of the search that a tuner may change. All of them are whole numbers; ParameterTable says
// what each number means, its unit and its range.
type Parameters struct {
	HalfDepthMin    int
	TrialShare      int
	Deficit         int
	Compensation    int
	FutilityDepth   int
	FutilityMargin  int
	InternalMin     int
	ReductionFirst  int
	ReductionBase   int
	ReductionGrowth int
	ReductionMin    int
	ShotLimit       int
}

// defaultParameters are made once, as are their thresholds: a new Searcher does not have to compute logarithms.
var (
	defaultParameters = func() (p Parameters) {
		for _, row := range ParameterTable() {
			row.Set(&p, row.Default)
		}
		return p
	}()
	defaultThresholds = defaultParameters.thresholds()
)

// DefaultParameters returns the parameters of a new Searcher.
func DefaultParameters() Parameters { return defaultParameters }

// Parameter describes one of the Parameters.
type Parameter struct {
	Name            string
	Default         int
	Lowest, Highest int    // the range of its values
	Step            int    // a change of the value that games can show; the tuner moves in such steps
	Meaning         string // one line, with the unit

	field func(*Parameters) *int
}

// ParameterTable returns the descriptions of all parameters, in the order of the fields of Parameters.
func ParameterTable() []Parameter {
	return []Parameter{
		{"half-depth-min", 4, 2, 12, 1, "half-depth pruning: least remaining depth of a node that gets a trial, in plies",
			func(p *Parameters) *int { return &p.HalfDepthMin }},
		{"trial-share", 50, 20, 80, 5, "half-depth pruning: depth of a trial, in percent of the remaining depth",
			func(p *Parameters) *int { return &p.TrialShare }},
		{"deficit", 60, 5, 300, 8, "half-depth pruning: distance of the evaluation from the window that begins a trial, in hundredths of a man",
			func(p *Parameters) *int { return &p.Deficit }},
		{"compensation", 30, 0, 300, 8, "half-depth pruning: distance of a trial's score from the window that ends the line, in hundredths of a man",
			func(p *Parameters) *int { return &p.Compensation }},
		{"futility-depth", 2, 0, 8, 1, "futility pruning: greatest remaining depth of a node that is given up, in plies; 0 for no such pruning",
			func(p *Parameters) *int { return &p.FutilityDepth }},
		{"futility-margin", 60, 5, 300, 8, "futility pruning: distance of the evaluation below the window for each remaining ply, in hundredths of a man",
			func(p *Parameters) *int { return &p.FutilityMargin }},
		{"internal-min", 5, 2, 20, 1, "internal iterative reduction: least remaining depth of a node, in plies",
			func(p *Parameters) *int { return &p.InternalMin }},
		{"reduction-first", 2, 1, 10, 1, "late-move reductions: place in the order, from 0, of the first move that is reduced",
			func(p *Parameters) *int { return &p.ReductionFirst }},
		{"reduction-base", 100, 0, 300, 15, "late-move reductions: part that does not depend on depth and place, in hundredths of a ply",
			func(p *Parameters) *int { return &p.ReductionBase }},
		{"reduction-growth", 85, 0, 200, 8, "late-move reductions: factor of ln(depth) ln(place), in hundredths of a ply",
			func(p *Parameters) *int { return &p.ReductionGrowth }},
		{"reduction-min", 3, 2, 12, 1, "late-move reductions: least remaining depth of a node, in plies",
			func(p *Parameters) *int { return &p.ReductionMin }},
		{"shot-limit", 200, 100, 400, 25, "shots: length of the longest line that is extended, in percent of the iteration's depth",
			func(p *Parameters) *int { return &p.ShotLimit }},
	}
}

// ParameterNames returns the names of all parameters, in the order of ParameterTable.
func ParameterNames() []string {
	var names []string
	for _, row := range ParameterTable() {
		names = append(names, row.Name)
	}
	return names
}

// Of returns the value of the parameter in p.
func (row Parameter) Of(p Parameters) int { return *row.field(&p) }

// Set changes the value of the parameter in p. It does not check the range.
func (row Parameter) Set(p *Parameters, value int) { *row.field(p) = value }

// With returns p with other values, each given as name=value. An unknown name, a value that is no whole number, a
// value outside of the parameter's range, and two values for one name are errors.
func (p Parameters) With(values ...string) (Parameters, error) {
	changed, given := p, map[string]bool{}
	for _, text := range values {
		name, number, _ := strings.Cut(text, "=")
		row, err := FindParameter(name)
		if err != nil {
			return p, err
		}
		value, err := strconv.Atoi(number)
		switch {
		case err != nil:
			return p, fmt.Errorf("%q is not NAME=VALUE with a whole number", text)
		case given[name]:
			return p, fmt.Errorf("parameter %s has two values", name)
		}
		given[name] = true
		row.Set(&changed, value)
	}
	if err := changed.Check(); err != nil {
		return p, err
	}
	return changed, nil
}

// FindParameter returns the description of the parameter with the name. The error says which names there are.
func FindParameter(name string) (Parameter, error) {
	for _, row := range ParameterTable() {
		if row.Name == name {
			return row, nil
		}
	}
	return Parameter{}, fmt.Errorf("no parameter %q; there are %s", name, strings.Join(ParameterNames(), ", "))
}

// Check returns an error that names the first parameter whose value is outside of its range.
func (p Parameters) Check() error {
	for _, row := range ParameterTable() {
		if value := row.Of(p); value < row.Lowest || value > row.Highest {
			return fmt.Errorf("parameter %s %d is not between %d and %d", row.Name, value, row.Lowest, row.Highest)
		}
	}
	return nil
}

// String returns all values as name=value with a comma between them, as the flag --parameter takes them.
func (p Parameters) String() string {
	var values []string
	for _, row := range ParameterTable() {
		values = append(values, fmt.Sprintf("%s=%d", row.Name, row.Of(p)))
	}
	return strings.Join(values, ",")
}

// MarshalText returns String as bytes.
func (p Parameters) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what MarshalText returns. A parameter that is not named gets its default. With an error p stays
// as it is.
func (p *Parameters) UnmarshalText(text []byte) error {
	read, err := DefaultParameters().With(strings.Split(string(text), ",")...)
	if err == nil {
		*p = read
	}
	return err
}

// thresholds holds the Parameters in the units and types in which a worker uses them.
type thresholds struct {
	halfDepthMin, futilityDepth, internalMin Depth
	trialShare                               Depth // percent
	deficit, compensation, futilityMargin    eval.Score
	shotLimit                                int // percent
	reductions                               *reductions
}

func (p Parameters) thresholds() thresholds {
	return thresholds{
		halfDepthMin:   Depth(p.HalfDepthMin),
		trialShare:     Depth(p.TrialShare),
		deficit:        eval.Score(p.Deficit),
		compensation:   eval.Score(p.Compensation),
		futilityDepth:  Depth(p.FutilityDepth),
		futilityMargin: eval.Score(p.FutilityMargin),
		internalMin:    Depth(p.InternalMin),
		shotLimit:      p.ShotLimit,
		reductions:     newReductions(p),
	}
}

// hundred is the divisor of parameters in percent and of parameters in hundredths of a ply.
const hundred = 100
