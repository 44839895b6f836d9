package checkerboard

import (
	"math"
	"sync/atomic"
	"time"
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
	hostBuffer(c.Status).clear()
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

// think answers the request. It returns at the end of the search or soon after PlayNow is set, also if the
// databases are not open yet. It waits for them for half of the move's time at the most: then the search does
// without them. The search has what is left of the time.
func (l *Library) think(c Call, r Request) (answer Answer, err error) {
	now := playNowFlag{c.PlayNow}
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	var late <-chan time.Time // never
	if longest, limited := r.patience(); limited {
		late = time.After(longest - time.Since(c.Asked))
	}
	for loaded := l.loaded(); loaded != nil; {
		select {
		case <-loaded:
			loaded = nil
		case <-late:
			loaded, r.hurried = nil, true
		case <-tick.C:
			if now.set() {
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
			if now.set() {
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

// clear makes the text empty. The old content of the buffer is unknown, so a zero is written at its
// end first.
func (b hostBuffer) clear() {
	if len(b) > 0 {
		b[len(b)-1] = 0
		b[0] = 0
	}
}

// put replaces the text by as much of s as there is room for. The last byte of the buffer is
// always zero, so that the host never reads beyond the buffer. While put writes, the host may
// read the beginning of the new text and then the rest of the old one.
func (b hostBuffer) put(s string) {
	if len(b) == 0 {
		return
	}
	n := copy(b[:len(b)-1], s)
	b[n] = 0
}

// playNowFlag is the number that the host sets to ask for a move at once. A flag without a number is never set.
type playNowFlag struct{ value *int32 }

func (f playNowFlag) set() bool { return f.value != nil && atomic.LoadInt32(f.value) != 0 }
