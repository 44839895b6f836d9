package checkerboard

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// Call holds the arguments of getmove. The host owns the memory that the pointers and slices refer to.
type Call struct {
	Asked    time.Time // time of the host's call; the zero time stands for the time when GetMove begins
	Board    *Board    // becomes the position after the move
	Color    int32     // the side to move
	MaxTime  float64   // seconds
	Status   []byte    // the host's buffer for the status text; may be empty
	PlayNow  *int32    // set by the host when it wants a move at once; may be nil
	Info     int32     // flags
	MoreInfo int32     // the clock, as the flags say
	Move     *Move     // filled in if not nil
}

// pollInterval is the time between two looks at PlayNow.
const pollInterval = 5 * time.Millisecond

// GetMove searches, makes the best move on the board of the call, and returns the result of the
// game as far as it is proven. A second call waits for the end of the first. If something is
// wrong, the board does not change, the status says what is wrong, and nothing is claimed.
func (l *Library) GetMove(c Call) (claim Claim) {
	claim = ClaimNothing
	if c.Asked.IsZero() {
		c.Asked = time.Now()
	}
	hostBuffer(c.Status).put("")
	l.thinking.Lock()
	defer l.endCall()
	defer l.survive("getmove")
	defer l.engine.Wait() // also after a panic: nothing may write to the host's buffers after the call
	defer l.engine.Stop()

	request, err := c.request()
	if err != nil {
		l.say(c, "no move: "+err.Error())
		return claim
	}
	answer, err := l.think(c, request)
	if err != nil {
		l.say(c, "no move: "+err.Error())
		return claim
	}
	if !answer.Move.IsNone() {
		c.Board.Put(answer.After)
		if c.Move != nil {
			c.Move.describe(answer.Before, answer.Move)
		}
	}
	return answer.Claim
}

// endCall ends a call. The postponed settings are changed in the background, so that the host gets its move without
// waiting for a slow setting, such as a transposition table of gigabytes.
func (l *Library) endCall() {
	go func() {
		defer l.thinking.Unlock()
		defer l.survive("set")
		l.mu.Lock()
		due := l.postponed
		l.postponed = nil
		l.mu.Unlock()
		for _, s := range due {
			if _, err := l.set(s); err != nil {
				l.note("set %s %s: %v", s.name, s.value, err)
			}
		}
	}()
}

func (c Call) request() (r Request, err error) {
	if c.Board == nil {
		return r, errors.New("there is no board")
	}
	r.Position, err = c.Board.Position(c.Color)
	r.MaxTime = c.MaxTime
	if math.IsNaN(r.MaxTime) || r.MaxTime < 0 {
		r.MaxTime = 0
	}
	r.Info, r.MoreInfo = uint32(c.Info), uint32(c.MoreInfo)
	return r, err
}

// think answers the request. It returns at the end of the search or soon after PlayNow is set, also if the
// databases are not open yet. It waits for them for half of the move's time at the most: then the search does
// without them. The search has what is left of the time.
func (l *Library) think(c Call, r Request) (answer Answer, err error) {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	var late <-chan time.Time // never
	if maximum, limited := r.patience(); limited {
		late = time.After(maximum - time.Since(c.Asked))
	}
	for loaded := l.loaded(); loaded != nil; {
		select {
		case <-loaded:
			loaded = nil
		case <-late:
			loaded, r.hurried = nil, true
		case <-tick.C:
			if c.playsNow() {
				err = l.adapter.AnswerAtOnce(r, func(a Answer) { answer = a })
				l.say(c, "value=0, no time: the endgame databases are still being opened")
				return answer, err
			}
		}
	}
	if !r.hurried {
		for _, news := range l.engine.Ready() {
			l.note("%s", news)
		}
	}
	r.spent = time.Since(c.Asked)
	answers := make(chan Answer, 1)
	err = l.adapter.Begin(r, func(status string) { l.say(c, status) }, func(a Answer) { answers <- a })
	if err != nil {
		return answer, err
	}
	for {
		select {
		case answer = <-answers:
			return answer, nil
		case <-tick.C:
			if c.playsNow() {
				l.engine.Stop()
			}
		}
	}
}

// say writes a text to the host's buffer for the status bar.
func (l *Library) say(c Call, status string) { hostBuffer(c.Status).put(l.encode(oneLine(status))) }

// hostBuffer is a buffer of the host for 8-bit text that ends in a zero. The host may read it
// at any moment, without a lock.
type hostBuffer []byte

// put replaces the text by as much of s as there is room for. The last byte of the buffer becomes zero first, so
// that the host never reads beyond the buffer. While put writes, the host may read the beginning of the new text and then the rest of
// the old one.
func (b hostBuffer) put(s string) {
	if len(b) > 0 {
		b[len(b)-1] = 0
		b[copy(b[:len(b)-1], s)] = 0
	}
}

// playsNow reports whether the host wants a move at once.
func (c Call) playsNow() bool { return c.PlayNow != nil && atomic.LoadInt32(c.PlayNow) != 0 }

// status makes the texts that CheckerBoard shows during a search.
type status struct {
	position board.Position
	all      bool // the scores of all moves are shown
}

// line returns the status text for the lines of an iteration.
func (s status) line(l engine.Lines) string {
	i := l.Info
	if i.Note != "" {
		return i.Note + " value=" + value(i)
	}
	if !s.all || len(l.Others) == 0 {
		speed := ""
		if i.Time >= shortestTime {
			speed = fmt.Sprintf(" %dkN/s", i.NodesPerSecond()/1000)
		}
		return fmt.Sprintf("%s value=%s nodes %d%s pv %s", progress(i), value(i), i.Nodes, speed, s.position.LineText(i.PV))
	}
	text := progress(i)
	for _, other := range l.All() {
		text += " " + s.position.MoveText(other.Move()) + "=" + value(other)
	}
	return text
}

// shortestTime is the shortest search whose speed is told. A clock of Windows may be 16 ms coarse.
const shortestTime = 20 * time.Millisecond

// progress returns the nominal, the greatest and the average depth, and the time.
func progress(i search.Info) string {
	return fmt.Sprintf("depth %d/%d/%.1f time %.2fs", i.Depth, i.SelDepth, i.MeanDepth, i.Time.Seconds())
}

// value returns the score in hundredths of a man, or the proven result: "win N" and "loss N" in plies,
// "win", "loss", "draw".
func value(i search.Info) string { return strings.TrimPrefix(i.ScoreText(), "cp ") }

// Claim is the result of the game that getmove returns, for the side that was asked to move. A front end ends the game
// when a result is claimed, without a check. Therefore a win or a loss is claimed only if its line is proven to the end
// of the game, and a draw is never claimed.
type Claim int

// The claims, as CheckerBoard numbers them.
const (
	ClaimDraw Claim = iota
	ClaimWin
	ClaimLoss
	ClaimNothing
)

// claim returns the claim that the result of a search proves.
func claim(best search.Info) Claim {
	switch {
	case !best.Score.HasPlies(): // a value from the endgame databases takes no account of the move rule
	case best.Score.IsWin():
		return ClaimWin
	case best.Score.IsLoss():
		return ClaimLoss
	}
	return ClaimNothing
}
