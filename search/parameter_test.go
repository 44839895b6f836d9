package search

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// drawParameters draws parameters within their ranges.
func drawParameters(t *rapid.T) (p Parameters) {
	for _, row := range ParameterTable() {
		row.Set(&p, rapid.IntRange(row.Lowest, row.Highest).Draw(t, row.Name))
	}
	return p
}

// parametersWith returns the default parameters with other values.
func parametersWith(t *testing.T, values ...string) Parameters {
	t.Helper()
	p, err := DefaultParameters().With(values...)
	require.NoError(t, err)
	return p
}

// The table describes every field of Parameters once, in their order.
func TestParameterTable(t *testing.T) {
	table := ParameterTable()
	require.Len(t, table, reflect.TypeFor[Parameters]().NumField())
	seen := map[string]bool{}
	for i, row := range table {
		require.False(t, seen[row.Name], row.Name)
		seen[row.Name] = true
		require.Less(t, row.Lowest, row.Highest, row.Name)
		require.Positive(t, row.Step, row.Name)
		require.NotEmpty(t, row.Meaning, row.Name)
		const mark = 7777
		var p Parameters
		row.Set(&p, mark)
		require.EqualValues(t, mark, reflect.ValueOf(p).Field(i).Int(), row.Name)
		require.Equal(t, mark, row.Of(p))
	}
	require.NoError(t, DefaultParameters().Check())
}

func TestParametersWith(t *testing.T) {
	p := parametersWith(t, "deficit=70", "shot-limit=100")
	want := DefaultParameters()
	want.Deficit, want.ShotLimit = 70, 100
	require.Equal(t, want, p)
	require.Equal(t, DefaultParameters(), parametersWith(t))
	for text, message := range map[string]string{
		"depth=3":             `no parameter "depth"; there are half-depth-min, trial-share, `,
		"":                    `no parameter ""; there are `,
		"deficit":             `"deficit" is not NAME=VALUE with a whole number`,
		"deficit=6.5":         `"deficit=6.5" is not NAME=VALUE with a whole number`,
		"deficit=301":         "parameter deficit 301 is not between 5 and 300",
		"deficit=4":           "parameter deficit 4 is not between 5 and 300",
		"deficit=60 deficit=": "parameter deficit has two values",
	} {
		values := []string{text}
		if strings.HasSuffix(text, " deficit=") {
			values = []string{"deficit=60", "deficit=60"}
		}
		got, err := p.With(values...)
		require.ErrorContains(t, err, message)
		require.Equal(t, p, got, "an error changes nothing")
	}
}

// Parameters written as text are read back as they were.
func TestParametersText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawParameters(t)
		text, err := p.MarshalText()
		require.NoError(t, err)
		var read Parameters
		require.NoError(t, read.UnmarshalText(text))
		require.Equal(t, p, read)
	})
}

// Any text is either parameters within their ranges, or an error that changes nothing.
func FuzzParameters(f *testing.F) {
	f.Add(DefaultParameters().String())
	f.Add("deficit=50,deficit=50")
	f.Add("deficit=-1,=,")
	f.Fuzz(func(t *testing.T, text string) {
		p := parametersWith(t, "deficit=99")
		before := p
		if err := p.UnmarshalText([]byte(text)); err != nil {
			require.Equal(t, before, p)
			return
		}
		require.NoError(t, p.Check())
	})
}

// nodesWith returns how many nodes each position of the yardstick takes with some parameters.
func nodesWith(t *testing.T, p Parameters) (nodes []uint64) {
	s := newWith(1)
	require.NoError(t, s.SetParameters(p))
	for _, b := range yardstick {
		s.Clear()
		limits := Limits{Depth: b.Depth, Nodes: 1_000_000}
		nodes = append(nodes, s.NewRun(game(t, b.FEN, ""), limits, nil).Search().Nodes)
	}
	return nodes
}

