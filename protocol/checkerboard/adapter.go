package checkerboard

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/protocol/internal/line"
	"github.com/zonda-checkers/zonda/protocol/session"
	"github.com/zonda-checkers/zonda/search"
)

// Adapter lets an engine answer CheckerBoard's strings and its requests for moves. The text protocol and the Windows
// library share it. Use NewAdapter. All methods may be called from any goroutine, also during a search.
type Adapter struct {
	engine *session.Session

	allScores atomic.Bool                // status lines show every move with its score
	solve     atomic.Bool                // search without the pruning that may hide a solution
	history   atomic.Pointer[board.Game] // the game of "set gamehist", nil without one
	followed  atomic.Pointer[board.Game] // the game with the moves of the requests so far, nil before the first request
	databases atomic.Int64               // largest number of pieces for which databases are probed, if they are enabled
}

// NewAdapter returns an Adapter for e, which the caller owns.
func NewAdapter(e *session.Session) *Adapter {
	a := &Adapter{engine: e}
	a.databases.Store(allPieces)
	return a
}

// Command answers one of the strings of Commands. An error says why there is no answer. If it is
// engine.ErrSearching, the string can be answered after the search.
func (a *Adapter) Command(text string) (reply string, err error) {
	word, arguments := line.CutWord(text)
	for _, c := range Commands() {
		switch {
		case c.Name != word:
		case c.Usage == "" && arguments != "":
			return "", fmt.Errorf("it takes no arguments, not %s", board.Quote(arguments))
		default:
			return c.answer(a, arguments)
		}
	}
	return "", fmt.Errorf("unknown command %s", board.Quote(word))
}

// Answer is the result of getmove.
type Answer struct {
	Before, After board.Position // the positions before and after the move; the same if there is no move
	Move          board.Move     // the zero Move if there is no move
	Claim         Claim          // for the side to move in Before
}

// Begin starts the search for a request and returns at once. Method Stop of the engine ends the search, and method Wait
// waits for the answer. report is called with the whole status text whenever the text changes, done with the answer.
// If the position is over, done is called before Begin returns.
func (a *Adapter) Begin(r Request, report func(status string), done func(Answer)) error {
	game, limits, err := a.prepare(r)
	if err != nil {
		return err
	}
	if r.Position.Over() {
		done(noMove(r.Position))
		return nil
	}
	status := status{position: r.Position, all: limits.MultiPV > 0}
	start := a.engine.Start
	if r.hurried {
		start = a.engine.StartHurried
	}
	return start(context.Background(), limits,
		func(l engine.Lines) { report(status.line(l)) },
		func(best engine.Lines, _ error) { a.finish(game, best.Info, done) })
}

// shallow is the depth in plies of a search that takes about a millisecond.
const shallow = 6

// AnswerAtOnce answers a request by a search of about a millisecond that does not wait for the endgame databases.
func (a *Adapter) AnswerAtOnce(r Request, done func(Answer)) error {
	game, _, err := a.prepare(r)
	if err != nil {
		return err
	}
	if r.Position.Over() {
		done(noMove(r.Position))
		return nil
	}
	e, err := engine.New(engine.Config{Hash: 1, Endings: engine.NoEndings})
	if err != nil {
		return err
	}
	best, err := e.Play(context.Background(), game, search.Limits{Depth: shallow})
	best.Score = 0 // a score of 0 claims nothing
	a.finish(game, best.Info, done)
	return err
}

// prepare puts the game that leads to the request on the engine's board, and returns it with the limits of the search.
func (a *Adapter) prepare(r Request) (*board.Game, search.Limits, error) {
	game := a.gameFor(r)
	limits := r.limits()
	limits.Solve = a.solve.Load()
	if a.allScores.Load() {
		limits.MultiPV = board.MaxMoves
	}
	return game, limits, a.engine.SetGame(game)
}

// noMove returns the answer for a position that is over.
func noMove(p board.Position) Answer {
	claim := ClaimLoss
	if p.Side(p.Turn) != 0 && p.Finished() {
		claim = ClaimWin
	}
	return Answer{Before: p, After: p, Claim: claim}
}

// finish plays the move and keeps the game for the next request.
func (a *Adapter) finish(game *board.Game, best search.Info, done func(Answer)) {
	answer := Answer{Before: game.Position(), Move: best.Move(), Claim: claim(best)}
	game.Play(answer.Move)
	answer.After = game.Position()
	a.followed.Store(game)
	// This fails only if another search has begun meanwhile, which has put its own game on the board.
	_ = a.engine.SetGame(game)
	done(answer)
}

