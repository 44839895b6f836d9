package client

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// playOut plays a game of two engines to its end or for 200 plies.
func playOut(t *testing.T, players [2]*Player) *board.Game {
	g := board.NewGame(board.Start())
	for _, p := range players {
		require.NoError(t, p.NewGame(context.Background()))
	}
	for ply := 0; ply < 200; ply++ {
		if _, over := g.Outcome(); over {
			break
		}
		turn := g.Position().Turn
		reply, err := players[turn].Think(context.Background(), request(g))
		require.NoError(t, err)
		var legal board.MoveList
		g.Position().Moves(&legal)
		require.True(t, legal.Contains(reply.Move))
		require.NotZero(t, reply.Nodes)
		require.NotZero(t, reply.Depth)
		material := g.Position().Side(turn).Count() - g.Position().Side(turn.Opponent()).Count()
		require.Equal(t, men(float64(material)), reply.Score)
		require.Positive(t, reply.Elapsed)
		g.Play(reply.Move)
	}
	return g
}

// A game is the same whatever the protocols and however noisy the engines are.
func TestGames(t *testing.T) {
	var first []board.Move
	for _, c := range []struct{ black, white Spec }{
		{fakeSpec(UCI, "random=1"), fakeSpec(UCI, "random=2")},
		{fakeSpec(Hub, "random=1"), fakeSpec(UCI, "random=2")},
		{fakeSpec(UCI, "random=1", "noise", "twice"), fakeSpec(Hub, "random=2", "noise", "twice")},
	} {
		g := playOut(t, [2]*Player{start(t, c.black, Setup{}), start(t, c.white, Setup{})})
		require.Greater(t, len(g.Moves()), 20)
		if first == nil {
			first = g.Moves()
		}
		require.Equal(t, first, g.Moves())
	}
}

func TestNames(t *testing.T) {
	for want, spec := range map[string]Spec{
		"A":                                  {Name: "A", Command: fakeSpec(UCI).Command},
		"fake":                               fakeSpec(UCI),
		"Zo 2":                               fakeSpec(UCI, "name= Zo \x01 2"),
		"Zo 3 1":                             fakeSpec(Hub, "name=Zo 3"),
		filepath.Base(os.Args[0]):            fakeSpec(UCI, "name="),
		strings.Repeat("é", maxName-1) + "…": fakeSpec(UCI, "name="+strings.Repeat("é", 200)),
	} {
		require.Equal(t, want, start(t, spec, Setup{}).Name())
	}
}

// What an engine expects is told as it tells it, and nothing where it tells nothing.
func TestExpectedReply(t *testing.T) {
	eachProtocol(t, func(t *testing.T, protocol Protocol) {
		g := newGame(t, board.Start(), "11-15", "22-18") // Black captures, and has two ways to be recaptured
		reply, err := start(t, fakeSpec(protocol, "expect"), Setup{}).Think(context.Background(), request(g))
		require.NoError(t, err)
		require.Equal(t, "25x18", g.Position().Play(reply.Move).MoveText(reply.Expected))
		reply, err = start(t, fakeSpec(protocol), Setup{}).Think(context.Background(), request(g))
		require.NoError(t, err)
		require.True(t, reply.Expected.IsNone())
	})
}

// The whole variation is told where it is asked for.
func TestWholeLines(t *testing.T) {
	eachProtocol(t, func(t *testing.T, protocol Protocol) {
		g := newGame(t, board.Start(), "11-15", "22-18")
		for _, asked := range []bool{true, false} {
			reply, err := start(t, fakeSpec(protocol, "expect"), Setup{Lines: asked}).Think(context.Background(), request(g))
			require.NoError(t, err)
			require.Len(t, reply.Line, map[bool]int{true: 2, false: 0}[asked])
		}
	})
}

// A principal variation that cannot be what it says tells nothing, and is no fault.
func TestUnusablePrincipal(t *testing.T) {
	p := &Player{protocol: uci{&connection{engine: "A"}}}
	at := board.Start()
	move, err := at.ParseMove("11-15")
	require.NoError(t, err)
	for line, want := range map[string]string{
		"11-15 23-19 8-11": "11-15 23-19 8-11", "11-15 23-19 8-11 1-32": "11-15 23-19 8-11",
		"11-15": "11-15", "": "", "9-13 23-19": "", "11-15 23-20": "11-15", "11-15 banana": "11-15", "banana 23-19": "",
	} {
		th := searchInfo{Reply: Reply{Move: move}, principal: strings.Fields(line)}
		require.Equal(t, want, at.LineText(p.line(at, th)), line)
	}
}

// transcript keeps the lines of a Transcript.
type transcript struct {
	mu    sync.Mutex
	lines []string
}

func (c *transcript) add(engine, direction, line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines = append(c.lines, engine+" "+direction+" "+line)
}

