package dxp

import (
	"bufio"
	"context"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
)

// peer is a program written by someone else, played by a test.
type peer struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
}

func (p *peer) say(texts ...string) {
	for _, text := range texts {
		_, err := p.conn.Write([]byte(text + "\x00"))
		require.NoError(p.t, err)
	}
}

// crawl sends a message a byte at a time.
func (p *peer) crawl(text string) {
	for _, c := range []byte(text + "\x00") {
		_, err := p.conn.Write([]byte{c})
		require.NoError(p.t, err)
		time.Sleep(time.Millisecond)
	}
}

func (p *peer) hear(begin string) string {
	require.NoError(p.t, p.conn.SetReadDeadline(time.Now().Add(patient)))
	text, err := p.in.ReadString(0)
	require.NoError(p.t, err, "waiting for %s", begin)
	require.True(p.t, strings.HasPrefix(text, begin), "%q is not %s", text, begin)
	return strings.TrimSuffix(text, "\x00")
}

// meet returns a peer and a match that runs against it, whose end is told.
func meet(t *testing.T, m *Match, run func(net.Conn) error) (*peer, <-chan error) {
	a, b := connected(t)
	over := make(chan error, 1)
	go func() { over <- run(b) }()
	return &peer{t, a, bufio.NewReader(a)}, over
}

// follow returns a peer that has begun a game in which it has a colour.
func follow(t *testing.T, m *Match, mine board.Color) (*peer, <-chan error) {
	p, over := meet(t, m, func(c net.Conn) error { return m.Follow(context.Background(), c, 0) })
	p.say(requestText(mine.Opponent(), board.Start()))
	p.hear("A")
	return p, over
}

func requestText(follower board.Color, start board.Position) string {
	return GameRequest{Version: 1, Name: "peer", Follower: follower, Start: Start{Position: start}}.String()
}

const firstMove = "M0001111500" // 11-15

func TestPartialReads(t *testing.T) {
	m, records := newMatch("a", newRandomThinker(3))
	p, over := follow(t, m, board.Black)
	p.crawl(firstMove)
	p.hear("M")
	p.crawl("E10")
	require.Equal(t, "E00", p.hear("E"))
	p.say(requestText(board.Black, board.Start())+"\x00Cboth at once", "Cand a third")
	p.hear("A")
	p.hear("M")
	require.NoError(t, p.conn.Close())
	require.ErrorIs(t, <-over, errClosed, "within a game")
	require.Len(t, *records, 2)
	require.Equal(t, board.WhiteWon, (*records)[0].Result, "the peer had Black and gave up")
	require.Equal(t, board.Unfinished, (*records)[1].Result)
	require.Contains(t, (*records)[1].Ending, "closed the connection")
}

// What a peer may do wrong ends the match with an error that says so, and the game is kept.
func TestBadPeers(t *testing.T) {
	for name, c := range map[string]struct {
		say  string
		want string
	}{
		"rubbish":          {"GET / HTTP/1.1\r\n\r\n\x00", "no message begins so"},
		"no end":           {strings.Repeat("x", 600), "longer than 127"},
		"an illegal move":  {"M0001111600\x00" + firstMove + "\x00", ""},
		"no such move":     {"M0001111800\x00", "is illegal in B:W"},
		"a capture of air": {"M000111150116\x00", "is illegal in B:W"},
		"another request":  {requestText(board.White, board.Start()) + "\x00", "is not a move"},
		"an acceptance":    {GameAcceptance{Name: "x"}.String() + "\x00", "is not a move"},
		"half a message":   {"M0001", "within message \"M0001\""},
		"bytes":            {"\xff\xfe\x00", "no message begins so"},
		"an empty message": {"\x00", "empty"},
	} {
		m, records := newMatch("a", newRandomThinker(3))
		m.Thinker.(*randomThinker).hold = make(chan struct{}) // it never moves
		p, over := follow(t, m, board.Black)
		_, err := p.conn.Write([]byte(c.say))
		require.NoError(t, err)
		if c.want == "" { // the first is legal, the second is out of turn
			c.want = "is not for a peer that is not to move"
		}
		if tcp, ok := p.conn.(*net.TCPConn); ok {
			require.NoError(t, tcp.CloseWrite())
		}
		require.ErrorContains(t, <-over, c.want, name)
		require.Len(t, *records, 1, name)
		require.Equal(t, board.Unfinished, (*records)[0].Result)
		require.NotEmpty(t, (*records)[0].Ending)
		require.NoError(t, pdn.Write(io.Discard, (*records)[0].Game()))
	}
}

