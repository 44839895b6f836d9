package dxp

import (
	"context"
	"math/rand/v2"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// patient is longer than any test waits, impatient shorter.
const (
	patient   = time.Minute
	impatient = 30 * time.Millisecond
)

// randomThinker makes random moves, and holds them back while it is told to.
type randomThinker struct {
	random *rand.Rand
	hold   chan struct{} // nil for a thinker that is never held back
	games  int
}

func newRandomThinker(seed uint64) *randomThinker {
	return &randomThinker{random: rand.New(rand.NewPCG(seed, 0))}
}

func (r *randomThinker) NewGame() error { r.games++; return nil }

func (r *randomThinker) Think(ctx context.Context, game *board.Game, _ *search.Clock) (board.Move, error) {
	if r.hold != nil {
		select {
		case <-r.hold:
		case <-ctx.Done():
			return board.Move{}, ctx.Err()
		}
	}
	var moves board.MoveList
	game.Position().Moves(&moves)
	return moves.At(r.random.IntN(moves.Len())), nil
}

// newMatch returns a match that keeps its records.
func newMatch(name string, thinker Thinker) (*Match, *[]*Record) {
	var records []*Record
	return &Match{
		Name: name, Thinker: thinker, Patience: patient, MoveRule: board.DefaultMoveRule,
		Ended: func(r *Record) error { records = append(records, r); return nil },
	}, &records
}

// connected returns both ends of a connection over loopback.
func connected(t testing.TB) (a, b net.Conn) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	a, err = net.Dial("tcp", listener.Addr().String())
	require.NoError(t, err)
	b, err = listener.Accept()
	require.NoError(t, err)
	t.Cleanup(func() { _, _ = a.Close(), b.Close() })
	return a, b
}

// playBoth plays the games between two matches and returns how they ended.
func playBoth(t *testing.T, initiator, follower *Match, games []GameSetup) {
	t.Helper()
	a, b := connected(t)
	failed := make(chan error, 1)
	go func() { failed <- follower.Follow(context.Background(), b, 0) }()
	require.NoError(t, initiator.Initiate(context.Background(), a, games))
	require.NoError(t, <-failed)
}

// Two sides that play each other have the same record of every game, which is by the rules.
func TestRandomGames(t *testing.T) {
	first, firsts := newMatch("first", newRandomThinker(1))
	second, seconds := newMatch("second", newRandomThinker(2))
	endgame, err := board.ParseFEN("W:WK31,K32:BK1")
	require.NoError(t, err)
	var games []GameSetup
	for i := range 30 {
		games = append(games, GameSetup{Start: board.Start(), Colour: board.Color(i % 2), Minutes: i % 3, Moves: i % 4 * 9})
	}
	games = append(games, GameSetup{Start: endgame, Colour: board.White})
	playBoth(t, first, second, games)
	require.Len(t, *firsts, len(games))
	require.Len(t, *seconds, len(games))
	endings := map[string]int{}
	for i, r := range *firsts {
		other := (*seconds)[i]
		require.Equal(t, r.Result, other.Result, "%s, %s", r.Ending, other.Ending)
		require.NotEqual(t, board.Unfinished, r.Result)
		require.Equal(t, r.Names, other.Names)
		require.Equal(t, "first", r.Names[games[i].Colour])
		require.Equal(t, i+1, r.Number)
		g := r.Game()
		require.Equal(t, g.Moves[len(g.Moves)-1].Move, other.Game().Moves[len(g.Moves)-1].Move)
		require.Len(t, other.Plies, len(r.Plies))
		if o, over := g.History().Outcome(); over {
			require.Equal(t, o.Winner, r.Result)
		}
		endings[r.Ending]++
		endings[other.Ending]++
	}
	for _, want := range []string{"no pieces", "move limit"} {
		require.NotZero(t, endings[want], endings)
	}
	require.Equal(t, len(games), first.Thinker.(*randomThinker).games)
}

