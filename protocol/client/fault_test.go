package client

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

const (
	short = 300 * time.Millisecond // for engines that never answer
	never = 20 * time.Second       // for engines that answer later than a short deadline
)

// wantFault requires err to be a fault of a kind that tells what happened.
func wantFault(t *testing.T, err error, kind FaultKind, detail string) {
	var fault *Fault
	require.ErrorAs(t, err, &fault)
	require.Equal(t, kind, fault.Kind, fault.Detail)
	require.Contains(t, fault.Detail, detail)
	require.NotContains(t, fault.Error(), "\n")
	require.Equal(t, "engine "+fault.Engine+": "+kind.String()+": "+fault.Detail, fault.Error())
}

// Faults before the first move.
func TestFaultsAtStart(t *testing.T) {
	eachProtocol(t, func(t *testing.T, protocol Protocol) {
		for argument, c := range map[string]struct {
			kind     FaultKind
			patience time.Duration
			detail   string
		}{
			"nostart": {Crash, patience, `exit status 1; it said: fake: no start, as asked`},
			"banana":  {Crash, patience, "exit status 2"},
			"silent":  {Timeout, short, " within 300ms"},
		} {
			t.Run(argument, func(t *testing.T) {
				t.Parallel()
				p, err := Start(context.Background(), fakeSpec(protocol, argument), Setup{Patience: c.patience})
				require.Nil(t, p)
				wantFault(t, err, c.kind, c.detail)
			})
		}
	})
}

// TestASilentEngineIsTold: a person hears which word is waited for, before the patience is over.
func TestASilentEngineIsTold(t *testing.T) {
	wanted := map[Protocol]string{UCI: "uciok", Hub: "wait"}
	eachProtocol(t, func(t *testing.T, protocol Protocol) {
		told := make(chan string, 1)
		slow := func(engine, word string) { told <- engine + " " + word }
		spec := fakeSpec(protocol, "silent")
		spec.Name = "A"
		p, err := Start(context.Background(), spec, Setup{Patience: short, Slow: slow, SlowAfter: time.Millisecond})
		require.Nil(t, p)
		wantFault(t, err, Timeout, wanted[protocol])
		require.Equal(t, "A "+wanted[protocol], <-told)
	})
}

func TestFaultsAtNewGame(t *testing.T) {
	eachProtocol(t, func(t *testing.T, protocol Protocol) {
		t.Run("crash", func(t *testing.T) {
			t.Parallel()
			p := start(t, fakeSpec(protocol, "crashnew"), Setup{})
			err := p.NewGame(context.Background())
			wantFault(t, err, Crash, "exit status 3")
			require.Equal(t, err, p.NewGame(context.Background()))
		})
		t.Run("deaf", func(t *testing.T) {
			t.Parallel()
			p := start(t, fakeSpec(protocol, "deaf"), Setup{})
			p.connection.patience = short
			wantFault(t, p.NewGame(context.Background()), Timeout, " within 300ms")
			p.connection.send(strings.Repeat("x", 1<<20)) // which no pipe holds
			p.Close()
		})
	})
}

// Faults at the second move, after a sound one.
func TestFaultsInPlay(t *testing.T) {
	eachProtocol(t, func(t *testing.T, protocol Protocol) {
		for argument, c := range map[string]struct {
			kind     FaultKind
			deadline time.Duration
			detail   string
		}{
			"crash=2":       {Crash, 0, `exit status 3; it said: fake: crash at move 2, as asked`},
			"panic=2":       {Crash, 0, `exit status 2; it said: panic: as asked`},
			"leave=2":       {Crash, 0, "exit status 0"},
			"hang=2":        {Timeout, short, "no move within 300ms, nor 500ms after stop"},
			"late=2:600000": {Timeout, short, "no move within 300ms"},
			"late=2:550":    {Timeout, short, "300ms"},
			"flood=2":       {Timeout, short, "no move within 300ms"},
			"illegal=2":     {IllegalMove, 0, `answered "1-32", which is no legal move in W:`},
			"nonsense=2":    {Nonsense, 0, `answered "banana" in W:`},
			"longline=2":    {Nonsense, 0, "a line of more than 1 MiB that begins "},
		} {
			t.Run(argument, func(t *testing.T) {
				t.Parallel()
				p := start(t, fakeSpec(protocol, argument), Setup{})
				g := board.NewGame(board.Start())
				reply, err := p.Think(context.Background(), request(g))
				require.NoError(t, err)
				g.Play(reply.Move)
				r := request(g)
				r.Deadline = c.deadline
				_, err = p.Think(context.Background(), r)
				wantFault(t, err, c.kind, c.detail)

				_, again := p.Think(context.Background(), request(g))
				require.Equal(t, err, again, "a late answer may still come")
				require.Equal(t, err, p.NewGame(context.Background()))
			})
		}
	})
}