// A peer that hangs is given up, wherever it hangs.
func TestSilentPeer(t *testing.T) {
	m, records := newMatch("a", newRandomThinker(3))
	m.Patience = impatient
	_, over := meet(t, m, func(c net.Conn) error { return m.Follow(context.Background(), c, 0) })
	require.ErrorContains(t, <-over, "silent")
	require.Empty(t, *records)

	var p *peer
	p, over = meet(t, m, func(c net.Conn) error {
		return m.Initiate(context.Background(), c, []GameSetup{{Start: board.Start(), Colour: board.Black}})
	})
	p.hear("R")
	require.ErrorContains(t, <-over, "silent")
	require.Empty(t, *records)

	p, over = meet(t, m, func(c net.Conn) error {
		return m.Initiate(context.Background(), c, []GameSetup{{Start: board.Start(), Colour: board.White}})
	})
	p.hear("R")
	p.say(GameAcceptance{Name: "peer"}.String())
	for range 3 {
		p.say("Ctalk is not a move")
	}
	require.ErrorContains(t, <-over, "silent")
	require.Len(t, *records, 1)
	require.Contains(t, (*records)[0].Ending, "silent")
}

// A result that the rules have decided stands though the peer falls silent.
func TestSilentLoser(t *testing.T) {
	start, err := board.ParseFEN("B:W15:B11")
	require.NoError(t, err)
	m, records := newMatch("a", newRandomThinker(3))
	m.Patience = impatient
	p, over := meet(t, m, func(c net.Conn) error {
		return m.Initiate(context.Background(), c, []GameSetup{{Start: start, Colour: board.Black}})
	})
	p.hear("R")
	p.say(GameAcceptance{Name: "peer"}.String())
	p.hear("M0000111801")
	require.ErrorContains(t, <-over, "silent")
	require.Equal(t, board.BlackWon, (*records)[0].Result)
	require.Contains(t, (*records)[0].Ending, "no pieces; the peer is silent")
}

// While this side thinks, a peer may talk, ask for moves back, and end the game.
func TestTalkWhileThinking(t *testing.T) {
	thinker := newRandomThinker(3)
	thinker.hold = make(chan struct{})
	m, records := newMatch("a", thinker)
	said := make(chan string, 9)
	m.Said = func(text string) { said <- text }
	p, over := follow(t, m, board.Black)
	p.say(firstMove, "Chello", "B001Z", "K2")
	require.Equal(t, "hello", <-said)
	require.Equal(t, "K1", p.hear("K"), "nothing is taken back")
	thinker.hold <- struct{}{}
	p.hear("M")
	p.say("B002W", "Cagain")
	p.hear("K1")
	require.Equal(t, "again", <-said)
	p.say("E21")
	p.hear("E00")
	require.NoError(t, <-over)
	require.Equal(t, board.Drawn, (*records)[0].Result)

	p, over = follow(t, m, board.Black)
	p.say(firstMove, "E31")
	p.hear("E00")
	require.NoError(t, <-over, "the end is taken though it was not the peer's turn")
	require.Equal(t, board.BlackWon, (*records)[1].Result)
}

// A connection that ends between two games ends the match, and one that ends in a message has failed.
func TestClosedBetweenGames(t *testing.T) {
	for text, want := range map[string]string{"": "", "R01Some program": `the peer closed the connection within message "R01Some program"`} {
		m, _ := newMatch("a", newRandomThinker(3))
		p, over := meet(t, m, func(c net.Conn) error { return m.Follow(context.Background(), c, 0) })
		_, err := io.WriteString(p.conn, text)
		require.NoError(t, err)
		require.NoError(t, p.conn.Close())
		if err := <-over; want != "" {
			require.EqualError(t, err, want)
		} else {
			require.NoError(t, err)
		}
	}
}

// Text for people never ends a match, whatever its characters and its length.
func TestTextForPeople(t *testing.T) {
	m, records := newMatch("Zoë", newRandomThinker(3))
	said := make(chan string, 9)
	m.Said = func(text string) { said <- text }
	p, over := meet(t, m, func(c net.Conn) error { return m.Follow(context.Background(), c, 0) })
	p.say(strings.Replace(requestText(board.White, board.Start()), "peer ", "Müll", 1))
	require.Equal(t, "AZoe"+strings.Repeat(" ", 29)+"0", p.hear("A"))
	long := strings.Repeat("lång ", 1000)
	for _, text := range []string{"één remise?", "\xe9\xe9n remise?", "", "\x1b[2J\r\n", "日本語", long, strings.Repeat("\xff", 1<<16)} {
		p.say("C" + text)
	}
	for _, want := range []string{"één remise?", "één remise?", "", "\x1b[2J\r\n", "日本語"} {
		require.Equal(t, want, <-said)
	}
	require.Contains(t, long, strings.TrimSuffix(<-said, "Ã"))
	require.Contains(t, strings.Repeat("ÿ", maxBytes), <-said)
	p.say(firstMove)
	p.hear("M")
	p.say("E21")
	p.hear("E00")
	require.NoError(t, p.conn.Close())
	require.NoError(t, <-over)
	require.Equal(t, "Müll", (*records)[0].Names[board.Black])
}

