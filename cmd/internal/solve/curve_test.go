package solve

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// solvedIn returns a record of problems with these solutions, and one that is not solved.
func solvedIn(limits Conditions, solutions ...Solution) *Record {
	r := &Record{Conditions: limits, Total: len(solutions) + 1, Solved: len(solutions)}
	yes, no := true, false
	for i, s := range solutions {
		r.Positions = append(r.Positions, Position{ID: string(rune('a' + i)), Solved: &yes, Solution: &s})
	}
	r.Positions = append(r.Positions, Position{ID: "failed", Solved: &no})
	return r
}

func TestCurveByTime(t *testing.T) {
	solutions := []Solution{{Milliseconds: 101.5}, {Milliseconds: 0.2}, {Milliseconds: 20}, {Milliseconds: 20.1}}
	r := solvedIn(Conditions{MoveTime: 100}, solutions...)
	require.Equal(t, []Step{{10, 1}, {20, 2}, {50, 3}, {100, 4}}, r.Curve(Time), "what overran the limit counts at it")
	r = solvedIn(Conditions{MoveTime: 300}, solutions...)
	require.Equal(t, []Step{{10, 1}, {20, 2}, {50, 3}, {100, 3}, {200, 4}, {300, 4}}, r.Curve(Time))
	r = solvedIn(Conditions{}, solutions...)
	require.Equal(t, []Step{{10, 1}, {20, 2}, {50, 3}, {100, 3}, {101.5, 4}}, r.Curve(Time), "without a limit up to the last")
	r = solvedIn(Conditions{MoveTime: 5}, Solution{Milliseconds: 2})
	require.Equal(t, []Step{{5, 1}}, r.Curve(Time))
	require.Empty(t, solvedIn(Conditions{}).Curve(Time))
	require.Equal(t, []Step{{10, 0}}, solvedIn(Conditions{MoveTime: 10}).Curve(Time))
}

func TestCurveByNodesAndDepth(t *testing.T) {
	r := solvedIn(Conditions{Nodes: 4000, Depth: 15}, Solution{Nodes: 1, Depth: 3}, Solution{Nodes: 1001, Depth: 3},
		Solution{Nodes: 4000, Depth: 9}, Solution{})
	require.Equal(t, []Step{{1000, 2}, {2000, 3}, {4000, 4}}, r.Curve(Nodes))
	require.Equal(t, []Step{{1, 1}, {3, 3}, {9, 4}, {15, 4}}, r.Curve(Depth))
}

// A curve climbs from step to step up to everything that is solved.
func TestCurveClimbs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var solutions []Solution
		for _, ms := range rapid.SliceOf(rapid.Float64Range(0.001, 1e6)).Draw(t, "times") {
			solutions = append(solutions, Solution{Milliseconds: ms, Nodes: uint64(ms), Depth: 1 + 7})
		}
		r := solvedIn(Conditions{MoveTime: rapid.Float64Range(0, 1e5).Draw(t, "limit")}, solutions...)
		for _, m := range []Measure{Time, Nodes, Depth} {
			curve := r.Curve(m)
			for i := range curve {
				if i > 0 {
					require.Less(t, curve[i-1].Effort, curve[i].Effort)
					require.LessOrEqual(t, curve[i-1].Solved, curve[i].Solved)
				}
			}
			if len(solutions) > 0 {
				require.Equal(t, len(solutions), curve[len(curve)-1].Solved)
			}
		}
	})
}
