package agreement

import (
	"math"

	"gonum.org/v1/gonum/mathext"

	"github.com/zonda-checkers/zonda/search"
)

// Share is how often the move at one depth is the move at the deep depth.
type Share struct {
	Depth  search.Depth `json:"depth"`
	Agreed int          `json:"agreed"` // positions
	Share  float64      `json:"share"`  // of all positions, 0 to 1
	Low    float64      `json:"low"`    // of the 95 % interval
	High   float64      `json:"high"`
}

// newShare returns the share of the trials that agree, with Wilson's interval. Without trials the
// interval is 0 to 1.
func newShare(depth search.Depth, trials []Trial) Share {
	s := Share{Depth: depth, High: 1}
	if len(trials) == 0 {
		return s
	}
	for _, t := range trials {
		if t.agrees(depth) {
			s.Agreed++
		}
	}
	s.Share = float64(s.Agreed) / float64(len(trials))
	s.Low, s.High = wilson(s.Share, float64(len(trials)))
	return s
}

// wilson returns the 95 % interval of a share that was found in n cases.
func wilson(share, n float64) (low, high float64) {
	const upper = 0.975 // the interval of 95 % leaves out 2.5 % on each side
	z := mathext.NormalQuantile(upper)
	shrink := 1 + z*z/n
	middle := (share + z*z/(2*n)) / shrink
	half := z * math.Sqrt(share*(1-share)/n+z*z/(4*n*n)) / shrink
	return max(0, middle-half), min(1, middle+half)
}
