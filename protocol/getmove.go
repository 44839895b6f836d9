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

// Results of getmove, for the side that was asked to move. A front end ends the game
// on a claim without checking it: only results proven to the end of the game are
// claimed, and so never a draw.
const (
	claimDraw = iota
	claimWin
	claimLoss
	claimNothing
)

// moveRequest is a getmove command taken apart.
type moveRequest struct {
	position board.Position
	limits   search.Limits
	newGame  bool // what came before does not count
}

// getMove searches the position of "FEN MAXTIME [info N] [moreinfo N]", makes the
// best move and says how the position then looks.
func (s *Session) getMove(arguments string) error {
	request, err := parseMoveRequest(strings.Fields(arguments))
	if err != nil {
		return err
	}
	game := s.gameFor(request)
	p := request.position
	if err := s.engine.SetGame(game); err != nil {
		return err
	}
	s.mu.Lock()
	request.limits.Solve = s.settings.solve
	allScores := s.settings.allScores
	s.mu.Unlock()
	status := newStatus(p)
	if allScores {
		request.limits.MultiPV = board.MaxMoves
		status.wanted = status.legal
	}
	report := func(i search.Info) {
		if text := status.line(i); text != "" {
			s.print("status %s", text)
		}
	}
	return s.search(request.limits, report, func(best search.Info) { s.finishMove(game, best) })
}

// finishMove prints the move and remembers the game for the next getmove.
func (s *Session) finishMove(game *board.Game, best search.Info) {
	p, m := game.Position(), best.Move()
	if m.IsNone() {
		s.print("move %s result %d fen %s", noMove, finishedClaim(p), p.FEN())
		return
	}
	game.Play(m)
	s.mu.Lock()
	s.settings.followed = game
	s.mu.Unlock()
	if err := s.engine.SetGame(game); err != nil {
		s.refuse(err)
	}
	s.print("move %s result %d fen %s", p.MoveText(m), claim(best), game.Position().FEN())
}

func claim(best search.Info) int {
	switch {
	case !best.Score.HasPlies(): // a value from the databases knows no move rule
	case best.Score.IsWin():
		return claimWin
	case best.Score.IsLoss():
		return claimLoss
	}
	return claimNothing
}

// finishedClaim is the result of a position in which there is no move to make.
func finishedClaim(p board.Position) int {
	if p.Side(p.Turn) != 0 && p.Finished() {
		return claimWin
	}
	return claimLoss
}

// gameFor returns the game that leads to the requested position: the one told by
// "set gamehist", or else the one followed so far if the opponent made one move in
// it since, or else a new one.
func (s *Session) gameFor(request moveRequest) *board.Game {
	s.mu.Lock()
	defer s.mu.Unlock()
	told, followed := s.settings.history, s.settings.followed
	s.settings.history = nil
	if told != nil && told.Position() == request.position {
		return told
	}
	if followed != nil && !request.newGame {
		if game := continued(followed, request.position); game != nil {
			return game
		}
	}
	return board.NewGame(request.position)
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

func parseMoveRequest(words []string) (r moveRequest, err error) {
	if len(words) < 2 || len(words)%2 != 0 {
		return r, errors.New("want: getmove FEN MAXTIME [info N] [moreinfo N]")
	}
	if r.position, err = board.ParseFEN(words[0]); err != nil {
		return r, err
	}
	maxTime, err := strconv.ParseFloat(words[1], 64)
	if err != nil || math.IsNaN(maxTime) || maxTime < 0 {
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
	info := infoBits(flags["info"])
	r.newGame = info&forgetHistory != 0
	r.limits = moveLimits(maxTime, info, uint32(flags["moreinfo"]))
	return r, nil
}

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

// moveLimits decodes the time that getmove is given. More holds the remaining time
// in its upper and the increment in its lower 16 bits, in the clock's unit. One known
// host sets the unit's bits one place too high, and with them bit 4: then maxTime,
// which it sets sensibly, is all that can be trusted.
func moveLimits(maxTime float64, info infoBits, more uint32) search.Limits {
	limits := search.Limits{InstantOnly: true}
	unit, hasClock := clockUnits[info&clockUnit]
	switch {
	case maxTime >= endlessTime:
		limits.Infinite = true
	case hasClock && info&(exactTime|shiftedUnit) == 0:
		limits.Clock = &search.Clock{
			Remaining: time.Duration(more>>16) * unit,
			Increment: time.Duration(more&0xFFFF) * unit,
		}
	default:
		limits.MoveTime = max(time.Duration(maxTime*float64(time.Second)), time.Millisecond)
	}
	return limits
}
