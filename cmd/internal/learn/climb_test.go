package learn

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/learn/searchtune"
	"github.com/zonda-checkers/zonda/search"
)

func climb() Climb {
	start := search.DefaultParameters()
	start.Deficit = 70
	return NewClimb(searchtune.Settings{Iterations: 3, Start: start, Tuned: []string{"compensation", "shot-limit"}}, []searchtune.Iteration{
		{Number: 1, Won: 1, Drawn: 3, Point: []float64{38, 200}},
		{Number: 2, Lost: 2, Drawn: 2, Point: []float64{34.5, 193.75}},
	})
}

// The Go code of the default parameters is that of their table, to the letter.
func TestGoParameters(t *testing.T) {
	source, err := os.ReadFile("../../../search/parameters.go")
	require.NoError(t, err)
	rows := regexp.MustCompile(`(?m)^\t\t\{"[a-z-]+", .*,\n`).FindAllString(string(source), -1)
	require.Equal(t, goParameters(search.DefaultParameters()), strings.Join(rows, ""))
}

func TestClimb(t *testing.T) {
	c := climb()
	require.Equal(t, 8, c.Games())
	require.Equal(t, []Movement{{"compensation", 30, 34.5, 35}, {"shot-limit", 200, 193.75, 194}}, c.Moved)
	require.Equal(t, "compensation 34.50, shot-limit 193.75", c.Now())
	var text strings.Builder
	require.NoError(t, c.Print(&text, "bin/zonda", "option.Evaluation=network"))
	for _, want := range []string{
		"2 of 3 iterations, 8 games: +1 =5 -2 for the plus side",
		"compensation            30     34.50      35         0       300",
		"\t\t{\"compensation\", 35, 0, 300, 8, ",
		"\t\t{\"deficit\", 70, 5, 300, 8, ",
		`bin/zonda match --engine 'name=tuned cmd="bin/zonda protocol --parameter deficit=70,compensation=35,shot-limit=194" option.Evaluation=network' ` +
			`--engine 'name=start cmd="bin/zonda protocol --parameter deficit=70" option.Evaluation=network' --movetime 100 --openings edge-heldout`,
	} {
		require.Contains(t, text.String(), want)
	}
	require.Contains(t, c.Found, ",deficit=70,compensation=35,")
	empty := NewClimb(c.Settings, nil)
	text.Reset()
	require.NoError(t, empty.Print(&text, "bin/zonda", ""))
	require.Contains(t, text.String(), "No parameter has moved")
	require.NotContains(t, text.String(), "zonda match")
	require.Equal(t, "compensation 30.00, shot-limit 200.00", empty.Now())
	require.Equal(t, c.Settings.Start.String(), empty.Found)
}

// The chart has the distances in steps, and not more points than it can show.
func TestClimbChart(t *testing.T) {
	lines := climb().Chart().Series
	require.Equal(t, []float64{0, 1, 2}, lines[0].X)
	require.Equal(t, []float64{0, 1, 4.5 / 8}, lines[0].Y)
	require.Equal(t, []float64{0, 0, -0.25}, lines[1].Y)
	many := make([]searchtune.Iteration, 10*chartPoints+7)
	for i := range many {
		many[i] = searchtune.Iteration{Number: i + 1, Point: []float64{30, 200}}
	}
	line := NewClimb(climb().Settings, many).Chart().Series[0]
	require.LessOrEqual(t, len(line.X), chartPoints+2)
	require.EqualValues(t, len(many), line.X[len(line.X)-1])
}
