package tree_test

import (
	"container/heap"
	"context"
	"math/rand/v2"

	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// simulated is a queue in virtual time. Workers take items one after the other; what they find may come late, twice, in
// another order, or not at all: then the item goes to a worker again, and after some deliveries it counts as failed.
type simulated struct {
	workers  int
	random   *rand.Rand
	trouble  trouble
	now      float64
	free     []float64 // when each worker is free
	events   arrivals
	sequence uint64
	solved   int
}

// trouble is how often something goes wrong, from 0 to 1.
type trouble struct{ late, twice, lost float64 }

// maxDeliveries is how often an item is given to a worker.
const maxDeliveries = 4

// arrival is a result that will come, or an item that will be found lost.
type arrival struct {
	at       float64
	result   tree.Result
	lost     bool
	delivery int
}

func newSimulated(workers int, seed uint64, t trouble) *simulated {
	return &simulated{workers: workers, random: rand.New(rand.NewPCG(seed, 1)), trouble: t, free: make([]float64, workers)}
}

func (s *simulated) Begin(_ context.Context, applied uint64) error {
	s.sequence = applied
	return nil
}

func (s *simulated) Workers() int { return s.workers }

func (s *simulated) Close(bool) {}

func (s *simulated) Publish(ctx context.Context, item tree.Item) error {
	s.deliver(ctx, item, 1)
	return nil
}

// deliver gives an item to the worker that is free first.
func (s *simulated) deliver(ctx context.Context, item tree.Item, delivery int) {
	worker := 0
	for i, at := range s.free {
		if at < s.free[worker] {
			worker = i
		}
	}
	found, err := solve(ctx, worker, item)
	if err != nil {
		panic(err)
	}
	s.solved++
	r := tree.Result{Item: item, Worker: string(rune('a' + worker)), Result: found}
	done := max(s.now, s.free[worker]) + float64(1+r.Nodes)
	s.free[worker] = done
	const ackWait = 1000
	if s.random.Float64() < s.trouble.lost {
		heap.Push(&s.events, arrival{at: done + ackWait, result: r, lost: true, delivery: delivery})
		return
	}
	for range 1 + s.happens(s.trouble.twice) {
		delay := float64(s.happens(s.trouble.late)) * s.random.Float64() * 10 * ackWait
		heap.Push(&s.events, arrival{at: done + delay, result: r})
	}
}

// happens returns 1 with a probability, else 0.
func (s *simulated) happens(probability float64) int {
	if s.random.Float64() < probability {
		return 1
	}
	return 0
}

// Receive lets the time pass until results come.
func (s *simulated) Receive(ctx context.Context) ([]tree.Result, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if len(s.events) == 0 {
		panic("the manager waits for results, but none will come")
	}
	a := heap.Pop(&s.events).(arrival)
	s.now = a.at
	if a.lost && a.delivery < maxDeliveries {
		s.deliver(ctx, a.result.Item, a.delivery+1)
		return nil, nil
	}
	r := a.result
	if a.lost {
		r = tree.Result{Item: r.Item, Worker: "queue", Failed: "no result", Final: true}
	}
	s.sequence++
	r.Sequence = s.sequence
	batch := []tree.Result{r}
	if s.happens(s.trouble.twice) == 1 {
		batch = append(batch, r) // the same message
	}
	return batch, nil
}

// arrivals are ordered by time.
type arrivals []arrival

func (h arrivals) Len() int           { return len(h) }
func (h arrivals) Less(i, j int) bool { return h[i].at < h[j].at }
func (h arrivals) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *arrivals) Push(x any)        { *h = append(*h, x.(arrival)) }
func (h *arrivals) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}

// waits reports whether nothing more will come.
func (s *simulated) waits() bool { return len(s.events) == 0 }
