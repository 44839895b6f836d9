package cbhost

import (
	"bytes"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/checkerboard"
)

// statusSize is the size of the status in bytes. Some libraries write more than they should: spare bytes lie behind it.
const (
	statusSize  = 1024
	statusSpare = 4096
)

// statusInterval is the time between two looks at the status.
const statusInterval = 50 * time.Millisecond

// search is a call of getmove.
type search struct {
	call  checkerboard.Call
	at    board.Position
	begun time.Time
	done  chan struct{} // closed when the move is told
}

// moveNow tells the library to move at once.
func (s *search) moveNow() { atomic.StoreInt32(s.call.PlayNow, 1) }

// stopped reports whether the library was told to move at once.
func (s *search) stopped() bool { return atomic.LoadInt32(s.call.PlayNow) != 0 }

// wait waits for the end of the search, but not for long.
func (s *search) wait() {
	select {
	case <-s.done:
	case <-time.After(stopPatience):
	}
}

// call returns the arguments of getmove.
func (h *host) call(p board.Position, t thinking) checkerboard.Call {
	c := checkerboard.Call{
		Board: new(checkerboard.Board), Color: checkerboard.Black,
		MaxTime: t.seconds, Info: t.info, MoreInfo: t.moreInfo,
		Status: make([]byte, statusSize+statusSpare)[:statusSize], PlayNow: new(int32), Move: new(checkerboard.Move),
	}
	if p.Turn == board.White {
		c.Color = checkerboard.White
	}
	c.Board.Put(p)
	return c
}

// goSearch starts a search.
func (h *host) goSearch(words []string) {
	h.ponder = nil
	p := h.game.Position()
	if p.Over() {
		h.say("bestmove none")
		return
	}
	if len(words) > 0 && words[0] == "ponder" { // libraries do not ponder: they begin when the expected move was played
		h.ponder = words[1:]
		return
	}
	t, err := thinkingOf(words, p.Turn)
	if err != nil { // a front end waits for a move
		h.say("info string error: go: %v", err)
	}
	if t.limit > 0 && t.info&exactTime == 0 { // the clock in the words of the library
		h.say("info string maxtime %g info %#x moreinfo %#x", t.seconds, uint32(t.info), uint32(t.moreInfo))
	}
	if h.newGame || !h.follows(p) {
		t.info |= forgetHistory
	}
	h.newGame, h.warm = false, true
	if h.history {
		_, h.history = h.library.Command("set gamehist " + history(h.game))
	}
	s := &search{call: h.call(p, t), at: p, begun: time.Now(), done: make(chan struct{})}
	h.mu.Lock()
	h.search = s
	h.mu.Unlock()
	go h.think(s, t)
}

// follows reports whether p is the position after the library's last move, or one reply later.
func (h *host) follows(p board.Position) bool {
	if h.last == (board.Position{}) {
		return false
	}
	for m := range h.last.Legal() {
		if h.last.Play(m) == p {
			return true
		}
	}
	return h.last == p
}

// think calls getmove, tells its status meanwhile, and the move at the end. The library is told to move when its time is over.
func (h *host) think(s *search, t thinking) {
	claims := make(chan checkerboard.Claim, 1)
	go func() { claims <- h.library.GetMove(s.call) }()
	var over <-chan time.Time // never
	if t.limit > 0 {
		over = time.After(t.limit)
	}
	tick := time.NewTicker(statusInterval)
	defer tick.Stop()
	for told := ""; ; {
		select {
		case <-over:
			s.moveNow()
		case <-tick.C:
			if status := statusText(s.call.Status); status != told {
				told = status
				h.tell(s, status, board.Move{})
			}
		case claim := <-claims:
			h.finish(s, claim)
			return
		}
	}
}

// statusText returns the status, which the library may be writing.
//
//go:norace
func statusText(status []byte) string {
	text := make([]byte, 0, len(status))
	for _, b := range status {
		if b == 0 {
			break
		}
		text = append(text, b)
	}
	return oneLine(string(bytes.ToValidUTF8(text, []byte("?"))))
}

// tell tells a status: as the library wrote it, and what can be read in it. If m is a move, it is the line unless the
// status has one that begins with it.
func (h *host) tell(s *search, status string, m board.Move) {
	if status != "" {
		h.say("info string %s", status)
	}
	if info := readStatus(s.at, status); info.told() || !m.IsNone() {
		info.time = time.Since(s.begun)
		if !m.IsNone() && (len(info.line) == 0 || info.line[0] != m) {
			info.line = []board.Move{m}
		}
		h.say("info %s", info.text(s.at))
	}
}

// finish tells the move of a search that has ended.
func (h *host) finish(s *search, claim checkerboard.Claim) {
	h.mu.Lock()
	defer h.mu.Unlock()
	defer close(s.done)
	h.search = nil
	if word, ok := claims[claim]; ok {
		h.say("info string the library claims %s", word) // it may be a guess
	}
	m, err := made(s.at, s.call)
	h.tell(s, statusText(s.call.Status), m)
	if err != nil {
		h.say("info string error: %v\nbestmove ?", err) // no move, and no word for resigning
		return
	}
	h.last = s.at.Play(m)
	h.say("bestmove %s", s.at.MoveText(m))
}

// claims are the words for what libraries claim.
var claims = map[checkerboard.Claim]string{
	checkerboard.ClaimDraw: "a draw", checkerboard.ClaimWin: "a win", checkerboard.ClaimLoss: "a loss",
}

// made returns the move that leads from p to the library's board. If the library has left the board as it was, it is the
// one that it describes.
func made(p board.Position, c checkerboard.Call) (board.Move, error) {
	turn := checkerboard.White
	if p.Turn == board.White {
		turn = checkerboard.Black
	}
	after, err := c.Board.Position(turn)
	for m := range p.Legal() {
		if err == nil && p.Play(m) == after {
			return m, nil
		}
	}
	var before checkerboard.Board
	before.Put(p)
	if from, to, ok := c.Move.Squares(); ok && *c.Board == before {
		if m, err := p.ParseMove(fmt.Sprintf("%s-%s", from, to)); err == nil {
			return m, nil
		}
	}
	switch {
	case err != nil:
		return board.Move{}, fmt.Errorf("the library's board is none: %w", err)
	case *c.Board == before:
		return board.Move{}, fmt.Errorf("the library has not moved in %s", p.FEN())
	}
	return board.Move{}, fmt.Errorf("no move leads from %s to the library's %s", p.FEN(), after.FEN())
}

// history returns the arguments of "set gamehist": the position after the last irreversible move, and the moves since.
func history(g *board.Game) string {
	text := ""
	for p, m := range g.Positions() {
		if text == "" {
			text = p.FEN()
		}
		if p.Irreversible(m) {
			text = ""
		} else {
			text += fmt.Sprintf(" %d-%d", m.From.Number(), m.To.Number())
		}
	}
	if text == "" { // the last move was irreversible
		text = g.Position().FEN()
	}
	return text
}