// said returns what was said in one direction, once the engine is closed.
func (c *transcript) said(direction string) (lines []string) {
	for _, line := range c.lines {
		if _, text, ok := strings.Cut(line, " "+direction+" "); ok {
			lines = append(lines, text)
		}
	}
	return lines
}

func TestConversation(t *testing.T) {
	for protocol, want := range map[Protocol][]string{
		UCI: {
			"uci",
			"setoption name Hash value 2", "isready",
			"setoption name Clear Hash", "isready",
			"setoption name Path value <empty>", "isready",
			"setoption name MoveRule value 60", "isready",
			"isready",
			"ucinewgame", "isready",
			"position startpos moves 11-15", "isready", "go movetime 50",
			"quit",
		},
		Hub: {
			"hub",
			"set-param name=hash value=2",
			`set-param name=path value=""`,
			"set-param name=MoveRule value=60",
			"set-param name=frame value=acf",
			"init",
			"new-game", "ping",
			`pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves="11-15"`, "level move-time=0.05", "ping", "go think",
			"quit",
		},
	} {
		var c transcript
		spec := fakeSpec(protocol)
		spec.Name = "A"
		spec.Options = []Setting{{"hash", "2"}, {"CLEAR hash", "on"}, {"Path", ""}}
		if protocol == Hub {
			spec.Options = []Setting{{"HASH", "2"}, {"Path", ""}}
		}
		p := start(t, spec, Setup{MoveRule: 60, Transcript: c.add})
		require.NoError(t, p.NewGame(context.Background()))
		r := Request{Game: newGame(t, board.Start(), "11-15"), Limits: Limits{MoveTime: 50 * time.Millisecond}, Deadline: patience}
		_, err := p.Think(context.Background(), r)
		require.NoError(t, err)
		p.Close()
		require.Equal(t, want, c.said(">"))
		require.Contains(t, c.lines[0], "A > ")
		require.NotEmpty(t, c.said("<"))
	}
}

// What a Spec sets is not set by the match again.
func TestMoveRuleOfTheSpec(t *testing.T) {
	var c transcript
	spec := fakeSpec(UCI)
	spec.Options = []Setting{{"moverule", "100"}}
	p := start(t, spec, Setup{MoveRule: 60, Transcript: c.add})
	p.Close()
	require.Equal(t, []string{"uci", "setoption name MoveRule value 100", "isready", "isready", "quit"}, c.said(">"))
}

func TestRefusedOptions(t *testing.T) {
	eachProtocol(t, func(t *testing.T, protocol Protocol) {
		for name, c := range map[string]struct {
			option Setting
			want   string
		}{
			"undeclared": {Setting{"Hsah", "64"}, `engine A has no option "Hsah"`},
			"refused":    {Setting{"Hash", "64"}, "is refused, as asked"},
		} {
			spec := fakeSpec(protocol, "refuse=hash")
			spec.Name = "A"
			spec.Options = []Setting{c.option}
			p, err := Start(context.Background(), spec, Setup{Patience: patience})
			require.Nil(t, p, name)
			require.ErrorContains(t, err, c.want)
			require.ErrorContains(t, err, "engine A")
			require.Contains(t, strings.ToLower(err.Error()), strings.ToLower(c.option.Name))
		}
	})
	spec := fakeSpec(Hub)
	spec.Options = []Setting{{"path", `a"b`}}
	_, err := Start(context.Background(), spec, Setup{Patience: patience})
	require.ErrorContains(t, err, "quotes")
}

func TestCloseLeavesNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, arguments := range [][]string{nil, {"flood=1"}, {"hang=1"}, {"deaf"}, {"crashnew"}, {"crash=1"}, {"noise"}} {
		p, err := Start(context.Background(), fakeSpec(UCI, arguments...), Setup{Patience: patience})
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		_ = p.NewGame(ctx)
		_, _ = p.Think(ctx, request(board.NewGame(board.Start())))
		cancel()
		p.Close()
		p.Close()
		require.NotNil(t, p.connection.state, "the process has ended")
		_, err = p.Think(context.Background(), request(board.NewGame(board.Start())))
		require.Error(t, err)
		require.Equal(t, p.broken, err)
	}
	for deadline := time.Now().Add(patience); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		require.True(t, time.Now().Before(deadline), "goroutines are left")
	}
}

// Close ends what others wait for.
func TestCloseDuringThought(t *testing.T) {
	p := start(t, fakeSpec(UCI, "hang=1"), Setup{})
	var thinking sync.WaitGroup
	thinking.Go(func() {
		_, err := p.Think(context.Background(), request(board.NewGame(board.Start())))
		assert.Equal(t, errClosed, err) // not a fault; and only the test's goroutine may end it
	})
	time.Sleep(50 * time.Millisecond)
	thinking.Go(p.Close)
	p.Close()
	thinking.Wait()
}
