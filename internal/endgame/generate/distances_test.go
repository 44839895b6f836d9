package generate

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// solveDistances computes the distances of all slices of up to the given number of pieces,
// keeping words of scores beyond reach as they are.
func solveDistances(t testing.TB, metric endgame.Metric, pieces, threads int, reach score) *Distances {
	d := NewDistances(metric)
	d.reach = reach
	for n := 2; n <= pieces; n++ {
		for _, class := range Classes(n) {
			require.NoError(t, d.Solve(context.Background(), class, threads, nil))
		}
	}
	return d
}

// known has distances by material and by the squares of all pieces (see place).
type known map[endgame.Material][]egdb.Distance

// converts reports whether a move takes or crowns a piece.
func converts(p, after board.Position) bool {
	return p.Black.Count()+p.White.Count() != after.Black.Count()+after.White.Count() ||
		p.Kings.Count() != after.Kings.Count()
}

// distance returns what the successors of p that are decided in fewer than limit plies
// say, by the rules of the board alone; Unknown if they do not decide.
func (k known) distance(metric endgame.Metric, p board.Position, limit int) egdb.Distance {
	var moves board.MoveList
	p.Moves(&moves)
	lost := egdb.Distance{Value: board.Loss}
	won := egdb.Distance{Value: board.Unknown}
	for _, m := range moves.Slice() {
		after := p.Play(m).Mirror()
		d := egdb.Distance{Value: board.Loss}
		if !after.Finished() {
			d = k[endgame.MaterialOf(after)][place(after)]
		}
		if metric == endgame.DTC && converts(p, after) {
			d.Plies = 0
		}
		if d.Plies >= limit {
			d.Value = board.Unknown
		}
		switch {
		case d.Value == board.Loss && (won.Value == board.Unknown || d.Plies+1 < won.Plies):
			won = egdb.Distance{Value: board.Win, Plies: d.Plies + 1}
		case d.Value != board.Win:
			lost.Value = board.Unknown
		default:
			lost.Plies = max(lost.Plies, d.Plies+1)
		}
	}
	if won.Value == board.Win {
		return won
	}
	return lost
}

// solve labels the positions of a pair of slices in the order of their distances: a
// plain retrograde analysis in rounds.
func (k known) solve(metric endgame.Metric, positions []board.Position) {
	const quietRounds = 64 // captures into longer endings may come late
	idle := 0
	for plies := 0; idle < quietRounds; plies++ {
		idle++
		undecided := positions[:0]
		var found []board.Position
		for _, p := range positions {
			if d := k.distance(metric, p, plies); d.Value != board.Unknown && d.Plies == plies {
				found = append(found, p)
				k[endgame.MaterialOf(p)][place(p)].Plies = plies
				idle = 0
			} else {
				undecided = append(undecided, p)
			}
		}
		for _, p := range found {
			k[endgame.MaterialOf(p)][place(p)] = k.distance(metric, p, plies)
		}
		positions = undecided
	}
	for _, p := range positions {
		k[endgame.MaterialOf(p)][place(p)] = egdb.Distance{Value: board.Draw}
	}
}

// TestRetrograde compares every distance of up to three pieces, four in the long test,
// with plain rounds; one set keeps most of its blocks as they are.
func TestRetrograde(t *testing.T) {
	pieces := 3
	if long() {
		pieces = 4
	}
	for _, metric := range []endgame.Metric{endgame.DTW, endgame.DTC} {
		sets := []*Distances{solveDistances(t, metric, pieces, 2, narrowest), solveDistances(t, metric, pieces, 1, 3)}
		k := known{}
		for n := 2; n <= pieces; n++ {
			for _, m := range endgame.Slices(n) {
				k[m] = make([]egdb.Distance, 1<<(5*n))
			}
			for _, class := range Classes(n) {
				var solvers sync.WaitGroup
				for _, m := range class {
					solvers.Go(func() { k.solve(metric, sets[0].placements(m)) })
				}
				solvers.Wait()
				for _, m := range class {
					for _, m := range pair(m) {
						for _, d := range sets {
							d.Each(m, 0, 1, func(p board.Position, got egdb.Distance) {
								if want := k[m][place(p)]; got != want {
									require.Equal(t, want.String(), got.String(), "%v %v %s", metric, m, p.FEN())
								}
							})
						}
					}
				}
			}
		}
	}
}

