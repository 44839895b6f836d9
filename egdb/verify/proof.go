package verify

import (
	"context"
	"sync/atomic"

	"github.com/zonda-checkers/zonda/board"
)

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

// unsettledFault returns the fault for a claim that no round has settled, nil if all claims are settled.
func unsettledFault(proofs []*ranks) error {
	for _, l := range proofs {
		if rank, found := l.firstPending(); found {
			return &Fault{l.material, l.position(rank), Proving, l.at(rank), board.Unknown}
		}
	}
	return nil
}
