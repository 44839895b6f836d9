package client

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/zonda-checkers/zonda/board"
)

// stopPatience is how long the player waits for a move after it has told the engine to stop. The engine
// has lost the game by then; its answer only shows how late it was.
const stopPatience = 500 * time.Millisecond

// ErrResigned is the error of Think if the engine gives the game up instead of a move.
var ErrResigned = errors.New("the engine resigns")

// resignations are the answers that give a game up: words for it, and the words for no move, although there is one.
var resignations = []string{"resign", "resigns", "none", "(none)", "null", "(null)", "0000"}

// resigns reports whether an answer gives the game up.
func resigns(answer string) bool { return slices.Contains(resignations, strings.ToLower(answer)) }

// Think asks the engine for a move. The error is ErrResigned, after which the engine can play the next game. It is a *Fault if the
// engine failed, or ctx.Err() if ctx ended first. After these two every later call returns the same error, because the answer of the
// engine may still come. An error about r itself does not change the player.
func (p *Player) Think(ctx context.Context, r Request) (Reply, error) {
	if p.broken != nil {
		return Reply{}, p.broken
	}
	if err := r.validate(); err != nil {
		return Reply{}, err
	}
	reply, err := p.think(ctx, r)
	if err != ErrResigned {
		p.broken = err
	}
	return reply, err
}

// Stop tells the engine to answer a call of Think at once. Without such a call it does nothing.
func (p *Player) Stop() {
	if p.thinks.Load() {
		p.connection.send("stop")
	}
}

func (r Request) validate() error {
	if r.Limits.IsZero() {
		return errors.New("no limit to the thinking")
	}
	if p := r.Game.Position(); p.Finished() || !p.HasMove() {
		return fmt.Errorf("no move to make in %s", p)
	}
	return r.Limits.Validate()
}

func (p *Player) think(ctx context.Context, r Request) (Reply, error) {
	allowed := func() time.Duration { return r.allowed(p.connection.patience) }
	search := p.answer
	if p.pondering != nil && p.pondering.expects(r) {
		search = p.hit
	} else {
		if err := p.abandon(ctx); err != nil {
			return Reply{}, err
		}
		if err := p.protocol.place(ctx, r); err != nil {
			return Reply{}, err
		}
	}
	start := time.Now()
	if p.pondering == nil {
		p.connection.send(p.protocol.search(r))
	}
	p.thinks.Store(true)
	answer, info, err := search(ctx, start, allowed)
	p.thinks.Store(false)
	if fault := (*Fault)(nil); errors.As(err, &fault) {
		fault.Elapsed = time.Since(start)
	}
	if err != nil {
		return Reply{}, err
	}
	if resigns(answer) {
		return Reply{}, ErrResigned
	}
	info.Move, err = p.protocol.find(r.Game.Position(), answer)
	if fault := (*Fault)(nil); errors.As(err, &fault) {
		fault.Detail += info.complaintText()
	}
	if err != nil {
		return Reply{}, err
	}
	line := p.line(r.Game.Position(), info)
	if len(line) > 1 {
		info.Expected = line[1]
	}
	if p.connection.setup.Lines {
		info.Line = line
	}
	if p.pov[r.Game.Position().Turn.Opponent()] {
		info.Score = info.Score.opposite()
	}
	return info.Reply, p.ponder(ctx, r, info.Reply)
}

// maxLineMoves is the number of moves that are taken of a principal variation.
const maxLineMoves = 128

// line returns the engine's principal variation as far as it is legal, and nothing if it does not begin with the engine's move. A move
// that is not legal is no fault: the game does not depend on it.
func (p *Player) line(at board.Position, t searchInfo) (line []board.Move) {
	for i, text := range t.principal[:min(maxLineMoves, len(t.principal))] {
		m, err := p.protocol.find(at, text)
		if err != nil || i == 0 && m != t.Move {
			break
		}
		line, at = append(line, m), at.Play(m)
	}
	return line
}