// placements returns all positions of m and its mirror, with Black to move.
func (d *Distances) placements(m endgame.Material) (all []board.Position) {
	for _, m := range pair(m) {
		d.Each(m, 0, 1, func(p board.Position, _ egdb.Distance) { all = append(all, p) })
	}
	return all
}

// TestDistances checks every position of three pieces, five in the long test: the
// distance of a position is one ply more than that of its best successor, by the rules of
// the board. A wrong set of distances fails, because a win needs a loss that is nearer.
// The test compares values, counts and the longest distances too.
func TestDistances(t *testing.T) {
	pieces := 3
	if long() {
		pieces = 5
	}
	v := solveAll(t, pieces, 2)
	for _, metric := range []endgame.Metric{endgame.DTW, endgame.DTC} {
		d := solveDistances(t, metric, pieces, 2, narrowest)
		k := known{}
		for n := 2; n <= pieces; n++ {
			for _, m := range endgame.Slices(n) {
				k[m] = make([]egdb.Distance, 1<<(5*n))
				d.Each(m, 0, 1, func(p board.Position, got egdb.Distance) { k[m][place(p)] = got })
			}
		}
		for n := 2; n <= pieces; n++ {
			var checks sync.WaitGroup
			for i, m := range endgame.Slices(n) {
				if i%2 == 1 {
					checks.Wait()
				}
				checks.Go(func() { k.check(t, metric, m, v, d) })
			}
			checks.Wait()
		}
	}
}

// TestDistancesOfTheProgram computes the distances of four pieces and compares counts, the
// longest distances and one position in some dozens with the databases in the program.
func TestDistancesOfTheProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	const some = 61
	pieces := 3
	if long() {
		pieces = 4
	}
	values, err := egdb.Open(egdb.Options{})
	require.NoError(t, err)
	set := values.Distances()
	d := solveDistances(t, endgame.DTW, pieces, 2, narrowest)
	for _, m := range endgame.Slices(pieces) {
		counts, _ := d.Counts(m)
		require.Equal(t, values.Counts(m), counts, "%v", m)
		maximum, _ := d.Longest(m)
		want, known := set.Longest(m)
		require.True(t, known)
		require.Equal(t, want, maximum, "%v", m)
		n := 0
		d.Each(m, 0, 1, func(p board.Position, got egdb.Distance) {
			if n++; n%some == 0 {
				if want := set.Distance(p); want != got {
					require.Equal(t, want.String(), got.String(), p.FEN())
				}
			}
		})
	}
	require.NoError(t, values.Close())
}

func (k known) check(t *testing.T, metric endgame.Metric, m endgame.Material, v *Values, d *Distances) {
	const everything = 1 << 30
	none := endgame.Extreme{Plies: -1}
	want := endgame.Longest{Win: none, Loss: none, QuietWin: none, QuietLoss: none}
	v.Each(m, 0, 1, func(p board.Position, value board.Result) {
		got := k[m][place(p)]
		if got.Value != value {
			t.Errorf("%v %s is a %v, not a %v", metric, p.FEN(), value, got)
		}
		should := k.distance(metric, p, everything)
		if should.Value == board.Unknown {
			should = egdb.Distance{Value: board.Draw}
		}
		if got != should {
			t.Errorf("%v %s is a %v, not a %v", metric, p.FEN(), should, got)
		}
		all, quiet := &want.Loss, &want.QuietLoss
		switch got.Value {
		case board.Draw:
			return
		case board.Win:
			all, quiet = &want.Win, &want.QuietWin
		}
		all.Plies = max(all.Plies, got.Plies)
		if p.Jumpers() == 0 {
			quiet.Plies = max(quiet.Plies, got.Plies)
		}
	})
	counts, _ := v.Counts(m)
	own, solved := d.Counts(m)
	if !solved || counts != own {
		t.Errorf("%v %v: counts are %v, not %v", metric, m, counts, own)
	}
	l, _ := d.Longest(m)
	for _, e := range [][2]endgame.Extreme{{want.Win, l.Win}, {want.Loss, l.Loss}, {want.QuietWin, l.QuietWin}, {want.QuietLoss, l.QuietLoss}} {
		if e[0].Plies != e[1].Plies {
			t.Errorf("%v %v: longest is %v, not %v", metric, m, e[0], e[1])
		}
		if p := e[1].Position; e[1].Plies >= 0 && (endgame.MaterialOf(p) != m || k[m][place(p)].Plies != e[1].Plies) {
			t.Errorf("%v %v: %s is %v, not %v", metric, m, p.FEN(), k[m][place(p)], e[1])
		}
	}
}
