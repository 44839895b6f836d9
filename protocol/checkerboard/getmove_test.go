package checkerboard

import (
	"math"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

func TestGetMove(t *testing.T) {
	l := newLibrary(t)
	for fen, want := range map[string]Claim{
		"B:W21-32:B1-12": ClaimNothing,
		"B:W10:B6,1":     ClaimWin,
		"W:W5:B1,9,14":   ClaimLoss,
		"B:W18:B":        ClaimLoss,
		"W:W18:B":        ClaimWin,
	} {
		p := position(t, fen)
		c := call(p, 0.05)
		require.Equal(t, want, l.GetMove(c), fen)
		if p.HasMove() && !p.Finished() {
			made(t, p, c)
			require.Contains(t, statusText(t, c), "=")
		} else {
			require.Equal(t, call(p, 0).Board, c.Board)
		}
	}
}

// TestWholeGames plays them with hosts' ways of telling the time in turn.
func TestWholeGames(t *testing.T) {
	l := newLibrary(t)
	for _, fen := range []string{"B:W21-32:B1-12", "W:W18,19,22,27,K30:B3,5,10,12,K24"} {
		g := board.NewGame(position(t, fen))
		for ply := range 200 {
			if _, over := g.Outcome(); over {
				break
			}
			c := call(g.Position(), 0.002)
			switch ply % 3 {
			case 1:
				c.MaxTime, c.Info, c.MoreInfo = 100_000, 1<<2, 40<<16
			case 2:
				c.Info, c.MoreInfo = 1<<3|1<<4, math.MaxInt32
			}
			c.Move = &Move{}
			l.GetMove(c)
			g = board.NewGame(made(t, g.Position(), c))
		}
	}
}

// TestNonsenseChangesNothing of a board, and nothing is claimed.
func TestNonsenseChangesNothing(t *testing.T) {
	l := newLibrary(t)
	for name, change := range map[string]func(*Call){
		"no such piece":  func(c *Call) { c.Board[6][2] = 7 },
		"no such colour": func(c *Call) { c.Color = 0 },
		"no pieces":      func(c *Call) { *c.Board = Board{} },
		"too many":       func(c *Call) { c.Board[6][4], c.Board[4][4] = 6, 6 },
		"a man crowned":  func(c *Call) { c.Board[1][7] = 6 },
		"no board":       func(c *Call) { c.Board = nil },
	} {
		c := call(board.Start(), 1)
		change(&c)
		var before Board
		if c.Board != nil {
			before = *c.Board
		}
		require.Equal(t, ClaimNothing, l.GetMove(c), name)
		require.Regexp(t, "^no move: .+", statusText(t, c), name)
		if c.Board != nil {
			require.Equal(t, before, *c.Board, name)
		}
	}
	for _, seconds := range []float64{-1, math.NaN(), math.Inf(-1), 0} {
		c := call(board.Start(), seconds)
		c.Status, c.PlayNow = nil, nil // nor does a host need to look
		l.GetMove(c)
		made(t, board.Start(), c)
	}
}

// TestPlayNow ends a search at any moment, also before it has begun.
func TestPlayNow(t *testing.T) {
	l := newLibrary(t)
	p := position(t, "W:W21-25,26,28-32:B1-8,10,11,16")
	for _, wait := range []time.Duration{-1, 0, time.Millisecond, 50 * time.Millisecond} {
		c := call(p, endless)
		if wait < 0 {
			*c.PlayNow = 1
		}
		done := begin(l, c)
		time.Sleep(max(wait, 0))
		atomic.StoreInt32(c.PlayNow, 1)
		require.Equal(t, ClaimNothing, await(t, done))
		made(t, p, c)
	}
}

// TestPlayNowBeforeDatabases: a host that wants a move at once does not wait for files.
func TestPlayNowBeforeDatabases(t *testing.T) {
	l := newLibrary(t)
	l.loaded = func() <-chan struct{} { return make(chan struct{}) } // never
	p := position(t, "W:W21-25,26,28-32:B1-8,10,11,16")
	c := call(p, endless)
	done := begin(l, c)
	time.Sleep(20 * time.Millisecond)
	require.Empty(t, done)
	require.Equal(t, "64", ask(t, l, "get hashsize"))
	atomic.StoreInt32(c.PlayNow, 1)
	require.Equal(t, ClaimNothing, await(t, done))
	made(t, p, c)
	require.Contains(t, statusText(t, c), "still being opened")

	p = position(t, "B:W18:B15")
	r := Request{Position: p}
	var answer Answer
	require.NoError(t, l.adapter.AnswerAtOnce(r, func(a Answer) { answer = a }))
	require.Equal(t, "15x22", p.MoveText(answer.Move))
	require.Equal(t, ClaimNothing, answer.Claim)
	r.Position = position(t, "W:W5:B1,9,14")
	require.NoError(t, l.adapter.AnswerAtOnce(r, func(a Answer) { answer = a }))
	require.True(t, answer.Move.IsNone())
	require.Equal(t, ClaimLoss, answer.Claim)
}

// TestTimeBeforeDatabases: a host that gives a little time gets a searched move while files are
// being opened.
func TestTimeBeforeDatabases(t *testing.T) {
	l := newLibrary(t)
	l.loaded = func() <-chan struct{} { return make(chan struct{}) } // never
	p := position(t, "W:W21-25,26,28-32:B1-8,10,11,16")
	for _, asked := range []time.Time{{}, time.Now().Add(-time.Hour)} { // the host called now, or long ago
		c := call(p, 0.05)
		c.Asked = asked
		require.Equal(t, ClaimNothing, await(t, begin(l, c)))
		made(t, p, c)
		require.Contains(t, statusText(t, c), "depth ")
	}
}

// The speed is told of searches that a coarse clock can measure.
func TestSpeedIsToldFromTwentyMilliseconds(t *testing.T) {
	s := status{position: board.Start()}
	for milliseconds, want := range map[int]string{
		0: "value=0 nodes 100000 pv ", 1: "nodes 100000 pv ", 19: "nodes 100000 pv ", 20: "nodes 100000 5000kN/s pv ", 1000: "nodes 100000 100kN/s pv ",
	} {
		require.Contains(t, s.line(engine.Lines{Info: search.Info{Nodes: 100_000, Time: time.Duration(milliseconds) * time.Millisecond}}), want)
	}
}
