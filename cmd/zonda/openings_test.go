package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
)

// The opening suite "edge" has positions of the rule alone, quiet ones of 11man and those two plies after a ballot, and the search
// still promises about what the rule says. All positions are searched if ZONDA_LONG is set.
func TestEdgeRule(t *testing.T) {
	t.Parallel()
	suite, err := openings.Open("edge", true)
	require.NoError(t, err)
	from, err := openings.Open("3move", false)
	require.NoError(t, err)
	c := openingsCommand{Edge: true, Plies: 2, Nodes: 100000}
	candidates, err := c.candidates(from)
	require.NoError(t, err)
	rule := map[string]bool{}
	for _, o := range candidates {
		rule[o.String()] = true
	}
	for _, o := range suite {
		require.True(t, rule[o.String()], o.ID)
		p, other := o.Game().Position(), o.Game().Position()
		other.Turn = p.Turn.Opponent()
		if o.Start != board.Start() {
			require.Zero(t, p.Jumpers()|other.Jumpers(), "no capture is at hand after a ballot of 11man")
		}
	}
	for score, keeps := range map[eval.Score]bool{0: false, 13: false, 14: true, -14: true, 36: true, -36: true, 37: false, eval.Win: false} {
		require.Equal(t, keeps, c.keeps(score), "%v", score)
	}

	e, err := engine.New(engine.Config{})
	require.NoError(t, err)
	defer func() { require.NoError(t, e.Close()) }()
	every, searched, near := 60, 0, 0
	if os.Getenv("ZONDA_LONG") != "" {
		every = 1
	}
	for i := 0; i < len(suite); i += every {
		score, err := c.score(t.Context(), e, suite[i])
		require.NoError(t, err)
		searched++
		if better := max(score.Chance(), (-score).Chance()); 0.54 <= better && better <= 0.75 {
			near++
		}
	}
	require.Greater(t, float64(near)/float64(searched), 0.8)
}

// An opening suite grown from another has every way to go on, once, and can be read again.
func TestOpeningsCommand(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	from := filepath.Join(folder, "from.csv")
	require.NoError(t, os.WriteFile(from, []byte("moves,fen,status\n11-15 23-19,,\n11-15 22-18,,lost\n,W:WK31:BK1,\n"), 0o600))
	grown := func(flags ...string) []openings.Opening {
		stdout, stderr, status := programtest.Output(t, program, append([]string{"openings", "--openings", from, "--nodes=100"}, flags...)...)
		require.Zero(t, status, stderr)
		require.Regexp(t, `^# \d+ openings: \d plies after those of `+regexp.QuoteMeta(from)+`, level within \d+ `, stdout)
		openings, err := openings.ReadCSV("grown", strings.NewReader(stdout))
		require.NoError(t, err)
		return openings
	}
	all := grown("--within=30000", "--plies=1")
	positions := map[board.Position]bool{}
	after := map[int]int{}
	for _, o := range all {
		positions[o.Game().Position()] = true
		after[len(o.Moves)]++
	}
	require.Len(t, positions, len(all))
	require.Equal(t, map[int]int{3: 7, 1: 2}, after, "the barred one is left out")
	require.Equal(t, all, grown("--within=30000", "--plies=1"), "the same each time")
	require.NotEqual(t, all, grown("--within=30000", "--plies=1", "--seed=2"))
	require.Less(t, len(grown("--within=5", "--plies=1")), len(all))

	same := grown("--within=30000", "--plies=0", "--barred")
	names := map[string]string{}
	for _, o := range same {
		names[o.ID] = o.String()
	}
	require.Equal(t, map[string]string{"1": "11-15 23-19", "2": "11-15 22-18", "3": "W:WK31:BK1"}, names, "the numbers stay")
	inPlay := grown("--within=30000", "--plies=0")
	require.Len(t, inPlay, 2)
	require.NotEqual(t, inPlay[0].ID, inPlay[1].ID)
	require.NotContains(t, []string{inPlay[0].ID, inPlay[1].ID}, "2", "the barred one is left out, and the numbers stay")

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := openingsCommand{Plies: 1, Nodes: 100}.grown(ctx, all)
	require.ErrorIs(t, err, context.Canceled)

	for want, flag := range map[string]string{"plies -1": "--plies=-1", "plies 5": "--plies=5", "nodes 0": "--nodes=0", "within -1": "--within=-1", "openings \"x\"": "--openings=x"} {
		stdout, stderr, status := programtest.Output(t, program, "openings", flag)
		require.NotZero(t, status)
		require.Contains(t, stderr, want)
		require.Empty(t, stdout)
	}
}
