package dxp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
)

// Match says how games are played with a peer.
type Match struct {
	Name     string // of this side
	Thinker  Thinker
	Patience time.Duration // how long the peer may be silent, beyond its clock; above 0
	MoveRule int           // plies without a capture or a man's move that make a draw, 0 for none

	Began func(*Record)                // is called when a game begins; may be nil
	Ended func(*Record) error          // is called when a game is over or broke off; may be nil
	Said  func(text string)            // is called with a chat message of the peer; may be nil
	Log   func(direction, text string) // is called with every message, ">" sent or "<" received, on two goroutines; may be nil
}

// Initiate starts the games one after the other, until all are played or the peer wants no more games. Then it
// closes the connection. The error says what the peer did wrong, or is ctx.Err().
func (m *Match) Initiate(ctx context.Context, conn net.Conn, games []GameSetup) error {
	s := m.open(ctx, conn)
	defer s.close()
	for i, setup := range games {
		if err := setup.Check(); err != nil {
			return err
		}
		peer, err := s.request(setup)
		if err != nil {
			return s.cause(err)
		}
		stop, err := s.play(i+1, setup, peer, i == len(games)-1)
		if err != nil {
			return s.cause(err)
		}
		if stop {
			return nil
		}
	}
	return nil
}

// Follow plays the games that the peer starts, until the peer wants no more games or closes the connection. Then it
// closes the connection. It plays at most the number of games given, 0 for no limit. The error is like
// that of Initiate.
func (m *Match) Follow(ctx context.Context, conn net.Conn, games int) error {
	s := m.open(ctx, conn)
	defer s.close()
	for n := 1; games == 0 || n <= games; {
		setup, peer, accepted, err := s.answer()
		if errors.Is(err, errClosed) {
			return nil // the peer may close the connection between games
		}
		if err != nil {
			return s.cause(err)
		}
		if !accepted {
			continue
		}
		stop, err := s.play(n, setup, peer, n == games)
		if err != nil {
			return s.cause(err)
		}
		if stop {
			return nil
		}
		n++
	}
	return nil
}

// session is a match over a connection.
type session struct {
	*Match
	ctx   context.Context
	wire  *wire
	inbox chan incoming
	ended chan struct{} // closed when the session does not read messages any more
}

// incoming is a message, or the error after which there are no more messages.
type incoming struct {
	message Message
	err     error
}

func (m *Match) open(ctx context.Context, conn net.Conn) *session {
	s := &session{
		Match: m, ctx: ctx, wire: &wire{conn: conn, in: bufio.NewReader(conn), log: m.Log},
		inbox: make(chan incoming), ended: make(chan struct{}),
	}
	go s.receive()
	return s
}

// receive passes on the messages of the peer until an error.
func (s *session) receive() {
	for {
		m, err := s.wire.receive()
		select {
		case s.inbox <- incoming{m, err}:
		case <-s.ended:
			return
		}
		if err != nil {
			return
		}
	}
}

func (s *session) close() {
	close(s.ended)
	_ = s.wire.conn.Close() // an error is of no use: all messages were sent, or sending has failed before
}

// cause returns the error of the context if the context has ended, since that is then why something failed. Otherwise it
// returns err.
func (s *session) cause(err error) error {
	if s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	return err
}

// next waits for a message about the game, for the time allowed.
func (s *session) next(allowed time.Duration) (Message, error) {
	timer := time.NewTimer(allowed)
	defer timer.Stop()
	for {
		select {
		case in := <-s.inbox:
			if in.err != nil {
				return nil, in.err
			}
			answered, err := s.answerAside(in.message)
			if err != nil {
				return nil, err
			}
			if !answered {
				return in.message, nil
			}
		case <-timer.C:
			return nil, fmt.Errorf("the peer is silent for %s", allowed.Round(time.Millisecond))
		case <-s.ctx.Done():
			return nil, s.ctx.Err()
		}
	}
}

// answerAside answers a message that may come at any time and does not change the game, and reports whether m is such a
// message. A request to take moves back is refused.
func (s *session) answerAside(m Message) (bool, error) {
	switch m := m.(type) {
	case Chat:
		if s.Said != nil {
			s.Said(m.Text)
		}
		return true, nil
	case BackRequest:
		return true, s.send(BackReply{BackRefused})
	case BackReply:
		return true, nil // this side never sends a BackRequest
	}
	return false, nil
}

func (s *session) send(m Message) error { return s.wire.send(m, s.Patience) }

