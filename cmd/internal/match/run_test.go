package match

import (
	"context"
	"errors"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/protocol/client"
	"github.com/zonda-checkers/zonda/protocol/client/testdata/fake"
)

// checkGame plays a record through by the rules and asserts that the result is theirs.
func checkGame(t *testing.T, p *Plan, r Record) {
	t.Helper()
	require.NoError(t, p.Fits(r))
	g, err := p.GameScore("id", r)
	require.NoError(t, err)
	if r.Loser != "" || r.Ending == Adjudicated || r.Ending == Agreed {
		return
	}
	played := g.History()
	played.MoveRule = p.MoveRule
	o, _ := played.Outcome()
	require.Equal(t, r.Ending, o.By.String())
	require.Equal(t, o.Winner, g.Result)
}

func TestMatchOfTwo(t *testing.T) {
	p := planOf(t, 6, engineOf("A", "random=1"), engineOf("B", "random=2"))
	s, records := playAll(t, p, options)
	report := s.Report("id", nil)
	require.Equal(t, 6, report.Games)
	require.Equal(t, 6, report.Wins+report.Draws+report.Losses)
	require.Empty(t, report.Faults)
	require.Len(t, report.Ballots, 3)
	moves := 0
	for _, r := range records {
		checkGame(t, p, r)
		moves += len(r.Plies)
	}
	require.Equal(t, moves, report.Engines[0].Moves+report.Engines[1].Moves)
}

// The same engine on both sides, the same moves in the same positions: each pair is level.
func TestEqualEnginesAreLevel(t *testing.T) {
	p := planOf(t, 6, engineOf("A"), engineOf("B"))
	s, _ := playAll(t, p, options)
	_, pairs := s.First()
	require.Equal(t, [5]int{2: 3}, [5]int(pairs))
}

// Whatever an engine does, it loses that game, is named, and the match goes on.
func TestMisbehaviourLosesTheGame(t *testing.T) {
	for script, want := range map[string]client.FaultKind{
		"crash=5":     client.Crash,
		"panic=5":     client.Crash,
		"leave=5":     client.Crash,
		"illegal=5":   client.IllegalMove,
		"nonsense=5":  client.Nonsense,
		"longline=5":  client.Nonsense,
		"crashnew":    client.Crash,
		"late=5:2000": client.Timeout,
		"hang=5":      client.Timeout,
		"flood=5":     client.Timeout,
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			p := planOf(t, 2, engineOf("good"), engineOf("bad", script))
			options := options
			options.Concurrency = 1
			if want == client.Timeout { // the good one cannot be late, however slow the host is
				p.Engines[1].Limits, p.Margin = client.Limits{MoveTime: 50 * time.Millisecond}, 150*time.Millisecond
			}
			s, records := playAll(t, p, options)
			require.Len(t, s.failures, 2, "it is started anew after the first, and fails again")
			for _, f := range s.failures {
				require.Equal(t, want.String(), f.Kind)
				require.Equal(t, "bad", f.Engine)
				require.NotEmpty(t, f.Detail)
			}
			for _, r := range records {
				checkGame(t, p, r)
				require.Equal(t, lost, r.pointsOf(1))
			}
		})
	}
}

// An engine that resigns loses the game by its own will: the ending is a resignation, in the report and in the PDN, and no fault.
func TestResignation(t *testing.T) {
	p := planOf(t, 2, engineOf("good"), engineOf("bad", "resign=5"))
	options := options
	options.Concurrency = 1
	s, records := playAll(t, p, options)
	require.Empty(t, s.failures)
	report := s.Report("ID", nil)
	require.Empty(t, report.Faults)
	require.Zero(t, report.Engines[1].Faults)
	require.Equal(t, 1, report.Endings[Resigned], "the engine plays the second game to its end")
	g, err := p.GameScore("ID", records[0])
	require.NoError(t, err)
	require.Equal(t, "normal", g.Tags.Get("Termination"))
	last := g.Moves[len(g.Moves)-1]
	require.Contains(t, last.Comments, "resignation")
	require.Equal(t, lost, records[0].pointsOf(1))
	require.NoError(t, p.Fits(records[0]))
}

func TestAnEngineThatDoesNotStartEndsTheMatch(t *testing.T) {
	p := planOf(t, 4, engineOf("good"), engineOf("bad", "nostart"))
	err := Run(context.Background(), NewStandings(p), options, &ledger{})
	require.ErrorIs(t, err, errNoStart)
	require.ErrorContains(t, err, "bad")
}

