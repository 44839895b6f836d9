package protocol

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// Claim is what getmove says about the result, for the side that was asked to move. A
// front end ends the game on a claim without checking it: only results proven to the end
// of the game are claimed, and so never a draw.
type Claim int

// The claims, as CheckerBoard numbers them.
const (
	ClaimDraw Claim = iota
	ClaimWin
	ClaimLoss
	ClaimNothing
)

// getMove searches the position of "FEN MAXTIME [info N] [moreinfo N]", makes the
// best move and says how the position then looks.
func (s *Session) getMove(arguments string) error {
	request, err := parseMoveRequest(strings.Fields(arguments))
	if err != nil {
		return err
	}
	s.tell()
	var answer MoveAnswer
	err = s.plug.Begin(request,
		func(status string) { s.print("status %s", status) },
		func(a MoveAnswer) { answer = a })
	if err != nil {
		return err
	}
	if over(request.Position) {
		s.printMove(answer)
		return nil
	}
	s.launch(s.engine.Stop, s.engine.Wait, func() { s.printMove(answer) })
	return nil
}

func (s *Session) printMove(a MoveAnswer) {
	move := noMove
	if !a.Move.IsNone() {
		move = a.Before.MoveText(a.Move)
	}
	s.print("move %s result %d fen %s", move, a.Claim, a.After.FEN())
}

func claim(best search.Info) Claim {
	switch {
	case !best.Score.HasPlies(): // a value from the databases knows no move rule
	case best.Score.IsWin():
		return ClaimWin
	case best.Score.IsLoss():
		return ClaimLoss
	}
	return ClaimNothing
}

// finishedClaim is the result of a position in which there is no move to make.
func finishedClaim(p board.Position) Claim {
	if p.Side(p.Turn) != 0 && p.Finished() {
		return ClaimWin
	}
	return ClaimLoss
}

// gameFor returns the game that leads to the requested position: the one told by
// "set gamehist", or else the one followed so far if the opponent made one move in
// it since, or else a new one.
func (p *Plug) gameFor(r MoveRequest) *board.Game {
	p.mu.Lock()
	defer p.mu.Unlock()
	told, followed := p.settings.history, p.settings.followed
	p.settings.history = nil
	if told != nil && told.Position() == r.Position {
		return told
	}
	if followed != nil && !r.newGame() {
		if game := continued(followed, r.Position); game != nil {
			return game
		}
	}
	return board.NewGame(r.Position)
}

// continued returns game with the one move that leads to p, or nil.
func continued(game *board.Game, p board.Position) *board.Game {
	var l board.MoveList
	game.Position().Moves(&l)
	for _, m := range l.Slice() {
		if game.Position().Play(m) == p {
			longer := game.Clone()
			longer.Play(m)
			return longer
		}
	}
	return nil
}

func parseMoveRequest(words []string) (r MoveRequest, err error) {
	if len(words) < 2 || len(words)%2 != 0 {
		return r, errors.New("want: getmove FEN MAXTIME [info N] [moreinfo N]")
	}
	if r.Position, err = board.ParseFEN(words[0]); err != nil {
		return r, err
	}
	r.MaxTime, err = strconv.ParseFloat(words[1], 64)
	if err != nil || math.IsNaN(r.MaxTime) || r.MaxTime < 0 {
		return r, fmt.Errorf("%s is not a time in seconds", board.Quote(words[1]))
	}
	flags := map[string]int64{}
	for i := 2; i < len(words); i += 2 {
		n, err := strconv.ParseInt(words[i+1], 0, 64)
		if err != nil || n < math.MinInt32 || n > math.MaxUint32 {
			return r, fmt.Errorf("%s %s is not a number of 32 bits", board.Quote(words[i]), board.Quote(words[i+1]))
		}
		if words[i] != "info" && words[i] != "moreinfo" {
			return r, fmt.Errorf("%s is neither info nor moreinfo", board.Quote(words[i]))
		}
		if _, twice := flags[words[i]]; twice {
			return r, fmt.Errorf("%s stands twice", words[i])
		}
		flags[words[i]] = n
	}
	r.Info, r.MoreInfo = uint32(flags["info"]), uint32(flags["moreinfo"])
	return r, nil
}

// newGame reports whether what came before does not count.
func (r MoveRequest) newGame() bool { return infoBits(r.Info)&forgetHistory != 0 }

// infoBits are the flags of getmove's info parameter.
type infoBits uint32

const (
	forgetHistory infoBits = 1 << 0 // what came before does not count
	exactTime     infoBits = 1 << 1 // use the time given, neither more nor less
	clockUnit     infoBits = 3 << 2 // the unit of the incremental clock
	shiftedUnit   infoBits = 1 << 4 // set by a host that has the unit one bit too high
)

// clockUnits are the units of the incremental clock, by the bits of clockUnit.
var clockUnits = map[infoBits]time.Duration{
	1 << 2: time.Millisecond,
	2 << 2: 10 * time.Millisecond,
	3 << 2: 100 * time.Millisecond,
}

// endlessTime is what CheckerBoard sends for its level "infinite", in seconds.
const endlessTime = 8_600_000

// limits decodes the time that getmove is given. MoreInfo holds the remaining time
// in its upper and the increment in its lower 16 bits, in the clock's unit. One known
// host sets the unit's bits one place too high, and with them bit 4: then MaxTime,
// which it sets sensibly, is all that can be trusted.
func (r MoveRequest) limits() search.Limits {
	limits := search.Limits{InstantOnly: true}
	info, more := infoBits(r.Info), r.MoreInfo
	unit, hasClock := clockUnits[info&clockUnit]
	switch {
	case r.MaxTime >= endlessTime:
		limits.Infinite = true
	case hasClock && info&(exactTime|shiftedUnit) == 0:
		limits.Clock = &search.Clock{
			Remaining: time.Duration(more>>16) * unit,
			Increment: time.Duration(more&0xFFFF) * unit,
		}
	default:
		limits.MoveTime = max(time.Duration(r.MaxTime*float64(time.Second)), time.Millisecond)
	}
	return limits
}
