package evaltune

import (
	"context"
	"math/rand/v2"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/crew"
)

// Order is a piece of work: the games of a shard. Its samples depend on the order alone.
type Order struct {
	Seed   uint64 `json:"seed"`
	Number int    `json:"number"` // of the shard among those of its seed
	Games  int    `json:"games"`
	Terms  Terms  `json:"terms"`
}

// NewCrew returns a crew that plays the games of orders in this process, up to workers shards at the same time. Play must
// have the settings in the terms of the orders.
func NewCrew(play Play, workers int) crew.Crew[Order, Samples] {
	return crew.Goroutines[Order, Samples]{
		Number: workers,
		New:    func() (crew.Worker[Order, Samples], error) { return NewPlayer(play), nil },
	}
}

// Do plays the games of an order and returns their samples in random order. Each position occurs once.
func (p *Player) Do(ctx context.Context, o Order) (Samples, error) {
	var samples Samples
	seen := map[board.Position]bool{}
	random := rand.New(rand.NewPCG(o.Seed, uint64(o.Number)))
	for range o.Games {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		for _, s := range p.Game(random) {
			if !seen[s.Position] {
				seen[s.Position] = true
				samples = append(samples, s)
			}
		}
	}
	random.Shuffle(len(samples), func(i, j int) { samples[i], samples[j] = samples[j], samples[i] })
	return samples, nil
}

// Close does nothing: a player has nothing open.
func (p *Player) Close() error { return nil }
