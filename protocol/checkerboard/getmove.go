package checkerboard

import (
	"math"
	"time"

	"github.com/zonda-checkers/zonda/protocol"
)

// Call is what a host passes to getmove. It owns everything that is pointed to.
type Call struct {
	Board    *Board  // becomes the position after the move
	Color    int32   // to move
	MaxTime  float64 // seconds
	Status   []byte  // the host's buffer for the status text; may be empty
	PlayNow  *int32  // set by the host when it wants a move at once; may be nil
	Info     int32   // flags
	MoreInfo int32   // the clock, as the flags say
	Move     *Move   // filled in if not nil
}

// glances is how often a call looks at PlayNow.
const glances = 5 * time.Millisecond

// GetMove thinks, makes its move on the call's board and returns what is proven about the
// result. A second call waits for the first. If something is wrong the board stays as it
// is, the status says what, and nothing is claimed.
func (l *Library) GetMove(c Call) (claim protocol.Claim) {
	claim = protocol.ClaimNothing
	text(c.Status).clear()
	l.thinking.Lock()
	defer l.settle()
	defer l.survive("getmove")
	defer l.engine.Wait() // whatever happens: nothing may write into the host's buffers later
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

// settle ends a call; what had to wait for its end is done behind the host's back, for a
// host that wants a move at once should not wait for a table of gigabytes.
func (l *Library) settle() {
	go func() {
		defer l.thinking.Unlock()
		defer l.survive("set")
		l.catchUp()
	}()
}

func (c Call) request() (r protocol.MoveRequest, err error) {
	if c.Board == nil {
		return r, errNoBoard
	}
	r.Position, err = c.Board.Position(c.Color)
	r.MaxTime = c.MaxTime
	if math.IsNaN(r.MaxTime) || r.MaxTime < 0 {
		r.MaxTime = 0
	}
	r.Info, r.MoreInfo = uint32(c.Info), uint32(c.MoreInfo)
	return r, err
}

// think answers the request. It ends when the search does, or soon after PlayNow is set;
// so does waiting for databases to open.
func (l *Library) think(c Call, r protocol.MoveRequest) (answer protocol.MoveAnswer, err error) {
	now := flag{c.PlayNow}
	tick := time.NewTicker(glances)
	defer tick.Stop()
	for loaded := l.loaded(); loaded != nil; {
		select {
		case <-loaded:
			loaded = nil
		case <-tick.C:
			if now.set() {
				err = l.plug.Hurry(r, func(a protocol.MoveAnswer) { answer = a })
				l.say(c, "value=0, no time: the endgame databases are still being opened")
				return answer, err
			}
		}
	}
	for _, news := range l.engine.Ready() {
		l.note("%s", news)
	}
	answers := make(chan protocol.MoveAnswer, 1)
	err = l.plug.Begin(r, func(status string) { l.say(c, status) }, func(a protocol.MoveAnswer) { answers <- a })
	if err != nil {
		return answer, err
	}
	for {
		select {
		case answer = <-answers:
			return answer, nil
		case <-tick.C:
			if now.set() {
				l.engine.Stop()
			}
		}
	}
}

// say shows a text in the host's status bar.
func (l *Library) say(c Call, status string) { text(c.Status).put(l.encode(oneLine(status))) }
