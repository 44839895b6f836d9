package search

import "github.com/zonda-checkers/zonda/eval"

// thresholds holds the Parameters in the units and types in which a worker uses them.
type thresholds struct {
	halfDepthMin, futilityDepth, internalMin Depth
	trialShare                               Depth // percent
	deficit, compensation, futilityMargin    eval.Score
	shotLimit                                int // percent
	reductions                               *reductions
}

// defaultThresholds are made once: a new Searcher does not have to compute logarithms.
var defaultThresholds = DefaultParameters().thresholds()

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

// SetParameters gives the search other parameters. It calls Clear if they change. A parameter outside of its range is
// an error, which changes nothing. Do not call SetParameters while a search runs.
func (s *Searcher) SetParameters(p Parameters) error {
	if err := p.Check(); err != nil {
		return err
	}
	if p != s.parameters {
		s.parameters, s.thresholds = p, p.thresholds()
		s.Clear()
	}
	return nil
}

// Parameters returns the parameters of the search.
func (s *Searcher) Parameters() Parameters { return s.parameters }
