package verify

import (
	"context"
	"sync/atomic"

	"github.com/zonda-checkers/zonda/engine/board"
)

// prove settles all wins and losses claimed in tables, a pair of slices, round by round
// and enters the largest ranks.
func (r *run) prove(ctx context.Context, tables []*table, summaries []Summary) error {
	ledgers := make([]*ledger, len(tables))
	claims := uint64(0)
	for i, t := range tables {
		ledgers[i] = newLedger(t)
		summaries[i].Ranked = true
		claims += summaries[i].Wins + summaries[i].Losses
	}
	r.meter.start(tables[0].material, Proving, claims)
	for round := 0; ; round++ {
		settled, err := r.round(ctx, ledgers, round, summaries)
		if err != nil {
			return err
		}
		if settled == 0 && round > 0 {
			return circle(ledgers)
		}
	}
}

// round settles the positions of one rank and returns how many they are.
func (r *run) round(ctx context.Context, ledgers []*ledger, round int, summaries []Summary) (settled uint64, err error) {
	for i := range ledgers {
		n, err := r.settle(ctx, ledgers[i], twin(ledgers, i), round)
		if err != nil {
			return 0, err
		}
		if n > 0 {
			summaries[i].Rank = round
		}
		settled += n
	}
	for _, l := range ledgers {
		l.turn(round)
	}
	return settled, nil
}

// settle does the round of one slice.
func (r *run) settle(ctx context.Context, l, twin *ledger, round int) (settled uint64, err error) {
	var sum atomic.Uint64
	err = r.crew.each(ctx, l.size(), func(from, to uint64) error {
		n := l.settle(newJudge(twin.table, r.shelf, r.prober), twin, round, from, to)
		sum.Add(n)
		r.meter.add(n)
		return nil
	})
	return sum.Load(), err
}

// circle returns the fault of a claim that no round has settled, if there is one.
func circle(ledgers []*ledger) error {
	for _, l := range ledgers {
		if rank, found := l.firstPending(); found {
			return &Fault{l.material, l.position(rank), Proving, l.at(rank), board.Unknown}
		}
	}
	return nil
}
