package main

import (
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// attackerValues are the values that the engine uses in the experiment. They come from its databases
// and, for more pieces, from the defender's distances, of which the plies are left out. Distances are
// slower to probe, but then no other files are needed.
type attackerValues struct {
	*egdb.Library
	beyond endgames.Distances
	pieces int // the most pieces of a position that either answers; kept because the search asks at every probe
}

func newAttackerValues(values *egdb.Library, beyond endgames.Distances) attackerValues {
	v := attackerValues{values, beyond, values.Pieces()}
	for _, m := range beyond.Materials() {
		v.pieces = max(v.pieces, m.Pieces())
	}
	return v
}

// Pieces returns the largest number of pieces with which positions are answered.
func (v attackerValues) Pieces() int { return v.pieces }

// ProbeStored returns the value of p, Unknown where a capture is pending.
func (v attackerValues) ProbeStored(p board.Position) board.Result {
	switch {
	case p.Pieces() <= v.Library.Pieces():
		return v.Library.ProbeStored(p)
	case p.Jumpers() != 0:
		return board.Unknown
	}
	return v.Probe(p)
}

// Probe returns the value of p, Unknown if neither knows it.
func (v attackerValues) Probe(p board.Position) board.Result {
	if value := v.Library.Probe(p); value != board.Unknown {
		return value
	}
	return v.beyond.Distance(p).Value
}