func TestEnough(t *testing.T) {
	p := planOf(t, 6, engineOf("A"), engineOf("B"))
	s := NewStandings(p)
	require.NoError(t, Run(context.Background(), s, options, &ledger{enough: 3}))
	require.Equal(t, 3, s.Played())
}

// What the standings hold is not played again.
func TestResumedMatch(t *testing.T) {
	p := planOf(t, 6, engineOf("A", "random=1"), engineOf("B", "random=1"))
	s, first := NewStandings(p), &ledger{enough: 2}
	require.NoError(t, Run(context.Background(), s, options, first))
	resumed, second := NewStandings(p), &ledger{}
	for _, r := range first.records {
		resumed.Add(r)
		resumed.Add(r) // twice counts once
	}
	require.NoError(t, Run(context.Background(), resumed, options, second))
	require.Equal(t, 6, resumed.Played())
	require.Len(t, second.records, 4)
	games := map[int]bool{}
	for _, r := range append(first.records, second.records...) {
		require.False(t, games[r.Game])
		games[r.Game] = true
	}
}

func TestInterruptedMatch(t *testing.T) {
	p := planOf(t, 6, engineOf("A", "hang=9"), engineOf("B"))
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(200*time.Millisecond, cancel)
	s := NewStandings(p)
	require.ErrorIs(t, Run(ctx, s, options, &ledger{}), context.Canceled)
	require.Empty(t, s.failures)
}

// brokenRecorder cannot store a game.
type brokenRecorder struct{ ledger }

var errFull = errors.New("the disk is full")

func (*brokenRecorder) Keep(Record) error { return errFull }

func TestAGameThatCannotBeStoredEndsTheMatch(t *testing.T) {
	p := planOf(t, 6, engineOf("A"), engineOf("B"))
	s := NewStandings(p)
	require.ErrorIs(t, Run(context.Background(), s, options, &brokenRecorder{}), errFull)
	require.Zero(t, s.Played())
}

// blackWins knows that Black wins everything.
type blackWins struct{}

func (blackWins) Probe(p board.Position) board.Result {
	if p.Turn == board.Black {
		return board.Win
	}
	return board.Loss
}

func TestDatabasesDecide(t *testing.T) {
	p := planOf(t, 2, engineOf("A", "random=3"), engineOf("B", "random=4"))
	p.Adjudicate = 20
	options := options
	options.Databases = blackWins{}
	_, records := playAll(t, p, options)
	for _, r := range records {
		require.Equal(t, Adjudicated, r.Ending)
		require.Equal(t, board.BlackWon.String(), r.Result)
		require.NotEmpty(t, r.Plies)
		g, err := p.GameScore("id", r)
		require.NoError(t, err)
		require.LessOrEqual(t, g.History().Position().Pieces(), 20)
	}
}

// The databases tell the value for the side to move: whichever side that is, the same player wins.
func TestDatabasesDecideForEitherSide(t *testing.T) {
	p := planOf(t, 4, engineOf("A"), engineOf("B"))
	p.Adjudicate, p.Openings = 20, nil
	for _, fen := range []string{"B:W21-30:B3-12", "W:W21-30:B3-12"} {
		start, err := board.ParseFEN(fen)
		require.NoError(t, err)
		p.Openings = append(p.Openings, openings.Opening{ID: fen, Start: start})
	}
	options := options
	options.Databases = blackWins{}
	_, records := playAll(t, p, options)
	require.Len(t, records, 4)
	for _, r := range records {
		require.Empty(t, r.Plies)
		require.Equal(t, Adjudicated, r.Ending)
		require.Equal(t, board.BlackWon.String(), r.Result, r.Opening)
	}
}

// The move rule is the plan's, and so is the opening's position.
func TestMoveRuleOfThePlan(t *testing.T) {
	start, err := board.ParseFEN("W:WK32,K31:BK1,K2")
	require.NoError(t, err)
	p := planOf(t, 2, engineOf("A"), engineOf("B"))
	p.Openings, p.MoveRule = []openings.Opening{{ID: "kings", Start: start}}, 4
	_, records := playAll(t, p, options)
	for _, r := range records {
		require.Equal(t, board.MoveRule.String(), r.Ending)
		require.Len(t, r.Plies, 4)
	}
}

func TestRoundRobin(t *testing.T) {
	p := planOf(t, 2, engineOf("A"), engineOf("B"), engineOf("C"))
	s, _ := playAll(t, p, options)
	r := s.Report("id", nil)
	require.Equal(t, 6, r.Played)
	require.Equal(t, 4, r.Games, "the first engine's")
	require.Len(t, r.Pairings, 3)
	for _, e := range r.Engines {
		require.Equal(t, 4, e.Games)
		require.InDelta(t, 0.5, e.Score, 1e-9)
	}
}

