package main

import (
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// attackerValues are the values that the engine has in an experiment: those of its databases, and where
// these end the values of the defender's distances, without their plies. These are slower, but need no
// files of their own.
type attackerValues struct {
	*egdb.Library
	beyond distances
	pieces int // the most that either answers: asked for at every probe
}

func newAttackerValues(values *egdb.Library, beyond distances) attackerValues {
	v := attackerValues{values, beyond, values.Pieces()}
	for _, m := range beyond.Materials() {
		v.pieces = max(v.pieces, m.Pieces())
	}
	return v
}

// Pieces returns the largest number of pieces with which positions are answered.
func (v attackerValues) Pieces() int { return v.pieces }

// Look returns the value of p, Unknown where a capture is pending.
func (v attackerValues) Look(p board.Position) board.Result {
	switch {
	case p.Pieces() <= v.Library.Pieces():
		return v.Library.Look(p)
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