// answer waits for the answer to a search that began at start. It returns the text of the move, and
// what the engine reported during the search. When the allowed time, which may grow meanwhile, is over,
// answer tells the engine to stop.
func (p *Player) answer(ctx context.Context, start time.Time, allowedNow func() time.Duration) (string, searchInfo, error) {
	return p.answerSince(ctx, start, start, allowedNow, searchInfo{})
}

// answerSince is answer for a search that the engine may have begun before the time counts, and of which t is known already.
func (p *Player) answerSince(ctx context.Context, begun, start time.Time, allowedNow func() time.Duration, t searchInfo) (string, searchInfo, error) {
	allowed := allowedNow()
	timer := time.NewTimer(time.Until(start.Add(allowed)))
	defer timer.Stop()
	stopped := false
	for {
		l, err := p.connection.next(ctx, timer.C)
		if !stopped {
			allowed = max(allowed, allowedNow())
		}
		switch {
		case err == errLate && !stopped && time.Since(start) < allowed:
			timer.Reset(time.Until(start.Add(allowed)))
			continue
		case err == errLate && !stopped:
			stopped = true
			p.connection.send("stop")
			timer.Reset(stopPatience)
			continue
		case err == errLate:
			return "", t, p.connection.fault(Timeout, "no move within %v, nor %v after stop%s", allowed.Round(time.Millisecond), stopPatience, t.complaintText())
		case err != nil:
			return "", t, err
		case l.at.Before(begun):
			continue // the engine wrote this line before the search
		}
		answer, done := p.protocol.readLine(l.text, &t)
		if !done {
			continue
		}
		t.Elapsed = max(0, l.at.Sub(start))
		if late := t.Elapsed - allowed; late > 0 {
			late = max(late.Round(time.Millisecond), time.Millisecond)
			return "", t, p.connection.fault(Timeout, "moved %v after the %v allowed%s", late, allowed.Round(time.Millisecond), t.complaintText())
		}
		return answer, t, nil
	}
}

// complaintText returns the engine's last error message as the end of a sentence, "" if there was none.
func (t searchInfo) complaintText() string {
	if t.complaint == "" {
		return ""
	}
	return "; it said: " + t.complaint
}

// report is one line of engine output about its search.
type report struct {
	depth, line int // line: the number of the principal variation, 1 for the best, 0 if there is only one
	nodes       uint64
	hasNodes    bool
	principal   []string // the principal variation
	score       Score
	bound       bool // score is only an upper or lower bound
	Effort
}

// searchInfo is what an engine has reported about its search so far.
type searchInfo struct {
	Reply
	exact     bool     // Score is not a bound
	principal []string // of the last report that has a principal variation
	complaint string   // the engine's last error message, "" if there was none
}

// add adds a report. Reports on other moves than the best one are skipped.
func (t *searchInfo) add(r report) {
	if r.line > 1 {
		return
	}
	if len(r.principal) > 0 {
		t.principal = r.principal
	}
	if len(r.principal) > 0 || r.score.Given {
		t.Depth = r.depth
	}
	if r.hasNodes {
		t.Nodes = r.nodes
	}
	t.Effort.add(r.Effort)
	if r.score.Given && (!r.bound || !t.exact) {
		t.Score, t.exact = r.score, !r.bound
	}
}

// The errors of next that are neither a fault of the engine nor the end of the context.
var (
	errLate   = errors.New("out of patience")
	errClosed = errors.New("the player is closed")
)

// connection sends lines to an engine and waits for its answers.
type connection struct {
	*process
	engine   string // the engine's name, for faults
	patience time.Duration
	setup    Setup
}

func (t *connection) fault(kind FaultKind, format string, arguments ...any) error {
	return &Fault{Engine: t.engine, Kind: kind, Detail: fmt.Sprintf(format, arguments...)}
}