// Each parameter changes the number of nodes, and its ends can be searched with.
func TestEveryParameterDoesSomething(t *testing.T) {
	now := nodesWith(t, DefaultParameters())
	for _, row := range ParameterTable() {
		low, high := DefaultParameters(), DefaultParameters()
		row.Set(&low, row.Lowest)
		row.Set(&high, row.Highest)
		require.False(t, slices.Equal(nodesWith(t, low), now) && slices.Equal(nodesWith(t, high), now), "%s changes nothing", row.Name)
	}
}

// Without futility pruning by the technique and by the parameter is the same.
func TestNoFutilityDepth(t *testing.T) {
	without, err := AllTechniques().Without("futility")
	require.NoError(t, err)
	require.Equal(t, nodesOf(t, without, false), nodesWith(t, parametersWith(t, "futility-depth=0")))
}

// Any parameters search any of the positions without an error.
func TestAnyParameters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newWith(1)
		require.NoError(t, s.SetParameters(drawParameters(t)))
		b := rapid.SampledFrom(yardstick).Draw(t, "position")
		p, err := board.ParseFEN(b.FEN)
		require.NoError(t, err)
		best := s.NewRun(board.NewGame(p), Limits{Nodes: 5000}, nil).Search()
		require.NotEmpty(t, best.PV)
	})
}

// The largest reduction fits into the table.
func TestLargestReduction(t *testing.T) {
	p := parametersWith(t, "reduction-base=300", "reduction-growth=200")
	want := 3 + 2*math.Log(float64(MaxDepth))*math.Log(board.MaxMoves-1)
	require.EqualValues(t, want-math.Mod(want, 1), newReductions(p)[MaxDepth][board.MaxMoves-1])
}

// Parameters that change clear the table; the same parameters and those with an error change nothing.
func TestSetParameters(t *testing.T) {
	s := newWith(1)
	require.Equal(t, DefaultParameters(), s.Parameters())
	fill := func() { s.NewRun(board.NewGame(board.Start()), Limits{Depth: 12}, nil).Search() }
	fill()
	used := s.table.perMilleUsed()
	require.Positive(t, used)
	require.NoError(t, s.SetParameters(DefaultParameters()))
	wrong := DefaultParameters()
	wrong.TrialShare = 100
	require.EqualError(t, s.SetParameters(wrong), "parameter trial-share 100 is not between 20 and 80")
	require.Equal(t, DefaultParameters(), s.Parameters())
	require.Equal(t, used, s.table.perMilleUsed())
	other := parametersWith(t, "deficit=70")
	require.NoError(t, s.SetParameters(other))
	require.Zero(t, s.table.perMilleUsed())
	require.Equal(t, other, s.Parameters())
	renewed := s.Renewed()
	require.Equal(t, other, renewed.Parameters())
	require.Equal(t, s.thresholds, renewed.thresholds)
}

// Two searches with parameters of their own run beside each other, and each finds what it finds alone.
func TestTwoSetsOfParameters(t *testing.T) {
	searchBy := func(s *sourced) uint64 {
		s.Clear()
		return s.NewRun(board.NewGame(board.Start()), Limits{Depth: 15}, nil).Search().Nodes
	}
	plain, changed := newWith(1), newWith(1)
	require.NoError(t, changed.SetParameters(parametersWith(t, "reduction-growth=60", "deficit=80")))
	want, wantChanged := searchBy(plain), searchBy(changed)
	require.NotEqual(t, want, wantChanged)
	beside := make(chan uint64)
	go func() { beside <- searchBy(plain) }()
	require.Equal(t, wantChanged, searchBy(changed))
	require.Equal(t, want, <-beside)
	require.NoError(t, changed.SetParameters(DefaultParameters()))
	require.Equal(t, want, searchBy(changed), "nothing is left of the other parameters")
}

// The table of the documentation is that of the program.
func TestDocumentedParameters(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "docs", "tuning.md"))
	require.NoError(t, err)
	want := "|---|---|---|---|---|---|\n"
	for _, row := range ParameterTable() {
		want += fmt.Sprintf("| `%s` | %d | %d | %d | %d | %s |\n",
			row.Name, row.Of(DefaultParameters()), row.Lowest, row.Highest, row.Step, row.Meaning)
	}
	require.Contains(t, string(text), want+"\n")
}
