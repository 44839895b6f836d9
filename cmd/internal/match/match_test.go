package match

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
	"github.com/zonda-checkers/zonda/cmd/internal/match/testdata/fake"
)

func TestMain(m *testing.M) {
	if fake.Asked() {
		os.Exit(fake.Main(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// engineOf returns a scripted engine.
func engineOf(name string, script ...string) player.Spec {
	return player.Spec{Name: name, Command: fake.Command(script...)}
}

// planOf returns a plan of games of one node a move, from the first three-move ballots.
func planOf(t testing.TB, games int, engines ...player.Spec) *Plan {
	t.Helper()
	openings, err := openings.Open("3move", true)
	require.NoError(t, err)
	return &Plan{
		Conditions: Conditions{Deck: "3move", Limits: player.Limits{Nodes: 1}, MoveRule: 20, Margin: time.Second, ExactMargin: true},
		Engines:    engines, Openings: openings[:3], Games: games,
	}
}

// setting is an option.
var setting = player.Setting{Name: "Hash", Value: "1"}

// options are patient with machines under load.
var options = RunOptions{Concurrency: 2, Setup: player.Setup{Patience: time.Minute}}

// ledger is a recorder that has enough after this number of games, or never if it is 0.
type ledger struct {
	records []Record
	enough  int
}

func (l *ledger) Keep(r Record) error {
	l.records = append(l.records, r)
	return nil
}

func (l *ledger) Enough(Record) bool { return l.enough > 0 && len(l.records) >= l.enough }

// playAll plays a plan to its end.
func playAll(t *testing.T, plan *Plan, options RunOptions) (*Standings, []Record) {
	t.Helper()
	require.NoError(t, plan.Validate())
	s, l := NewStandings(plan), &ledger{}
	require.NoError(t, Run(context.Background(), s, options, l))
	require.Equal(t, plan.Total(), s.Played())
	require.Len(t, l.records, plan.Total())
	return s, l.records
}
