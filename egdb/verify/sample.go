package verify

import (
	"context"
	"math/bits"
	"runtime"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// leastSample is the least number of positions of a sample that a slice gets, if the slice has them.
const leastSample = 1000

// Sample verifies a sample of the positions of slices and their mirrors, where there are too many to verify all. It probes about as many as
// positions says, of each slice a share like its share of all, at places that look random; and it recomputes each from the prober's answers for the
// successors. The summaries have the numbers of the sample. Of the options RankPieces and Memory have no effect. The errors are those of Run.
func Sample(ctx context.Context, prober Prober, slices []egdb.Material, positions uint64, o Options) ([]Summary, error) {
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	w := &work{Options: o, meter: meter{report: o.Report}}
	var all uint64
	var list []egdb.Material
	for _, p := range pairs(slices) {
		list = append(list, p...)
	}
	for _, m := range list {
		all += m.Positions()
	}
	var found []Summary
	for _, m := range list {
		high, low := bits.Mul64(m.Positions(), positions)
		share, _ := bits.Div64(high, low, max(all, 1))
		s, err := w.sample(ctx, prober, m, min(max(share, leastSample), m.Positions()))
		if err != nil {
			return found, err
		}
		found = append(found, s)
		if o.Verified != nil {
			o.Verified(s)
		}
	}
	return found, nil
}

// sample verifies a number of positions of a slice; all, each once, if it has no more.
func (w *work) sample(ctx context.Context, prober Prober, m egdb.Material, positions uint64) (Summary, error) {
	x := newIndex(m)
	chosen := func(i uint64) uint64 { return i }
	if positions < x.size() {
		chosen = func(i uint64) uint64 { return scattered(i) % x.size() }
	}
	w.meter.start(m, Checking, positions)
	var adding sync.Mutex
	sum := Summary{Slice: m}
	err := inPortions(ctx, w.Threads, positions, func(from, to uint64) error {
		s := &successors{prober: prober}
		var n [board.Win + 1]uint64
		for i := from; i < to; i++ {
			place := x.placement(chosen(i))
			p := place.position()
			stored := prober.Probe(asked(i, p))
			if stored == board.Unknown {
				return &Fault{Slice: m, Position: p, Phase: Loading}
			}
			if value := s.value(p.Mirror()); value != stored {
				return &Fault{m, p, Checking, stored, value}
			}
			n[stored]++
		}
		adding.Lock()
		defer adding.Unlock()
		sum.Wins, sum.Draws, sum.Losses = sum.Wins+n[board.Win], sum.Draws+n[board.Draw], sum.Losses+n[board.Loss]
		w.meter.add(to - from)
		return nil
	})
	return sum, err
}

// scattered returns a number that looks random, another one for each i (SplitMix64, Steele 2014).
func scattered(i uint64) uint64 {
	x := i * 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
