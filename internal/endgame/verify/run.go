package verify

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// Options say how Run works. With the zero value Run proves no ranks.
type Options struct {
	// Threads is the number of goroutines; 0 means one for each CPU.
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
	Slice               endgame.Material
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
func Run(ctx context.Context, prober Prober, slices []endgame.Material, o Options) ([]Summary, error) {
	r := &run{work: newWork(o), prober: prober, verified: verified{}}
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
	for _, t := range tables {
		if r.reserve(8 * uint64(len(t.values))) {
			r.verified[t.material] = t
		}
	}
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

// table holds the values that the prober claims for a slice.
type table struct {
	index
	values
}

func newTable(m endgame.Material) *table {
	x := newIndex(m)
	return &table{x, newValues(x.size())}
}

// claim returns the value of p, of the slice and with Black to move.
func (t *table) claim(p board.Position) board.Result { return t.at(t.rank(p)) }

// verified holds the tables of verified slices.
type verified map[endgame.Material]*table

// pair is a slice and its mirror, or a symmetric slice alone.
type pair []endgame.Material

// pairs returns the pairs that hold the materials, those with fewer pieces first, of equal
// pieces those with fewer men. So captures and crownings lead to earlier pairs.
func pairs(materials []endgame.Material) (found []pair) {
	seen := map[endgame.Material]bool{}
	for _, m := range materials {
		if seen[m] {
			continue
		}
		seen[m], seen[m.Mirror()] = true, true
		found = append(found, pairOf(m))
	}
	slices.SortStableFunc(found, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a[0].Pieces(), b[0].Pieces()), cmp.Compare(a[0].Men(), b[0].Men()))
	})
	return found
}

// pairOf returns the pair that holds m.
func pairOf(m endgame.Material) pair {
	if m.Symmetric() {
		return pair{m}
	}
	return pair{m, m.Mirror()}
}

// values holds a result in two bits for each position of a slice.
type values []uint64

const (
	valueBits     = 2
	valueMask     = 1<<valueBits - 1
	valuesPerWord = 64 / valueBits
	lowBits       = 0x5555555555555555 // the lower bit of each value
)

func newValues(n uint64) values { return make(values, (n+valuesPerWord-1)/valuesPerWord) }

func (v values) at(i uint64) board.Result {
	return board.Result(v[i/valuesPerWord] >> (i % valuesPerWord * valueBits) & valueMask)
}

// put sets value i, which must not have been set before. Only one goroutine may set values
// of the same word.
func (v values) put(i uint64, r board.Result) {
	v[i/valuesPerWord] |= uint64(r) << (i % valuesPerWord * valueBits)
}

// count returns how many wins, losses and draws there are.
func (v values) count() (wins, losses, draws uint64) {
	for _, word := range v {
		low, high := word&lowBits, word>>1&lowBits
		wins += uint64(bits.OnesCount64(low & high))
		losses += uint64(bits.OnesCount64(low &^ high))
		draws += uint64(bits.OnesCount64(high &^ low))
	}
	return wins, losses, draws
}

// prove settles all wins and losses that the tables of a pair of slices claim, round by
// round. It enters the largest ranks in the summaries.
func (r *run) prove(ctx context.Context, tables []*table, summaries []Summary) error {
	proofs := make([]*ranks, len(tables))
	claims := uint64(0)
	for i, t := range tables {
		proofs[i] = newRanks(t)
		summaries[i].Ranked = true
		claims += summaries[i].Wins + summaries[i].Losses
	}
	r.meter.start(tables[0].material, Proving, claims)
	for round := 0; ; round++ {
		settled, err := r.round(ctx, proofs, round, summaries)
		if err != nil {
			return err
		}
		if settled == 0 && round > 0 {
			return unsettledFault(proofs)
		}
	}
}

