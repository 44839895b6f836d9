package verify

import (
	"context"
	"runtime"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// Options say how Run works. The zero value is a sound choice without rank proof.
type Options struct {
	// Threads is the number of goroutines, as many as there are processors if 0.
	Threads int

	// RankPieces is the most pieces of slices whose ranks are proven, 0 for none.
	RankPieces int

	// Memory bounds the bytes of the tables of finished slices, which later ones look
	// successors up in; what is not kept is probed again. 0 sets no bound. A position
	// takes 2 bits: all of 2-6 pieces 643 MB. The pair of slices in work comes on top,
	// with 2 bits for a position and 4 more while ranks are proven.
	Memory uint64

	// Report is called with progress if not nil: at the end of every phase and some
	// times a second in between, never twice at once.
	Report func(Progress)

	// Verified is called with each slice as soon as it is known to be sound, if not nil.
	// One call of Run for many slices is far faster than a call for each: it keeps what
	// it has loaded.
	Verified func(Summary)
}

// Summary is what Run found in a slice that it verified.
type Summary struct {
	Slice               egdb.Material
	Wins, Losses, Draws uint64 // for the side to move, of all positions

	// Ranked tells whether the ranks were proven. Rank is then the largest of them: the
	// most plies that the winner needs, against the longest resistance, to end the game
	// or to leave this slice and its mirror by a capture or crowning of either side.
	Ranked bool
	Rank   int
}

// Positions returns the number of positions in the slice.
func (s Summary) Positions() uint64 { return s.Wins + s.Losses + s.Draws }

// Run verifies slices and their mirrors and returns what it found, in the order of the
// work: fewer pieces first, then fewer men. The error is a *Fault if the database is
// not sound, or says why ctx ended; the slices returned with it were verified.
func Run(ctx context.Context, prober Prober, slices []egdb.Material, o Options) ([]Summary, error) {
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	r := &run{
		Options: o,
		prober:  prober,
		crew:    crew(o.Threads),
		meter:   meter{report: o.Report},
		shelf:   shelf{},
	}
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
	Options
	prober Prober
	crew   crew
	meter  meter
	shelf  shelf
	kept   uint64 // bytes on the shelf
}

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

// twin returns the table that the moves of table i lead to as long as all pieces stay.
func twin[T any](tables []T, i int) T { return tables[len(tables)-1-i] }

// load asks the prober for every position of t, every other one turned with White to
// move: that is worth the same, and the prober must know.
func (r *run) load(ctx context.Context, t *table) error {
	r.meter.start(t.material, Loading, t.size())
	return r.crew.each(ctx, t.size(), func(from, to uint64) error {
		for rank, p := range t.positions(from, to) {
			asked := p
			if rank%2 != 0 {
				asked = p.Mirror()
			}
			value := r.prober.Probe(asked)
			if value == board.Unknown {
				return &Fault{Slice: t.material, Position: p, Phase: Loading}
			}
			t.put(rank, value)
		}
		r.meter.add(to - from)
		return nil
	})
}

// check compares every value of t with what the successors make of it.
func (r *run) check(ctx context.Context, t, twin *table) error {
	r.meter.start(t.material, Checking, t.size())
	return r.crew.each(ctx, t.size(), func(from, to uint64) error {
		j := newJudge(twin, r.shelf, r.prober)
		for rank, p := range t.positions(from, to) {
			stored := t.at(rank)
			if value := j.value(p.Mirror()); value != stored {
				return &Fault{t.material, p, Checking, stored, value}
			}
		}
		r.meter.add(to - from)
		return nil
	})
}

// keep puts verified tables on the shelf if there is room.
func (r *run) keep(tables []*table) {
	for _, t := range tables {
		if r.Memory != 0 && r.kept+t.bytes() > r.Memory {
			continue
		}
		r.kept += t.bytes()
		r.shelf[t.material] = t
	}
}
