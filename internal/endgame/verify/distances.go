package verify

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// DistanceProber returns the distance of a position for the side to move; its value is
// board.Unknown if the prober does not know the position. Several goroutines call it at once.
type DistanceProber interface {
	Metric() endgame.Metric
	Distance(p board.Position) egdb.Distance
}

// DistanceSummary is the result of RunDistances for a slice with Black to move. A longest
// distance is -1 if there is no such position.
type DistanceSummary struct {
	Slice               endgame.Material
	Counts              endgame.Counts
	Win, Loss           int // longest, in plies
	QuietWin, QuietLoss int // of positions without a capture to play
}

// Positions returns the number of positions in the slice.
func (s *DistanceSummary) Positions() uint64 { return s.Counts.Wins + s.Counts.Losses + s.Counts.Draws }

// DistanceFault is the error for a wrong distance.
type DistanceFault struct {
	Slice              endgame.Material
	Position           board.Position
	Stored, Recomputed egdb.Distance // Recomputed is Unknown if a successor has no answer
}

// Error names the slice, the position and both distances.
func (f *DistanceFault) Error() string {
	return fmt.Sprintf("slice %v: %s: stored %v, recomputed %v", f.Slice, f.Position.FEN(), f.Stored, f.Recomputed)
}

// RunDistances verifies the distances of slices and their mirrors. It asks the prober for every
// position once and recomputes every distance from the successors. This proves the distances: a win in
// n plies needs a loss in n-1 plies or a conversion, so that no distance can depend on itself.
// RankPieces and Verified of the options are not used; verified is called with each slice.
func RunDistances(ctx context.Context, prober DistanceProber, slices []endgame.Material, o Options, verified func(DistanceSummary)) error {
	r := &distanceRun{work: newWork(o), prober: prober, verified: map[endgame.Material]*distanceTable{}}
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
	work
	prober   DistanceProber
	verified map[endgame.Material]*distanceTable
}

// distanceTable holds the distances that the prober claims for a slice.
type distanceTable struct {
	index
	codes []uint16
}

// A code is a distance in two bytes: the value in the lowest two bits, the plies above.
const (
	codeBytes = 2
	plyShift  = 2
	maxPlies  = int(^uint16(0) >> plyShift)
)

func distanceOf(code uint16) egdb.Distance {
	return egdb.Distance{Value: board.Result(code & 3), Plies: int(code >> plyShift)}
}

// claim returns the distance of p, of the slice and with Black to move.
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
		if r.reserve(codeBytes * t.size()) {
			r.verified[t.material] = t
		}
	}
	return found, nil
}

// load asks the prober for every position.
func (r *distanceRun) load(ctx context.Context, t *distanceTable) error {
	return r.visit(ctx, &t.index, Loading, func() visitor {
		return func(rank uint64, p board.Position) error {
			d := r.prober.Distance(asked(rank, p))
			if d.Value == board.Unknown || d.Plies < 0 || d.Plies > maxPlies {
				return &DistanceFault{Slice: t.material, Position: p, Stored: d}
			}
			t.codes[rank] = uint16(d.Value) | uint16(d.Plies)<<plyShift
			return nil
		}
	})
}

// check compares every distance with the distance that the successors give.
func (r *distanceRun) check(ctx context.Context, t, twin *distanceTable) error {
	return r.visit(ctx, &t.index, Checking, func() visitor {
		var moves board.MoveList
		return func(rank uint64, p board.Position) error {
			stored := distanceOf(t.codes[rank])
			if d := r.recompute(p.Mirror(), twin, &moves); d != stored {
				return &DistanceFault{t.material, p, stored, d}
			}
			return nil
		}
	})
}

// recompute returns the distance of p, with White to move, that follows from its successors;
// board.Unknown if one of these has no answer.
func (r *distanceRun) recompute(p board.Position, twin *distanceTable, moves *board.MoveList) egdb.Distance {
	p.Moves(moves)
	best := egdb.Distance{Value: board.Loss}
	for _, m := range moves.Slice() {
		child := p.Play(m)
		d := egdb.Distance{Value: board.Loss}
		switch own := endgame.MaterialOf(child); {
		case child.Black == 0:
		case own == twin.material:
			d = twin.claim(child)
		case r.verified[own] != nil:
			d = r.verified[own].claim(child)
		default:
			d = r.prober.Distance(child)
		}
		if d.Value == board.Unknown {
			return egdb.Distance{}
		}
		if d.Value != board.Draw && r.prober.Metric().Converts() && (m.IsCapture() || child.Kings.Count() > p.Kings.Count()) {
			d.Plies = 0
		}
		best = preferred(best, d)
	}
	return best
}

// preferred returns the better of two distances for a side: has, and the distance that a move gives
// after which the opponent has d. The shortest win is better than a draw, and a draw is better than
// the longest loss.
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
