package verify

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// TestSample: a sample of more positions than there are is all of them, and a smaller one has its size and finds a wrong value that
// many positions have.
func TestSample(t *testing.T) {
	list := materials("2Kv1K", "1K1Cv1K")
	all, err := Run(t.Context(), solved(), list, Options{})
	require.NoError(t, err)
	found, err := Sample(t.Context(), solved(), list, 1<<60, Options{Threads: 3})
	require.NoError(t, err)
	require.ElementsMatch(t, all, found)

	few, err := Sample(t.Context(), solved(), list, 8000, Options{})
	require.NoError(t, err)
	n := uint64(0)
	for _, s := range few {
		n += s.Positions()
		require.GreaterOrEqual(t, s.Positions(), uint64(minSample))
	}
	require.InDelta(t, 8000, n, 4)

	var fault *Fault
	_, err = Sample(t.Context(), drawn{solved()}, list, 8000, Options{})
	require.ErrorAs(t, err, &fault)
	require.Equal(t, Checking, fault.Phase)
	_, err = Sample(t.Context(), solved(), materials("6Kv6K"), 10, Options{})
	require.ErrorAs(t, err, &fault)
	require.Equal(t, Loading, fault.Phase)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Sample(ctx, solved(), list, 8000, Options{})
	require.ErrorIs(t, err, context.Canceled)
}

// drawn calls every position of 2Kv1K with a black king on square 1 a draw.
type drawn struct{ Prober }

func (d drawn) Probe(p board.Position) board.Result {
	black := p
	if p.Turn == board.White {
		black = p.Mirror()
	}
	if endgame.MaterialOf(black) == (endgame.Material{BlackKings: 2, WhiteKings: 1}) && black.Black.Has(0) {
		return board.Draw
	}
	return d.Prober.Probe(p)
}

// results are the values that a sound database gives.
var results = []board.Result{board.Loss, board.Draw, board.Win}

// faultOf verifies a slice and its mirror, which must fail.
func faultOf(t require.TestingT, p Prober, m endgame.Material, o Options) *Fault {
	_, err := Run(context.Background(), p, []endgame.Material{m}, o)
	var fault *Fault
	require.ErrorAs(t, err, &fault)
	return fault
}

// TestSingleValues changes one value anywhere: the fault is found there or at a
// position that leads there, without ranks.
func TestSingleValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(small).Draw(t, "slice")
		o := solved().copy(m)
		p, _ := decode(m, rapid.SampledFrom(o.codes[m]).Draw(t, "code"))
		truth := o.Probe(p)
		value := rapid.SampledFrom(results).Filter(func(r board.Result) bool { return r != truth }).Draw(t, "value")
		o.set(p, value)

		fault := faultOf(t, o, m, Options{})
		require.Equal(t, Checking, fault.Phase)
		require.Equal(t, endgame.MaterialOf(fault.Position), fault.Slice)
		require.Equal(t, o.Probe(fault.Position), fault.Stored)
		require.Equal(t, o.recompute(fault.Position), fault.Recomputed)
		require.NotEqual(t, fault.Stored, fault.Recomputed)
		require.True(t, fault.Position == p || leadsTo(fault.Position, p), "%s: found %s", p, fault)
		require.Contains(t, fault.Error(), fault.Position.FEN())
	})
}

// leadsTo reports whether a move leads from p to next, which is turned.
func leadsTo(p, next board.Position) bool {
	var l board.MoveList
	p.Moves(&l)
	for _, m := range l.Slice() {
		if p.Play(m).Mirror() == next {
			return true
		}
	}
	return false
}