// next returns the engine's next line, or errLate if clock fires first.
func (t *connection) next(ctx context.Context, clock <-chan time.Time) (line, error) {
	select {
	case l, more := <-t.lines:
		switch {
		case !more && t.closed():
			return l, errClosed
		case !more:
			return l, t.fault(Crash, "%s", t.exitReason())
		case l.err != nil:
			return l, t.fault(Nonsense, "%v that begins %s", l.err, board.Quote(l.text))
		}
		return l, nil
	case <-clock:
		return line{}, errLate
	case <-ctx.Done():
		return line{}, ctx.Err()
	case <-t.gone:
		return line{}, errClosed
	}
}

// await passes the engine's lines to take until take has found the wanted line or returns an error. If
// the wanted line does not come within t.patience, await returns a Timeout fault.
func (t *connection) await(ctx context.Context, wanted string, take func(text string) (found bool, err error)) error {
	timer := time.NewTimer(t.patience)
	defer timer.Stop()
	if t.setup.Slow != nil {
		engine := t.engine // it may change when the notice is on its way
		notice := time.AfterFunc(t.setup.SlowAfter, func() { t.setup.Slow(engine, wanted) })
		defer notice.Stop()
	}
	for {
		l, err := t.next(ctx, timer.C)
		if err == errLate {
			return t.fault(Timeout, "no %s within %v", wanted, t.patience)
		}
		if err != nil {
			return err
		}
		if found, err := take(l.text); found || err != nil {
			return err
		}
	}
}

// protocol speaks one protocol with an engine. It holds everything in which the protocols differ.
type protocol interface {
	// greet begins the connection. It returns the engine's own name, "" if the engine gives none, and
	// the options that the engine declares.
	greet(ctx context.Context) (name string, declared options, err error)
	// set sets options and waits until the engine is ready.
	set(ctx context.Context, settings []setting) error
	newGame(ctx context.Context) error
	// place sends the position and waits until the engine confirms it. All earlier output of the engine is
	// read by then.
	place(ctx context.Context, r Request) error
	// search returns the line that starts a search of the position that place has sent.
	search(r Request) string
	// ponder returns the line that starts a search of that position in the time of the opponent.
	ponder(r Request) string
	// ponderHit returns the line that says that the expected move was played.
	ponderHit() string
	// readLine reads a line of engine output during a search and adds it to t. Done is true for the line with
	// the move; answer is then the text of the move.
	readLine(text string, t *searchInfo) (answer string, done bool)
	// find returns the legal move of p that the answer names.
	find(p board.Position, answer string) (board.Move, error)
}

// FaultKind is what an engine did wrong.
type FaultKind uint8

// The kinds of fault.
const (
	Crash       FaultKind = iota // the engine's process or its output ended
	Timeout                      // the engine did not answer in time
	IllegalMove                  // the engine answered a move that the rules do not allow
	Nonsense                     // the answer is not a move, a line is too long, or the engine refuses a position
)

// String returns the kind in words: "crash", "timeout", "illegal move", "nonsense".
func (k FaultKind) String() string {
	switch k {
	case Crash:
		return "crash"
	case Timeout:
		return "timeout"
	case IllegalMove:
		return "illegal move"
	default:
		return "nonsense"
	}
}

// Fault is an engine's failure that loses the game.
type Fault struct {
	Engine string // the engine's name
	Kind   FaultKind
	Detail string // what the engine said or did, on one line

	// Elapsed is how long the engine had been thinking about its move, 0 if it had not been asked for one.
	Elapsed time.Duration
}

// Error returns the engine, the kind and the detail on one line.
func (f *Fault) Error() string {
	return fmt.Sprintf("engine %s: %s: %s", f.Engine, f.Kind, f.Detail)
}

// The largest numbers of characters that are kept of an engine's texts.
const (
	maxName = 60  // the engine's name
	maxText = 200 // an error message, or a line of standard error
)

// oneLine returns text without line ends and other control characters, with single blanks between its
// words, cut to the given number of characters.
func oneLine(text string, maximum int) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
	runes := []rune(strings.Join(words, " "))
	if len(runes) > maximum {
		return string(runes[:maximum-1]) + "…"
	}
	return string(runes)
}