// setHistory reads "FEN M M...": the position after the last irreversible move and
// the moves since, for the next getmove.
func (a *Adapter) setHistory(arguments string) error {
	words := strings.Fields(arguments)
	if len(words) == 0 {
		return errors.New("a FEN is missing")
	}
	position, err := board.ParseFEN(words[0])
	if err != nil {
		return err
	}
	game := board.NewGame(position)
	if err := game.PlayText(words[1:]...); err != nil {
		return err
	}
	a.history.Store(game)
	return nil
}

// NewGame removes the moves of the game so far: the next request begins a new game.
func (a *Adapter) NewGame() {
	a.history.Store(nil)
	a.followed.Store(nil)
}

// gameFor returns the game that leads to the requested position. It is the game of "set gamehist" if that game ends
// there, or else the game of the requests so far with one more move of the opponent, or else a new game.
func (a *Adapter) gameFor(r Request) *board.Game {
	if told := a.history.Swap(nil); told != nil && told.Position() == r.Position {
		return told
	}
	if followed := a.followed.Load(); followed != nil && infoBits(r.Info)&forgetHistory == 0 {
		if game := continued(followed, r.Position); game != nil {
			return game
		}
	}
	return board.NewGame(r.Position)
}

// continued returns game with one more move, which leads to p; nil if no move leads to p.
func continued(game *board.Game, p board.Position) *board.Game {
	for m := range game.Position().Legal() {
		if game.Position().Play(m) == p {
			longer := game.Clone()
			longer.Play(m)
			return longer
		}
	}
	return nil
}

// Request holds the arguments of CheckerBoard's getmove.
type Request struct {
	Position board.Position
	MaxTime  float64 // seconds, not below 0
	Info     uint32  // flags
	MoreInfo uint32  // the clock, as the flags say

	spent   time.Duration // of the time given, before the search
	hurried bool          // the search does not wait for databases that are not open yet
}

// ParseRequest reads the words of "getmove": FEN, MAXTIME and the flags "info N" and "moreinfo N".
func ParseRequest(words []string) (r Request, err error) {
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

// infoBits are the flags of getmove's info parameter.
type infoBits uint32

const (
	forgetHistory infoBits = 1 << 0 // earlier positions do not count
	exactTime     infoBits = 1 << 1 // use the time given, neither more nor less
	clockUnit     infoBits = 3 << 2 // the unit of the incremental clock
	shiftedUnit   infoBits = 1 << 4 // set by a host that writes the unit one bit too high
)

// clockUnits are the units of the incremental clock, by the bits of clockUnit.
var clockUnits = map[infoBits]time.Duration{
	1 << 2: time.Millisecond,
	2 << 2: 10 * time.Millisecond,
	3 << 2: 100 * time.Millisecond,
}

// endlessTime is the time in seconds that CheckerBoard sends for its level "infinite".
const endlessTime = 8_600_000

// limits returns the limits of the search. MoreInfo holds the remaining time in its upper 16 bits and the increment
// in its lower 16 bits, both in the clock's unit. One known host writes the two bits of the unit one place too high,
// so that bit 4 is set: then only MaxTime is used, which that host sends correctly.
func (r Request) limits() search.Limits {
	limits := search.Limits{QuickOnlyMove: true}
	info, more := infoBits(r.Info), r.MoreInfo
	unit, hasClock := clockUnits[info&clockUnit]
	switch {
	case r.MaxTime >= endlessTime:
		limits.Infinite = true
	case hasClock && info&(exactTime|shiftedUnit) == 0:
		limits.Clock = &search.Clock{
			Remaining: time.Duration(more>>16)*unit - r.spent,
			Increment: time.Duration(more&0xFFFF) * unit,
		}
	default:
		limits.MoveTime = max(time.Duration(r.MaxTime*float64(time.Second))-r.spent, time.Millisecond)
	}
	return limits
}

// clockShare is the part of the remaining time of a clock that a move may wait.
const clockShare = 40

// patience returns how long a move may wait for databases to open: half of its time, or a part
// of a clock's. It is false if the move may wait for as long as they take.
func (r Request) patience() (maximum time.Duration, limited bool) {
	limits := r.limits()
	switch {
	case limits.Infinite:
		return 0, false
	case limits.Clock != nil:
		return limits.Clock.Remaining/clockShare + limits.Clock.Increment/2, true
	}
	return limits.MoveTime / 2, true
}
