package solve

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// tried is a position solved after a number of milliseconds, not at all for 0, and without an
// answer for less.
func tried(id string, ms float64) Position {
	p := Position{ID: id, FEN: "of " + id}
	if ms >= 0 {
		solved := ms > 0
		p.Solved = &solved
	}
	if ms > 0 {
		p.Solution = &Solution{Milliseconds: ms, Nodes: uint64(1000 * ms), Depth: 5}
	}
	return p
}

func ids(positions []Position) (all []string) {
	for _, p := range positions {
		all = append(all, p.ID)
	}
	return all
}

func TestCompare(t *testing.T) {
	older := &Record{Positions: []Position{
		tried("both", 10), tried("lost", 20), tried("won", 0), tried("neither", 0), tried("bare", -1),
		tried("gone", 30), tried("twice", 40),
	}}
	newer := &Record{Positions: []Position{
		tried("added", 1), tried("twice", 20), tried("bare", -1), tried("neither", 0), tried("won", 7),
		tried("lost", 0), tried("both", 20), tried("twice", 40),
	}}
	c := Compare(older, newer)
	require.Equal(t, 2, c.Both)
	require.Equal(t, 1, c.Neither)
	require.Equal(t, 1, c.Unanswered)
	require.Equal(t, []Position{tried("lost", 20)}, c.OnlyOld)
	require.Equal(t, []Position{tried("won", 7)}, c.OnlyNew)
	require.Equal(t, []string{"gone"}, ids(c.Gone))
	require.Equal(t, []string{"added", "twice"}, ids(c.Added))
	require.Equal(t, 1.0, c.McNemar)
	require.InDelta(t, 1, c.Time.Mean, 1e-9, "one took twice, one half the time")
	require.Equal(t, 1, c.Time.Less)
	require.Equal(t, 1, c.Time.More)
	require.Equal(t, 2, c.Depth.Same)
	require.Equal(t, &Interval{1, 1}, c.Depth.Interval)
	require.Empty(t, c.Warnings)
	require.Equal(t, 5, c.CommonOld.Answered(), "the problems of both that have an answer")
	require.Equal(t, []string{"both", "lost", "won", "neither", "twice"}, ids(c.CommonNew.Positions))
	require.Equal(t, 3, c.CommonNew.Solved)
}

// The same id with another position is another problem.
func TestCompareTellsPositionsApart(t *testing.T) {
	moved := tried("a", 1)
	moved.FEN = "elsewhere"
	c := Compare(&Record{Positions: []Position{tried("a", 1)}}, &Record{Positions: []Position{moved}})
	require.Len(t, c.Gone, 1)
	require.Len(t, c.Added, 1)
	require.Nil(t, c.Time)
	text, err := json.Marshal(c)
	require.NoError(t, err)
	require.Contains(t, string(text), `"time":null`)
	require.Contains(t, string(text), `"only_old":[]`)
	require.Equal(t, []string{"the runs have no position in common"}, c.Warnings)
	same := Compare(&Record{Positions: []Position{moved}}, &Record{Positions: []Position{moved}})
	require.NotNil(t, same.Warnings, "JSON has a list, not null")
	require.Empty(t, same.Warnings)
}

// A problem that stands in a suite twice is two, in their order.
func TestCompareOfRepeatedProblems(t *testing.T) {
	c := Compare(&Record{Positions: []Position{tried("a", 10), tried("a", 20)}},
		&Record{Positions: []Position{tried("a", 20), tried("a", 10)}})
	require.Equal(t, 2, c.Both)
	require.Equal(t, []int{1, 1, 0}, []int{c.Time.Less, c.Time.More, c.Time.Same})
	require.Empty(t, c.Gone)
	require.Empty(t, c.Added)
}

func TestWarnings(t *testing.T) {
	older := &Record{Conditions: Conditions{MoveTime: 100, Threads: 1, EGDB: true}, Positions: []Position{tried("a", 1)}}
	changed := tried("a", 1)
	changed.Wanted = "draw"
	newer := &Record{Conditions: Conditions{Depth: 9, Threads: 2, HashMiB: 64, AsPlayed: true, Without: "history", Parameter: "deficit=50"}, Positions: []Position{changed}, Interrupted: true}
	require.Equal(t, []string{
		"the runs differ in movetime: 100 and 0",
		"the runs differ in depth: 0 and 9",
		"the runs differ in threads: 1 and 2",
		"the runs differ in hash: 0 and 64",
		"the runs differ in endgame databases: true and false",
		"the runs differ in as-played: false and true",
		"the runs differ in without: nothing and history",
		"the runs differ in parameter: the default and deficit=50",
		"the new run was interrupted",
		"1 positions have another answer in the new run",
	}, Compare(older, newer).Warnings)
}

// By hand: the logarithms are -ln 2, 0 and ln 2, their mean 0, their deviation ln 2, and
// Student's t with two degrees of freedom is 4.3027.
func TestRatio(t *testing.T) {
	var pairs []pair
	for _, efforts := range [][2]float64{{10, 5}, {3, 3}, {2, 4}} {
		pairs = append(pairs, pair{tried("", efforts[0]), tried("", efforts[1])})
	}
	r := ratio(pairs, Time)
	require.InDelta(t, 1, r.Mean, 1e-9)
	half := 4.302653 * math.Ln2 / math.Sqrt(3)
	require.InDelta(t, math.Exp(half), r.Interval.High, 1e-5)
	require.InDelta(t, math.Exp(-half), r.Interval.Low, 1e-5)
	require.Equal(t, []int{1, 1, 1}, []int{r.Less, r.More, r.Same})

	single := ratio(pairs[:1], Nodes)
	require.InDelta(t, 0.5, single.Mean, 1e-9)
	require.Nil(t, single.Interval)
	require.Nil(t, ratio(nil, Time))
}

// To turn two runs round is to turn the ratio round.
func TestRatioTurnsRound(t *testing.T) {
	effort := rapid.Float64Range(minTime, maxTime)
	rapid.Check(t, func(t *rapid.T) {
		var there, back []pair
		for range rapid.IntRange(2, 10).Draw(t, "pairs") {
			a, b := tried("", effort.Draw(t, "older")), tried("", effort.Draw(t, "newer"))
			there, back = append(there, pair{a, b}), append(back, pair{b, a})
		}
		r, s := ratio(there, Time), ratio(back, Time)
		require.InEpsilon(t, r.Mean, 1/s.Mean, 1e-6)
		require.InEpsilon(t, r.Interval.Low, 1/s.Interval.High, 1e-6)
		require.InEpsilon(t, r.Interval.High, 1/s.Interval.Low, 1e-6)
		require.LessOrEqual(t, r.Interval.Low, r.Interval.High)
		require.Equal(t, r.Less, s.More)
		_, err := json.Marshal(r)
		require.NoError(t, err)
	})
}

// By hand, from Pascal's triangle.
func TestMcNemar(t *testing.T) {
	for _, c := range []struct {
		a, b int
		want float64
	}{
		{0, 0, 1}, {4, 4, 1}, {1, 0, 1}, {2, 0, 0.5}, {0, 6, 2.0 / 64}, {1, 8, 20.0 / 512}, {10, 3, 756.0 / 8192}, {4, 5, 1},
	} {
		require.InDelta(t, c.want, mcNemar(c.a, c.b), 1e-9, "%d, %d", c.a, c.b)
		require.InDelta(t, c.want, mcNemar(c.b, c.a), 1e-9)
	}
}