// round settles the positions of one rank and returns their number.
func (r *run) round(ctx context.Context, proofs []*ranks, round int, summaries []Summary) (settled uint64, err error) {
	for i := range proofs {
		n, err := r.settle(ctx, proofs[i], twin(proofs, i), round)
		if err != nil {
			return 0, err
		}
		if n > 0 {
			summaries[i].Rank = round
		}
		settled += n
	}
	for _, l := range proofs {
		l.endRound(round)
	}
	return settled, nil
}

// settle does the round of one slice.
func (r *run) settle(ctx context.Context, l, twin *ranks, round int) (settled uint64, err error) {
	var sum atomic.Uint64
	err = inPortions(ctx, r.Threads, l.size(), func(from, to uint64) error {
		n := l.settle(newSuccessors(twin.table, r.verified, r.prober), twin, round, from, to)
		sum.Add(n)
		r.meter.add(n)
		return nil
	})
	return sum.Load(), err
}

// unsettledFault returns the fault for the claim of the lowest rank that no round has settled, nil if all claims are settled.
func unsettledFault(proofs []*ranks) error {
	for _, l := range proofs {
		for word, set := range l.pending {
			if set != 0 {
				rank := uint64(word*bitsPerWord + bits.TrailingZeros64(set))
				s := l.placement(rank)
				return &Fault{l.material, s.position(), Proving, l.at(rank), board.Unknown}
			}
		}
	}
	return nil
}

// Phase is a part of the work on a slice.
type Phase int

// The phases, in the order in which a slice goes through them.
const (
	Loading  Phase = iota // every position is probed
	Checking              // every position is recomputed from its successors
	Proving               // wins and losses of both sides to move are settled by ranks
)

// String returns "loading", "checking" or "proving".
func (p Phase) String() string { return [...]string{"loading", "checking", "proving"}[p] }

// Progress says how much of a phase is done for a slice.
type Progress struct {
	Slice endgame.Material // while Proving the first of the pair of slices
	Phase Phase
	Done  uint64 // positions done
	Total uint64 // positions of the phase
}

// reportInterval is the least time between two reports within a phase.
const reportInterval = 200 * time.Millisecond

// meter reports progress, from one goroutine at a time.
type meter struct {
	report func(Progress) // may be nil

	mu   sync.Mutex
	now  Progress
	last time.Time // of the latest report
}

// start begins a phase.
func (m *meter) start(slice endgame.Material, phase Phase, total uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = Progress{Slice: slice, Phase: phase, Total: total}
}

// add counts positions that are done. It reports at the end of the phase, and otherwise if
// reportInterval has passed.
func (m *meter) add(positions uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now.Done += positions
	due := m.now.Done == m.now.Total || time.Since(m.last) >= reportInterval
	if m.report == nil || positions == 0 || !due {
		return
	}
	m.report(m.now)
	m.last = time.Now()
}

// Prober returns the exact value of a position for the side to move, and board.Unknown for a
// position that it does not know. Several goroutines probe at once.
type Prober interface {
	Probe(p board.Position) board.Result
}

// Fault is the error for a wrong value: the first wrong position found.
type Fault struct {
	Slice      endgame.Material
	Position   board.Position // with Black to move
	Phase      Phase          // in which the position was found
	Stored     board.Result   // the answer of the prober
	Recomputed board.Result   // the value that follows from the successors, board.Unknown if none does
}

// Error names the slice, the position and both values.
func (f *Fault) Error() string {
	return fmt.Sprintf("slice %s: %s: %s", f.Slice, f.Position.FEN(), f.reason())
}

func (f *Fault) reason() string {
	switch {
	case f.Phase == Loading:
		return "the prober has no answer"
	case f.Phase == Proving:
		return fmt.Sprintf("stored %s, recomputed %s: it rests on itself in a circle", f.Stored, f.Recomputed)
	case f.Recomputed == board.Unknown:
		return fmt.Sprintf("stored %s, recomputed %s: the prober has no answer for a successor", f.Stored, f.Recomputed)
	default:
		return fmt.Sprintf("stored %s, recomputed %s", f.Stored, f.Recomputed)
	}
}
