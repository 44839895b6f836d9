package openings

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Order says in which order openings are played, and how much of each. The zero value is the order of the opening suite, and all moves.
type Order struct {
	Random bool   `json:"random,omitempty"`
	Seed   uint64 `json:"seed,omitempty"`  // of a random order
	Start  int    `json:"start,omitempty"` // the place of the opening that is played first, from 1, in that order; 0 for the first
	Plies  int    `json:"plies,omitempty"` // how many moves of each opening are played, 0 for all
}

// Arrange returns openings in an order. Those before the first one come last.
func (o Order) Arrange(suite []Opening) ([]Opening, error) {
	if o.Start > len(suite) {
		return nil, fmt.Errorf("start %d: there are %d openings", o.Start, len(suite))
	}
	suite = slices.Clone(suite)
	if o.Random {
		rand.New(rand.NewPCG(o.Seed, 0)).Shuffle(len(suite), func(i, j int) { suite[i], suite[j] = suite[j], suite[i] })
	}
	first := max(o.Start-1, 0)
	suite = slices.Concat(suite[first:], suite[:first])
	for i, opening := range suite {
		if o.Plies > 0 && o.Plies < len(opening.Moves) {
			suite[i].Moves = opening.Moves[:o.Plies]
		}
	}
	return suite, nil
}