// Requests that cannot be met are refused by their code; the peer may ask for another.
func TestRefusals(t *testing.T) {
	m, _ := newMatch("a", newRandomThinker(3))
	p, over := meet(t, m, func(c net.Conn) error { return m.Follow(context.Background(), c, 0) })
	name := strings.Repeat("n", nameWidth)
	p.say("R02" + name + "W000000A")
	require.Equal(t, byte('1'), p.hear("A")[33])
	p.say("R01" + name + "W000000A")
	require.Equal(t, byte('2'), p.hear("A")[33])
	p.say("R01" + name + "W000000BW" + strings.Repeat("e", 50))
	require.Equal(t, byte('2'), p.hear("A")[33])
	require.NoError(t, p.conn.Close())
	require.NoError(t, <-over, "between games")

	for code, want := range map[string]string{"1": "another version", "2": "another game", "3": "no games"} {
		p, over := meet(t, m, func(c net.Conn) error {
			return m.Initiate(context.Background(), c, []GameSetup{{Start: board.Start()}})
		})
		p.hear("R")
		p.say("A" + name + code)
		require.ErrorContains(t, <-over, want)
	}
}

// The initiator says in its last game that there are no more, and stops when the peer does.
func TestStopCodes(t *testing.T) {
	start, err := board.ParseFEN("B:W15:B11")
	require.NoError(t, err)
	m, records := newMatch("a", newRandomThinker(3))
	setup := GameSetup{Start: start, Colour: board.White}
	for _, c := range []struct{ say, hear []string }{
		{[]string{"E00", "E00"}, []string{"E10", "E11"}},
		{[]string{"E01"}, []string{"E10"}},
	} {
		*records = nil
		p, over := meet(t, m, func(c net.Conn) error { return m.Initiate(context.Background(), c, []GameSetup{setup, setup}) })
		for i := range c.say {
			p.hear("R")
			p.say(GameAcceptance{Name: "peer"}.String(), "M0000111801"+"15")
			require.Equal(t, c.hear[i], p.hear("E"))
			p.say(c.say[i])
		}
		require.NoError(t, <-over)
		require.Len(t, *records, len(c.say))
		require.Equal(t, "no pieces", (*records)[0].Ending)
	}
	p, over := meet(t, m, func(c net.Conn) error { return m.Initiate(context.Background(), c, []GameSetup{setup}) })
	p.hear("R")
	p.say(GameAcceptance{Name: "peer"}.String(), "M0000111801"+"15")
	p.hear("E11")
	p.say(firstMove)
	require.ErrorContains(t, <-over, "is not an answer to the end of the game")
}

// An interrupted match ends at once with the error of its context.
func TestInterrupted(t *testing.T) {
	for _, mine := range []board.Color{board.Black, board.White} {
		thinker := newRandomThinker(3)
		thinker.hold = make(chan struct{})
		m, records := newMatch("a", thinker)
		ctx, cancel := context.WithCancel(context.Background())
		p, over := meet(t, m, func(c net.Conn) error { return m.Follow(ctx, c, 0) })
		p.say(requestText(mine, board.Start()))
		p.hear("A")
		cancel()
		require.ErrorIs(t, <-over, context.Canceled)
		require.Len(t, *records, 1)
		require.Equal(t, "interrupted", (*records)[0].Ending)
	}
}

// FuzzPeer: whatever a peer sends, the match ends.
func FuzzPeer(f *testing.F) {
	f.Add([]byte(requestText(board.White, board.Start()) + "\x00" + firstMove + "\x00E11\x00"))
	f.Add([]byte(requestText(board.Black, board.Start()) + "\x00E00\x00" + requestText(board.White, board.Start()) + "\x00"))
	f.Add([]byte("\x00\x00C\u202ahm\r\r\x00\x1A\x00" + requestText(board.White, board.Start()) + "\x00\x00"))
	f.Add([]byte("B001Z\x00Chello\x00K1\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		a, b := net.Pipe()
		go func() { _, _ = io.Copy(io.Discard, a) }()
		go func() {
			_, _ = a.Write(text)
			_ = a.Close()
		}()
		m, records := newMatch("a", newRandomThinker(1))
		_ = m.Follow(context.Background(), b, 3)
		for _, r := range *records {
			require.NoError(t, pdn.Write(io.Discard, r.Game()))
		}
	})
}