// request asks for a game and returns the peer's name.
func (s *session) request(setup GameSetup) (string, error) {
	err := s.send(GameRequest{
		Version: Version, Name: s.Name, Follower: setup.Colour.Opponent(), Minutes: setup.Minutes, Moves: setup.Moves,
		Start: Start{Position: setup.Start},
	})
	if err != nil {
		return "", err
	}
	m, err := s.next(s.Patience)
	if err != nil {
		return "", err
	}
	answer, ok := m.(GameAcceptance)
	switch {
	case !ok:
		return "", unexpected(m, "an answer to the request for a game")
	case answer.Code != Accepted:
		return "", fmt.Errorf("the peer, %s, refuses to play: %s", board.Quote(answer.Name), answer.Code)
	}
	return answer.Name, nil
}

// answer waits for a request for a game. It accepts the request if this side can play the game.
func (s *session) answer() (setup GameSetup, peer string, accepted bool, err error) {
	m, err := s.next(s.Patience)
	if err != nil {
		return setup, "", false, err
	}
	request, ok := m.(GameRequest)
	if !ok {
		return setup, "", false, unexpected(m, "a request for a game")
	}
	code := Accepted
	switch {
	case request.Version != Version:
		code = WrongVersion
	case request.Start.Foreign:
		code = WrongGame
	}
	setup = GameSetup{Start: request.Start.Position, Colour: request.Follower, Minutes: request.Minutes, Moves: request.Moves}
	return setup, request.Name, code == Accepted, s.send(GameAcceptance{Name: s.Name, Code: code})
}

// unexpected returns the error for a message that must not come now.
func unexpected(m Message, wanted string) error {
	return fmt.Errorf("message %s is not %s", board.Quote(m.String()), wanted)
}

// GameSetup is what both sides agree on before a game.
type GameSetup struct {
	Start   board.Position
	Colour  board.Color // of this side
	Minutes int         // for all moves of a side, 0 for no clock, at most 999
	Moves   int         // limit of the moves of each side, 0 for no limit, at most 999
}

// maxNumber is the largest number of minutes or of moves that a request for a game can hold.
const maxNumber = 999

// Check returns an error unless the protocol can express the g.
func (g GameSetup) Check() error {
	switch {
	case g.Minutes < 0 || g.Minutes > maxNumber:
		return fmt.Errorf("minutes %d is not between 0 and %d", g.Minutes, maxNumber)
	case g.Moves < 0 || g.Moves > maxNumber:
		return fmt.Errorf("moves %d is not between 0 and %d", g.Moves, maxNumber)
	}
	_, err := board.ParseFEN(g.Start.FEN())
	return err
}

// Record is a game that is over, or that broke off.
type Record struct {
	Number int // 1 for the first of the connection
	Setup  GameSetup
	Names  [2]string // by colour
	Began  time.Time
	Plies  []Ply
	Result board.Winner
	Ending string // in words
}

// Ply is a move of a game and the time it took.
type Ply struct {
	Move    board.Move
	Elapsed time.Duration
}

// Game returns the record as PDN, with the time of every move.
func (r *Record) Game() *pdn.Game {
	g := pdn.NewGame(r.Setup.Start)
	g.Result = r.Result
	for _, tag := range []pdn.Tag{
		{Name: "Event", Value: "DXP match"},
		{Name: "Date", Value: r.Began.Format("2006.01.02")},
		{Name: "Round", Value: fmt.Sprint(r.Number)},
		{Name: "Black", Value: r.Names[board.Black]},
		{Name: "White", Value: r.Names[board.White]},
		{Name: "TimeControl", Value: r.Setup.timeControl()},
		{Name: "Termination", Value: r.Ending},
	} {
		g.Tags.Set(tag.Name, tag.Value)
	}
	for _, ply := range r.Plies {
		g.Add(ply.Move).Comments = []string{fmt.Sprintf("[%%emt %s]", clockTime(ply.Elapsed))}
	}
	return g
}

// timeControl returns the clock as PDN writes it.
func (g GameSetup) timeControl() string {
	seconds := g.Minutes * int(time.Minute/time.Second)
	switch {
	case g.Minutes == 0:
		return "-"
	case g.Moves > 0:
		return fmt.Sprintf("%d/%d", g.Moves, seconds)
	}
	return fmt.Sprint(seconds)
}

// clockTime returns a duration as h:mm:ss.
func clockTime(d time.Duration) string {
	d = d.Round(time.Second)
	return fmt.Sprintf("%d:%02d:%02d", int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60)
}