func TestIntroduce(t *testing.T) {
	engines := []client.Spec{engineOf(""), engineOf("B"), engineOf(""), engineOf("", "name=fake 2")}
	require.NoError(t, Introduce(context.Background(), engines, options.Setup))
	var names []string
	for _, e := range engines {
		names = append(names, e.Name)
	}
	require.Equal(t, []string{"fake", "B", "fake 2", "fake 2 2"}, names)
	bad := []client.Spec{engineOf("A"), engineOf("B", "nostart")}
	require.ErrorContains(t, Introduce(context.Background(), bad, options.Setup), "engine 2: ")
}

func TestHubEngines(t *testing.T) {
	black, white := engineOf("A", "hub"), engineOf("B")
	black.Protocol = client.Hub
	p := planOf(t, 6, black, white)
	s, records := playAll(t, p, options)
	require.Empty(t, s.failures)
	_, pairs := s.First()
	require.Equal(t, [5]int{2: 3}, [5]int(pairs), "the same moves by either protocol")
	for _, r := range records {
		checkGame(t, p, r)
	}
}

// A player keeps the processes of the two engines that met last, and none in the end.
func TestPlayer(t *testing.T) {
	p := planOf(t, 2, engineOf("A"), engineOf("B"), engineOf("C"))
	pool := NewPlayer(p, options.Setup, nil)
	for _, f := range p.Schedule() {
		_, err := pool.Do(context.Background(), f)
		require.NoError(t, err)
		require.Len(t, pool.players, 2)
		require.Contains(t, pool.players, f.Black)
		require.Contains(t, pool.players, f.White)
	}
	require.NoError(t, pool.Close())
	require.Empty(t, pool.players)
}

// A game that is over when the match is interrupted is not lost.
func TestFinishedGameIsKept(t *testing.T) {
	p := planOf(t, 6, engineOf("A"), engineOf("B"))
	ctx, cancel := context.WithCancel(context.Background())
	l := &interrupter{cancel: cancel}
	s := NewStandings(p)
	options := RunOptions{Concurrency: 1, Setup: options.Setup}
	err := Run(ctx, s, options, l)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, len(l.records), s.Played())
	require.GreaterOrEqual(t, s.Played(), 2, "the second was over before the first was stored")
}

// interrupter interrupts the match while it stores the first game, when the second has
// had time to end.
type interrupter struct {
	ledger
	cancel context.CancelFunc
}

func (i *interrupter) Keep(r Record) error {
	if len(i.records) == 0 {
		time.Sleep(2 * time.Second)
		i.cancel()
	}
	return i.ledger.Keep(r)
}

// A clock for the game is kept by the runner, and stands in the record.
func TestClockInRecords(t *testing.T) {
	p := planOf(t, 1, engineOf("A"), engineOf("B"))
	p.Limits = client.Limits{Time: time.Hour, Increment: time.Second}
	_, records := playAll(t, p, options)
	left := [2]time.Duration{time.Hour, time.Hour}
	for i, ply := range records[0].Plies {
		side := (i + 1) % 2 // a three-move ballot leaves White to move
		left[side] += time.Second - ply.Elapsed
		require.Equal(t, left[side], ply.Clock, strconv.Itoa(i))
	}
}

func TestMain(m *testing.M) {
	if fake.Asked() {
		os.Exit(fake.Main(os.Args[2:]))
	}
	os.Exit(programtest.Main(m))
}

// engineOf returns a scripted engine.
func engineOf(name string, script ...string) client.Spec {
	return client.Spec{Name: name, Command: fake.Command(script...)}
}

// planOf returns a plan of games of one node a move, from the first three-move ballots.
func planOf(t testing.TB, games int, engines ...client.Spec) *Plan {
	t.Helper()
	openings, err := openings.Open("3move", true)
	require.NoError(t, err)
	return &Plan{
		Conditions: Conditions{Suite: "3move", Limits: client.Limits{Nodes: 1}, MoveRule: 20, Margin: time.Second, ExactMargin: true},
		Engines:    engines, Openings: openings[:3], Games: games,
	}
}

// setting is an option.
var setting = client.Setting{Name: "Hash", Value: "1"}

// options are patient with hosts under load.
var options = RunOptions{Concurrency: 2, Setup: client.Setup{Patience: time.Minute}}

// ledger is a recorder that has enough after this number of games, or never if it is 0.
type ledger struct {
	records []Record
	enough  int
}

func (l *ledger) Keep(r Record) error {
	l.records = append(l.records, r)
	return nil
}

func (l *ledger) Withdraw([]int) error { return errors.New("not here") }

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
