package solve

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
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

// suites are the files of problems that come with the engine, and how many they hold.
var suites = map[string]int{"problems.csv": 30, "paper_positions.csv": 68}

// bundled reads one of them.
func bundled(t *testing.T, name string) suite.Suite {
	file, err := os.Open("../../../../testdata/" + name)
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	found, err := suite.ReadCSV(name, file)
	require.NoError(t, err)
	return found
}

func TestBundledSuitesAreSound(t *testing.T) {
	for name, rows := range suites {
		read := bundled(t, name)
		require.Empty(t, read.Malformed)
		require.Len(t, read.Problems, rows, name)
		for _, p := range read.Problems {
			require.NotEmpty(t, p.ID)
			require.NotEqual(t, board.Unknown, p.Result, p.ID)
		}
	}
	slips := bundled(t, "slips.csv")
	require.Empty(t, slips.Malformed)
	require.Len(t, slips.Problems, 165)
	for _, p := range slips.Problems {
		require.NotEmpty(t, p.KeyMoves, p.ID)
	}
}

// easy problems are won within the depth that the tests search: solved whatever the
// evaluation thinks.
var easy = []string{
	"rv-payne-sc-w", "pitch-waldteufel", "science-S3",
	"fig4-K18", "fig4-K18-b", "fig4-18", "fig4-18-b",
}

// shallow is how the tests search: 13 plies are the longest of the easy wins.
var shallow = Settings{Depth: 13, Threads: 1, HashMiB: 8}

func TestEasyProblemsAreSolved(t *testing.T) {
	var problems []suite.Problem
	for name := range suites {
		for _, p := range bundled(t, name).Problems {
			if slices.Contains(easy, p.ID) {
				problems = append(problems, p)
			}
		}
	}
	require.Len(t, problems, len(easy))
	var attempts []Attempt
	var sum, want Record
	require.NoError(t, Run(t.Context(), problems, shallow, func(a Attempt) {
		attempts = append(attempts, a)
		sum.Add(a)
	}))
	require.Len(t, attempts, len(easy))
	want.Total, want.Solved = len(easy), len(easy)
	for i, a := range attempts {
		require.Equal(t, problems[i], a.Problem)
		require.NotNil(t, a.Solution, a.Problem.ID)
		require.Equal(t, a.Problem.Result == board.Win, a.Best.Score.IsWin(), a.Problem.ID)
		want.Nodes += a.Best.Nodes
		want.TimeMS += a.Best.Time.Milliseconds()
	}
	sum.Positions = nil
	require.Equal(t, want, sum)
}

// Every problem is searched with empty tables: their order does not matter.
func TestProblemsDoNotHelpEachOther(t *testing.T) {
	problems := bundled(t, "problems.csv").Problems[:8]
	settings := Settings{Depth: 7, Threads: 1, HashMiB: 1}
	nodes := func(problems []suite.Problem) map[string]uint64 {
		found := map[string]uint64{}
		require.NoError(t, Run(t.Context(), problems, settings, func(a Attempt) { found[a.Problem.ID] = a.Best.Nodes }))
		return found
	}
	first := nodes(problems)
	slices.Reverse(problems)
	require.Equal(t, first, nodes(problems))
}

func TestSettingsReachTheEngine(t *testing.T) {
	parameters := search.DefaultParameters()
	parameters.Deficit = 50
	for _, want := range []struct {
		settings Settings
		config   engine.Config
	}{
		{Settings{Threads: 2, HashMiB: 3}, engine.Config{Threads: 2, Hash: 3}},
		{Settings{WithoutDatabases: true}, engine.Config{Endings: engine.NoEndings}},
		{Settings{Evaluation: engine.LinearEvaluation}, engine.Config{Evaluator: eval.BuiltIn()}},
		{Settings{Without: []string{"history"}, Parameter: []string{"deficit=50"}}, engine.Config{Without: []string{"history"}, Parameters: &parameters}},
	} {
		config, err := want.settings.config()
		require.NoError(t, err)
		require.Equal(t, want.config, config)
	}
}

// A search as in a game prunes more than one for a solution.
func TestAsPlayed(t *testing.T) {
	p := problem(t, "start", board.Start().FEN(), "DRAW", "")
	nodes := func(asPlayed bool) (visited uint64) {
		settings := Settings{Depth: 11, Threads: 1, HashMiB: 1, AsPlayed: asPlayed}
		require.NoError(t, Run(t.Context(), []suite.Problem{p}, settings, func(a Attempt) { visited = a.Best.Nodes }))
		return visited
	}
	require.Less(t, 4*nodes(true), nodes(false))
}

// A long win is found with its whole distance.
func TestLongWinIsProven(t *testing.T) {
	p := problem(t, "long", "W:WK6,K9:BK15", "WIN", "9-14")
	settings := Settings{Depth: 29, Threads: 1, HashMiB: 8}
	var sum Record
	err := Run(t.Context(), []suite.Problem{p}, settings, func(a Attempt) {
		sum.Add(a)
		require.True(t, a.Best.Score.IsWin(), a.Best.Score)
	})
	require.NoError(t, err)
	require.Equal(t, 1, sum.Solved)
}