// An engine that gives up, in its own word or by naming no move, is not at fault and plays the next game.
func TestResignation(t *testing.T) {
	eachProtocol(t, func(t *testing.T, protocol Protocol) {
		for _, argument := range []string{"resign=2", "none=2"} {
			p := start(t, fakeSpec(protocol, argument), Setup{})
			g := board.NewGame(board.Start())
			reply, err := p.Think(context.Background(), request(g))
			require.NoError(t, err)
			g.Play(reply.Move)
			_, err = p.Think(context.Background(), request(g))
			require.Equal(t, ErrResigned, err)
			require.False(t, p.Broken())
			require.NoError(t, p.NewGame(context.Background()))
			_, err = p.Think(context.Background(), request(board.NewGame(board.Start())))
			require.NoError(t, err)
		}
	})
}

// Every word for giving up, in any case, and none of the words that mean something else.
func TestResignations(t *testing.T) {
	for text, want := range map[string]bool{
		"bestmove resign": true, "bestmove (none)": true, "bestmove none": true, "bestmove Resign": true, "bestmove RESIGNS": true,
		"bestmove (None) ponder 11-15": true, "bestmove 0000": true, "bestmove NULL": true,
		"bestmove 11-15": false, "bestmove": false, "bestmove banana": false, "bestmove 11-15 resign": false,
	} {
		answer, done := uci{}.readLine(text, new(searchInfo))
		require.True(t, done)
		require.Equal(t, want, resigns(answer), text)
	}
	for text, want := range map[string]bool{"done move=resign": true, "done move=(none)": true, "done move=11-15": false, "done": false} {
		answer, done := hub{}.readLine(text, new(searchInfo))
		require.True(t, done)
		require.Equal(t, want, resigns(answer), text)
	}
}

func TestRefusedPosition(t *testing.T) {
	eachProtocol(t, func(t *testing.T, protocol Protocol) {
		p := start(t, fakeSpec(protocol, "refuse=position"), Setup{})
		_, err := p.Think(context.Background(), request(board.NewGame(board.Start())))
		wantFault(t, err, Nonsense, "refused the position: ")
		require.Contains(t, err.Error(), "position is refused, as asked")
	})
}

// Some engines print their move a moment before they take their search for ended.
func TestPositionRefusedOnce(t *testing.T) {
	p := start(t, fakeSpec(UCI, "hesitate"), Setup{})
	for range 3 {
		_, err := p.Think(context.Background(), request(board.NewGame(board.Start())))
		require.NoError(t, err)
	}
}

// An engine that comes late, but within the time allowed, is not at fault, and what it took
// is on its clock.
func TestSlowMove(t *testing.T) {
	p := start(t, fakeSpec(UCI, "late=50"), Setup{})
	reply, err := p.Think(context.Background(), request(board.NewGame(board.Start())))
	require.NoError(t, err)
	require.GreaterOrEqual(t, reply.Elapsed, 50*time.Millisecond)
}

// An engine that answers late says how late when it does so after stop.
func TestLateMoveIsMeasured(t *testing.T) {
	p := start(t, fakeSpec(UCI), Setup{})
	r := request(board.NewGame(board.Start()))
	r.Deadline = 1 // nobody is as fast
	_, err := p.Think(context.Background(), r)
	wantFault(t, err, Timeout, "allowed")
}

func TestCancelled(t *testing.T) {
	eachProtocol(t, func(t *testing.T, protocol Protocol) {
		p := start(t, fakeSpec(protocol, "hang=1"), Setup{})
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(100*time.Millisecond, cancel)
		_, err := p.Think(ctx, request(board.NewGame(board.Start())))
		require.Equal(t, context.Canceled, err)
		_, err = p.Think(context.Background(), request(board.NewGame(board.Start())))
		require.Equal(t, context.Canceled, err)

		_, err = Start(ctx, fakeSpec(protocol), Setup{})
		require.Equal(t, context.Canceled, err)
		ctx, cancel = context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		_, err = Start(ctx, fakeSpec(protocol, "silent"), Setup{Patience: never})
		require.Equal(t, context.DeadlineExceeded, err)
	})
}

// Requests that make no sense are the caller's fault and change nothing.
func TestBadRequests(t *testing.T) {
	p := start(t, fakeSpec(UCI), Setup{})
	g := board.NewGame(board.Start())
	lost, err := board.ParseFEN("B:W18:B")
	require.NoError(t, err)
	for _, r := range []Request{
		{Game: g},
		{Game: g, Limits: Limits{Depth: -1}},
		{Game: g, Limits: Limits{Depth: 1, Nodes: 1}},
		request(board.NewGame(lost)),
	} {
		_, err := p.Think(context.Background(), r)
		require.Error(t, err)
		require.False(t, errors.As(err, new(*Fault)))
	}
	_, err = p.Think(context.Background(), request(g))
	require.NoError(t, err)
}
