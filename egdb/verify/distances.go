package verify

import (
	"context"
	"fmt"
	"runtime"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// DistanceProber answers positions with their distance for the side to move, Unknown
// where it has no answer. Several goroutines ask at once.
type DistanceProber interface {
	Metric() egdb.Metric
	Distance(p board.Position) egdb.Distance
}

// DistanceSummary is what RunDistances found in a slice with Black to move; longest
// distances are -1 where there is none.
type DistanceSummary struct {
	Slice               egdb.Material
	Counts              egdb.Counts
	Win, Loss           int // longest, in plies
	QuietWin, QuietLoss int // of positions without a capture to play
}

// Positions returns the number of positions in the slice.
func (s *DistanceSummary) Positions() uint64 { return s.Counts.Wins + s.Counts.Losses + s.Counts.Draws }

// DistanceFault is the error of distances that are not sound.
type DistanceFault struct {
	Slice              egdb.Material
	Position           board.Position
	Stored, Recomputed egdb.Distance // Recomputed is Unknown if a successor has no answer
}

// Error names the slice, the position and both distances.
func (f *DistanceFault) Error() string {
	return fmt.Sprintf("slice %v: %s: stored %v, recomputed %v", f.Slice, f.Position.FEN(), f.Stored, f.Recomputed)
}

// RunDistances verifies slices of distances and their mirrors like Run: every position is
// asked once and recomputed from its successors. That is a proof: a win in n rests on a
// loss in n-1, or on a conversion, so nothing can rest on itself. RankPieces does not count.
func RunDistances(ctx context.Context, prober DistanceProber, slices []egdb.Material, o Options, verified func(DistanceSummary)) error {
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	r := &distanceRun{
		Options: o, prober: prober, crew: crew(o.Threads), meter: meter{report: o.Report},
		shelf: map[egdb.Material]*distanceTable{},
	}
	for _, p := range pairs(slices) {
		summaries, err := r.verify(ctx, p)
		if err != nil {
			return err
		}
		for _, s := range summaries {
			verified(s)
		}
	}
	return nil
}

// distanceRun is the state of one call of RunDistances.
type distanceRun struct {
	Options
	prober DistanceProber
	crew   crew
	meter  meter
	shelf  map[egdb.Material]*distanceTable
	kept   uint64 // bytes on the shelf
}

// distanceTable is a slice with the distances claimed for it, coded.
type distanceTable struct {
	index
	codes []uint16
}

// codeBytes is what a position takes in a table.
const codeBytes = 2

// Codes of distances: the value in the lowest two bits, the plies above.
func codeOf(d egdb.Distance) uint16 { return uint16(d.Value) | uint16(d.Plies)<<2 }

func distanceOf(code uint16) egdb.Distance {
	return egdb.Distance{Value: board.Result(code & 3), Plies: int(code >> 2)}
}

func (t *distanceTable) claim(p board.Position) egdb.Distance { return distanceOf(t.codes[t.rank(p)]) }

func (r *distanceRun) verify(ctx context.Context, p pair) ([]DistanceSummary, error) {
	tables := make([]*distanceTable, len(p))
	for i, m := range p {
		x := newIndex(m)
		tables[i] = &distanceTable{x, make([]uint16, x.size())}
		if err := r.load(ctx, tables[i]); err != nil {
			return nil, err
		}
	}
	for i, t := range tables {
		if err := r.check(ctx, t, twin(tables, i)); err != nil {
			return nil, err
		}
	}
	var found []DistanceSummary
	for _, t := range tables {
		found = append(found, t.summary())
		if bytes := codeBytes * t.size(); r.Memory == 0 || r.kept+bytes <= r.Memory {
			r.kept += bytes
			r.shelf[t.material] = t
		}
	}
	return found, nil
}

// load asks the prober for every position, every other one turned.
func (r *distanceRun) load(ctx context.Context, t *distanceTable) error {
	r.meter.start(t.material, Loading, t.size())
	return r.crew.each(ctx, t.size(), func(from, to uint64) error {
		for rank, p := range t.positions(from, to) {
			asked := p
			if rank%2 != 0 {
				asked = p.Mirror()
			}
			d := r.prober.Distance(asked)
			if d.Value == board.Unknown || d.Plies < 0 || d.Plies > int(^uint16(0)>>2) {
				return &DistanceFault{Slice: t.material, Position: p, Stored: d}
			}
			t.codes[rank] = codeOf(d)
		}
		r.meter.add(to - from)
		return nil
	})
}

// check compares every distance with what the successors make of it.
func (r *distanceRun) check(ctx context.Context, t, twin *distanceTable) error {
	r.meter.start(t.material, Checking, t.size())
	return r.crew.each(ctx, t.size(), func(from, to uint64) error {
		var moves board.MoveList
		for rank, p := range t.positions(from, to) {
			stored := distanceOf(t.codes[rank])
			if d := r.recompute(p.Mirror(), twin, &moves); d != stored {
				return &DistanceFault{t.material, p, stored, d}
			}
		}
		r.meter.add(to - from)
		return nil
	})
}

// recompute returns what p, White to move, is by its successors.
func (r *distanceRun) recompute(p board.Position, twin *distanceTable, moves *board.MoveList) egdb.Distance {
	p.Moves(moves)
	best := egdb.Distance{Value: board.Loss}
	for _, m := range moves.Slice() {
		child := p.Play(m)
		d := egdb.Distance{Value: board.Loss}
		switch own := egdb.MaterialOf(child); {
		case child.Black == 0:
		case own == twin.material:
			d = twin.claim(child)
		case r.shelf[own] != nil:
			d = r.shelf[own].claim(child)
		default:
			d = r.prober.Distance(child)
		}
		if d.Value == board.Unknown {
			return egdb.Distance{}
		}
		if d.Value != board.Draw && r.prober.Metric() == egdb.DTC && (m.IsCapture() || child.Kings.Count() > p.Kings.Count()) {
			d.Plies = 0
		}
		best = preferred(best, d)
	}
	return best
}

// preferred returns the better of what a side has and what a move gives it that leaves
// its opponent with d: a near win, a draw, a far loss.
func preferred(has, d egdb.Distance) egdb.Distance {
	switch {
	case d.Value == board.Loss && (has.Value != board.Win || d.Plies+1 < has.Plies):
		return egdb.Distance{Value: board.Win, Plies: d.Plies + 1}
	case d.Value == board.Draw && has.Value == board.Loss:
		return egdb.Distance{Value: board.Draw}
	case d.Value == board.Win && has.Value == board.Loss && d.Plies+1 > has.Plies:
		return egdb.Distance{Value: board.Loss, Plies: d.Plies + 1}
	}
	return has
}

// summary counts the distances of a verified table.
func (t *distanceTable) summary() DistanceSummary {
	s := DistanceSummary{Slice: t.material, Win: -1, Loss: -1, QuietWin: -1, QuietLoss: -1}
	for rank, p := range t.positions(0, t.size()) {
		d := distanceOf(t.codes[rank])
		all, quiet := &s.Loss, &s.QuietLoss
		switch d.Value {
		case board.Win:
			s.Counts.Wins++
			all, quiet = &s.Win, &s.QuietWin
		case board.Loss:
			s.Counts.Losses++
		default:
			s.Counts.Draws++
			continue
		}
		*all = max(*all, d.Plies)
		if d.Plies > *quiet && p.Jumpers() == 0 {
			*quiet = d.Plies
		}
	}
	return s
}