// To a depth or a number of nodes a search on one thread is the same every time, and so
// is the moment of its solution.
func TestSolutionsRepeat(t *testing.T) {
	problems := bundled(t, "problems.csv").Problems[:10]
	for _, settings := range []Settings{
		{Depth: 9, Threads: 1, HashMiB: 1},
		{Nodes: 5000, Threads: 1, HashMiB: 1},
	} {
		moments := func() (all []Solution) {
			err := Run(t.Context(), problems, settings, func(a Attempt) {
				s := Solution{}
				if a.Solution != nil {
					s = *a.Solution
					require.Positive(t, s.Milliseconds)
					require.LessOrEqual(t, s.Depth, a.Best.Depth)
					require.LessOrEqual(t, s.Nodes, a.Best.Nodes)
				}
				s.Milliseconds = 0
				all = append(all, s)
			})
			require.NoError(t, err)
			return all
		}
		require.Equal(t, moments(), moments())
	}
}

func TestNodesAreExact(t *testing.T) {
	p := problem(t, "middlegame", "B:W21-32:B1-12", "DRAW", "")
	var sum Record
	require.NoError(t, Run(t.Context(), []suite.Problem{p}, Settings{Nodes: 3000, Threads: 1, HashMiB: 1}, func(a Attempt) { sum.Add(a) }))
	require.Equal(t, uint64(3000), sum.Nodes)
}

// A problem without an answer is searched and counts neither way.
func TestRunOfAProblemWithoutAnAnswer(t *testing.T) {
	p := problem(t, "bare", "B:WK31:BK18,25", "", "")
	var sum Record
	require.NoError(t, Run(t.Context(), []suite.Problem{p}, Settings{Depth: 3, Threads: 1, HashMiB: 1}, func(a Attempt) {
		require.Nil(t, a.Solution)
		require.NotEmpty(t, a.Best.PV)
		sum.Add(a)
	}))
	require.Equal(t, 1, sum.Total)
	require.Zero(t, sum.Answered())
	require.Zero(t, sum.Solved)
}

func TestRunOfNothing(t *testing.T) {
	require.NoError(t, Run(t.Context(), nil, shallow, nil))
}

func TestCancelledRunReturnsWhatItHas(t *testing.T) {
	problems := bundled(t, "problems.csv").Problems[:3]
	ctx, cancel := context.WithCancel(t.Context())
	reports := 0
	settings := Settings{Depth: 3, Threads: 1, HashMiB: 1}
	var sum Record
	err := Run(ctx, problems, settings, func(a Attempt) {
		sum.Add(a)
		reports++
		if reports == 2 {
			cancel()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, problems[2].ID+": ")
	require.Equal(t, 2, reports)
	require.Equal(t, 2, sum.Total)
	require.Positive(t, sum.Nodes)
}

func TestCancelEndsTheSearch(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	problems := []suite.Problem{problem(t, "endless", "B:W21-32:B1-12", "DRAW", "")}
	returned := make(chan error, 1)
	go func() {
		returned <- Run(ctx, problems, Settings{Threads: 2, HashMiB: 1}, func(Attempt) { t.Error("reported") })
	}()
	select {
	case err := <-returned:
		require.ErrorIs(t, err, context.DeadlineExceeded)
	case <-time.After(20 * time.Second):
		require.FailNow(t, "the search does not end")
	}
}

func TestSettingsAreChecked(t *testing.T) {
	for want, settings := range map[string]Settings{
		"threads -1": {Depth: 1, HashMiB: 1, Threads: -1},
		"hash -1":    {Depth: 1, Threads: 1, HashMiB: -1},
	} {
		require.ErrorContains(t, Run(t.Context(), nil, settings, nil), want)
	}
}

// The solution dates from the first iteration of the last run of them that held it.
func TestSolutionIsTheLastUnbrokenRun(t *testing.T) {
	p := problem(t, "", "B:WK31:BK18,25", "", "18-23")
	good, err := p.Position.ParseMove("18-23")
	require.NoError(t, err)
	bad, err := p.Position.ParseMove("18-22")
	require.NoError(t, err)
	rapid.Check(t, func(t *rapid.T) {
		iterations := rapid.SliceOfN(rapid.Bool(), 1, 12).Draw(t, "solved")
		w := watch{problem: p}
		want := 0 // the depth since when the tail is solved, 0 for never
		for i, solved := range iterations {
			depth := i + 1
			info := search.Info{Depth: search.Depth(depth), Time: time.Duration(depth) * time.Millisecond, Nodes: uint64(100 * depth)}
			info.PV = []board.Move{bad}
			switch {
			case !solved:
				want = 0
			case want == 0:
				want = depth
			}
			if solved {
				info.PV = []board.Move{good}
			}
			w.see(info)
			require.Equal(t, info, w.last)
		}
		if want == 0 {
			require.Nil(t, w.since)
			return
		}
		require.Equal(t, Solution{search.Depth(want), float64(want), uint64(100 * want)}, *w.since)
	})
}

func TestMilliseconds(t *testing.T) {
	for d, want := range map[time.Duration]float64{
		0: 0.001, 1: 0.001, time.Microsecond: 0.001, 1499: 0.001, 1500: 0.002,
		time.Second: 1000, 1234567 * time.Nanosecond: 1.235,
	} {
		require.Equal(t, want, milliseconds(d), d)
	}
}