// Two engines play by the clock.
func TestEngines(t *testing.T) {
	var matches [2]*Match
	var records [2]*[]*Record
	for i := range matches {
		e, err := engine.New(engine.Config{Hash: 1})
		require.NoError(t, err)
		matches[i], records[i] = newMatch("engine", NewEngineThinker(e, search.Limits{Nodes: 300}))
	}
	playBoth(t, matches[0], matches[1], []GameSetup{
		{Start: board.Start(), Colour: board.Black, Minutes: 5},
		{Start: board.Start(), Colour: board.White, Moves: 10},
	})
	require.Len(t, *records[0], 2)
	require.NotEmpty(t, (*records[0])[0].Result)
	require.Equal(t, "declared by the peer", (*records[0])[1].Ending)
	require.Equal(t, "move limit", (*records[1])[1].Ending, "Black is to move, which the follower has")
	require.Len(t, (*records[0])[1].Plies, 20)
}

func TestClocks(t *testing.T) {
	c := newClocks(GameSetup{Minutes: 1, Moves: 3})
	require.Equal(t, &search.Clock{Remaining: time.Minute, MovesToGo: 3}, c.clock(board.White))
	c.spend(board.White, 50*time.Second)
	require.Equal(t, &search.Clock{Remaining: 10 * time.Second, MovesToGo: 2}, c.clock(board.White))
	require.Equal(t, 11*time.Second, c.allowance(board.White, time.Second))
	require.Equal(t, 61*time.Second, c.allowance(board.Black, time.Second))
	c.spend(board.White, 14*time.Second)
	require.False(t, c.over(board.White), "within the margin")
	require.Equal(t, time.Second, c.allowance(board.White, time.Second))
	c.spend(board.White, 2*time.Second)
	require.True(t, c.over(board.White))
	require.False(t, c.over(board.Black))
	c.spend(board.White, 0)
	require.Equal(t, 1, c.clock(board.White).MovesToGo)
	none := newClocks(GameSetup{})
	none.spend(board.Black, time.Hour)
	require.Nil(t, none.clock(board.Black))
	require.False(t, none.over(board.Black))
}

// A peer whose time is over loses when this side is to move.
func TestTimeForfeit(t *testing.T) {
	g := &game{session: &session{Match: &Match{}}, board: board.NewGame(board.Start()), own: board.Black, clocks: newClocks(GameSetup{Minutes: 1})}
	g.clocks.spend(board.White, 2*time.Minute)
	reason, ending := g.over()
	require.Equal(t, Won, reason)
	require.Equal(t, "time forfeit", ending)
}

func TestGameSetupCheck(t *testing.T) {
	require.NoError(t, GameSetup{Start: board.Start(), Minutes: 999, Moves: 999}.Check())
	for _, setup := range []GameSetup{{Start: board.Start(), Minutes: 1000}, {Start: board.Start(), Moves: -1}, {}} {
		require.Error(t, setup.Check())
		a, _ := connected(t)
		m, _ := newMatch("a", newRandomThinker(1))
		require.Error(t, m.Initiate(context.Background(), a, []GameSetup{setup}))
	}
}

func TestRecordAsPDN(t *testing.T) {
	m, err := board.Start().ParseMove("11-15")
	require.NoError(t, err)
	r := Record{
		Number: 2, Setup: GameSetup{Start: board.Start(), Minutes: 5, Moves: 30}, Names: [2]string{"b", "w"},
		Plies: []Ply{{m, 3723 * time.Second}}, Result: board.Drawn, Ending: "move rule",
	}
	g := r.Game()
	require.Equal(t, "30/300", g.Tags.Get("TimeControl"))
	require.Equal(t, []string{"[%emt 1:02:03]"}, g.Moves[0].Comments)
	require.Equal(t, []string{"2", "b", "w", "move rule"}, []string{g.Tags.Get("Round"), g.Tags.Get("Black"), g.Tags.Get("White"), g.Tags.Get("Termination")})
	require.Equal(t, "-", GameSetup{}.timeControl())
	require.Equal(t, "60", GameSetup{Minutes: 1}.timeControl())
}