// TestCircle makes a database in which Black wins what is drawn, by wins that rest on
// each other: consistent in itself, and refused for its ranks.
func TestCircle(t *testing.T) {
	for _, m := range materials("2Kv1K", "1K1Cv1K") {
		o := solved().copy(m)
		require.NotZero(t, o.forge(m))

		_, err := Run(t.Context(), o, []endgame.Material{m}, Options{RankPieces: 2})
		require.NoError(t, err, "every value follows from those of the successors")

		fault := faultOf(t, o, m, Options{RankPieces: 3})
		require.Equal(t, Proving, fault.Phase)
		require.NotEqual(t, solved().Probe(fault.Position), fault.Stored)
		require.ErrorContains(t, fault, "rests on itself in a circle")
		require.ErrorContains(t, fault, fault.Position.FEN())
	}
}

// TestNoAnswer takes single answers away, and whole slices that others lead to.
func TestNoAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(endgame.Slices(2)).Draw(t, "slice")
		o := solved().copy(m)
		p, _ := decode(m, rapid.SampledFrom(o.codes[m]).Draw(t, "code"))
		o.set(p, board.Unknown)
		fault := faultOf(t, o, m, Options{})
		require.Equal(t, &Fault{Slice: m, Position: p, Phase: Loading}, fault)
		require.ErrorContains(t, fault, p.FEN()+": the prober has no answer")
	})

	m := materials("1Cv1K")[0]
	o := solved().copy(m)
	delete(o.values, materials("1Kv1K")[0])
	fault := faultOf(t, o, m, Options{})
	require.Equal(t, Checking, fault.Phase)
	require.Equal(t, board.Unknown, fault.Recomputed)
	require.ErrorContains(t, fault, "recomputed unknown: the prober has no answer for a successor")
}

// oneSided knows nothing of positions with c to move.
type oneSided struct {
	Prober
	c board.Color
}

func (o oneSided) Probe(p board.Position) board.Result {
	if p.Turn == o.c {
		return board.Unknown
	}
	return o.Prober.Probe(p)
}

// TestBothSidesAreAsked checks that the prober must answer with either side to move.
func TestBothSidesAreAsked(t *testing.T) {
	for _, c := range []board.Color{board.Black, board.White} {
		fault := faultOf(t, oneSided{solved(), c}, materials("1Kv1K")[0], Options{})
		require.Equal(t, Loading, fault.Phase)
	}
}

// TestUnknownIsNoDraw checks that a draw does not hide a successor without an answer:
// with nothing but draws inside a slice and nothing known of its crownings.
func TestUnknownIsNoDraw(t *testing.T) {
	m := materials("1K1Cv1K")[0]
	o := solved().copy(m)
	delete(o.values, materials("1Kv2K")[0])
	twin := newTable(m.Mirror())
	for rank, p := range twin.positions(0, twin.size()) {
		o.set(p, board.Draw)
		twin.put(rank, board.Draw)
	}
	found := map[board.Result]int{}
	j, x := newSuccessors(twin, nil, o), newIndex(m)
	for _, p := range x.positions(0, x.size()) {
		value := j.value(p.Mirror())
		require.Equal(t, o.recompute(p), value, p)
		found[value]++
	}
	require.NotZero(t, found[board.Unknown])
	require.NotZero(t, found[board.Draw])
}

// TestFaultText has the words of each kind of fault.
func TestFaultText(t *testing.T) {
	p, err := board.ParseFEN("B:WK32:BK1")
	require.NoError(t, err)
	m := endgame.MaterialOf(p)
	tests := map[string]Fault{
		"slice 1Kv1K: B:WK32:BK1: the prober has no answer": {m, p, Loading, board.Unknown, board.Unknown},
		"slice 1Kv1K: B:WK32:BK1: stored win, recomputed draw": {
			m, p, Checking, board.Win, board.Draw},
		"slice 1Kv1K: B:WK32:BK1: stored win, recomputed unknown: the prober has no answer for a successor": {
			m, p, Checking, board.Win, board.Unknown},
		"slice 1Kv1K: B:WK32:BK1: stored win, recomputed unknown: it rests on itself in a circle": {
			m, p, Proving, board.Win, board.Unknown},
	}
	for text, fault := range tests {
		require.EqualError(t, &fault, text)
	}
	require.Equal(t, "loading checking proving", Loading.String()+" "+Checking.String()+" "+Proving.String())
}
