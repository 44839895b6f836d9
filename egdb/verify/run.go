package verify

import (
	"context"
	"runtime"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// Options say how Run works. With the zero value Run proves no ranks.
type Options struct {
	// Threads is the number of goroutines; 0 means one for each processor.
	Threads int

	// RankPieces is the largest number of pieces of slices whose ranks are proven; 0 means
	// that no ranks are proven.
	RankPieces int

	// Memory is the largest number of bytes for the tables of verified slices, in which
	// later slices find their successors; 0 sets no limit. Positions of slices without a
	// table are probed again. A position takes 2 bits, and all positions of 2 to 6 pieces
	// 643 MB. The present pair of slices takes 2 more bits for each of its positions, and 4
	// bits in addition while ranks are proven.
	Memory uint64

	// Report is called at the end of every phase and about five times a second in between,
	// by one goroutine at a time; nil for no reports.
	Report func(Progress)

	// Verified is called with each slice as soon as it is verified; nil for no calls. One
	// call of Run for many slices is much faster than a call for each, because Run keeps the
	// tables of slices.
	Verified func(Summary)
}

// Summary is the result of Run for a slice.
type Summary struct {
	Slice               egdb.Material
	Wins, Losses, Draws uint64 // numbers of all positions, by the value for the side to move

	// Ranked reports whether the ranks were proven. Rank is then the largest rank. The rank
	// of a position is the number of plies that the winner needs, against the best defence,
	// to end the game or to leave the slice and its mirror by a capture or a crowning.
	Ranked bool
	Rank   int
}

// Positions returns the number of positions in the slice.
func (s Summary) Positions() uint64 { return s.Wins + s.Losses + s.Draws }

// Run verifies slices and their mirrors, those with fewer pieces first, of equal pieces those
// with fewer men. It returns the summaries of the verified slices in this order. The error is
// a *Fault if a value is wrong, or says why ctx ended; the summaries returned with an error
// are those of the slices verified before.
func Run(ctx context.Context, prober Prober, slices []egdb.Material, o Options) ([]Summary, error) {
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	r := &run{work: work{Options: o, meter: meter{report: o.Report}}, prober: prober, verified: verified{}}
	var found []Summary
	for _, p := range pairs(slices) {
		summaries, err := r.verify(ctx, p)
		if err != nil {
			return found, err
		}
		for _, s := range summaries {
			found = append(found, s)
			if o.Verified != nil {
				o.Verified(s)
			}
		}
	}
	return found, nil
}

// run is the state of one call of Run.
type run struct {
	work
	prober   Prober
	verified verified
}

// verify verifies a pair of slices.
func (r *run) verify(ctx context.Context, p pair) ([]Summary, error) {
	tables := make([]*table, len(p))
	for i, m := range p {
		tables[i] = newTable(m)
		if err := r.load(ctx, tables[i]); err != nil {
			return nil, err
		}
	}
	summaries := make([]Summary, len(p))
	for i, t := range tables {
		if err := r.check(ctx, t, twin(tables, i)); err != nil {
			return nil, err
		}
		summaries[i].Slice = t.material
		summaries[i].Wins, summaries[i].Losses, summaries[i].Draws = t.count()
	}
	if p[0].Pieces() <= r.RankPieces {
		if err := r.prove(ctx, tables, summaries); err != nil {
			return nil, err
		}
	}
	r.keep(tables)
	return summaries, nil
}

// twin returns the table of the slice to which the moves of table i lead that are neither
// captures nor crownings.
func twin[T any](tables []T, i int) T { return tables[len(tables)-1-i] }

// load asks the prober for every position of t.
func (r *run) load(ctx context.Context, t *table) error {
	return r.visit(ctx, &t.index, Loading, func() visitor {
		return func(rank uint64, p board.Position) error {
			value := r.prober.Probe(asked(rank, p))
			if value == board.Unknown {
				return &Fault{Slice: t.material, Position: p, Phase: Loading}
			}
			t.put(rank, value)
			return nil
		}
	})
}

// check compares every value of t with the value that its successors give.
func (r *run) check(ctx context.Context, t, twin *table) error {
	return r.visit(ctx, &t.index, Checking, func() visitor {
		s := newSuccessors(twin, r.verified, r.prober)
		return func(rank uint64, p board.Position) error {
			stored := t.at(rank)
			if value := s.value(p.Mirror()); value != stored {
				return &Fault{t.material, p, Checking, stored, value}
			}
			return nil
		}
	})
}

// keep keeps verified tables as long as there is room.
func (r *run) keep(tables []*table) {
	for _, t := range tables {
		if r.reserve(t.bytes()) {
			r.verified[t.material] = t
		}
	}
}
