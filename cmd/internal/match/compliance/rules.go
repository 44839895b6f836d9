// Package compliance checks whether an engine keeps to a protocol, rule by rule, each with a process of its own.
package compliance

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// Result is what came of a rule.
type Result struct {
	Rule    string   `json:"rule"`
	Says    string   `json:"says"` // what the rule demands
	Passed  bool     `json:"passed"`
	Skipped bool     `json:"skipped,omitempty"`
	Why     string   `json:"why,omitempty"`  // it failed or was skipped
	Sent    []string `json:"sent,omitempty"` // the lines of a rule that failed

	silent bool // the engine does not introduce itself: no other rule can be checked
}

// silent is the error of an engine that does not introduce itself.
type silent struct{ error }

// skipped is the error of a rule that does not hold for an engine.
type skipped struct{ why string }

func (s skipped) Error() string { return s.why }

// rule is a rule and how it is checked.
type rule struct {
	name, says string
	check      func(*talk) error
}

var rules = []rule{
	{"start", "introduces itself, with well-formed options", (*talk).start},
	{"sync", "answers at once when idle and in a search", (*talk).answersAlways},
	{"lines", "bears CR LF, blanks, unknown words and a line of 64 kB", (*talk).bearsLines},
	{"position", "takes the start, moves and positions of FEN", (*talk).takesPositions},
	{"errors", "answers a wrong move or position with an error, and then plays a move of the old one or none", (*talk).keepsPosition},
	{"captures", "takes whole paths of captures that are ambiguous without", (*talk).takesPaths},
	{"limits", "moves within every limit", (*talk).keepsLimits},
	{"stop", "moves within 50 ms when it is told to stop", (*talk).stops},
	{"once", "answers every search once", (*talk).answersOnce},
	{"over", "says that there is no move when the game is over", (*talk).seesTheEnd},
	{"info", "tells a score and a line before its move, in numbers", (*talk).tells},
	{"line", "tells lines that are legal and begin with its move", (*talk).tellsLines},
	{"win", "tells wins in as many plies as their lines have", (*talk).countsWins},
	{"ponder", "waits for the expected move", (*talk).ponders},
	{"game", "plays a game to its end", (*talk).plays},
	{"quit", "ends with status 0 when it is told to quit", (*talk).quits},
	{"end", "ends with status 0 at the end of its input", (*talk).ends},
}

// twoWays is a position with two captures that have one beginning and one end.
const twoWays = "B:W9,10,17,18:B6"

// blocked is a position in which the side to move has no move.
const blocked = "B:W25,30:B21"

// Check checks all rules, one after the other, and calls tell with each result. An engine that does not introduce itself gets no more
// than the first result, which says whether it speaks the other protocol. It returns an error if the engine cannot be started, and
// ctx.Err() if ctx ends before all is done.
func Check(ctx context.Context, spec client.Spec, wait time.Duration, tell func(Result)) error {
	for _, r := range rules {
		result, err := r.of(ctx, spec, wait)
		if result.silent && spec.Protocol != client.CheckerBoard && speaks(ctx, spec, other(spec.Protocol), wait) {
			result.Why += fmt.Sprintf("; the engine speaks the other protocol: --proto %s", other(spec.Protocol))
		}
		if err = cmp.Or(ctx.Err(), err); err != nil {
			return err
		}
		tell(result)
		if result.silent {
			return nil
		}
	}
	return nil
}

func other(p client.Protocol) client.Protocol {
	if p == client.Hub {
		return client.UCI
	}
	return client.Hub
}

// speaks reports whether the engine introduces itself in a protocol.
func speaks(ctx context.Context, spec client.Spec, p client.Protocol, wait time.Duration) bool {
	t, err := begin(ctx, spec, of(p), wait)
	if err != nil {
		return false
	}
	defer t.end()
	return t.greet() == nil
}

// of checks the rule with a process of its own.
func (r rule) of(ctx context.Context, spec client.Spec, wait time.Duration) (Result, error) {
	result := Result{Rule: r.name, Says: r.says}
	t, err := begin(ctx, spec, of(spec.Protocol), wait)
	if err != nil {
		return result, err
	}
	defer t.end()
	err = r.check(t)
	result.Passed = err == nil
	if err != nil {
		result.Why, result.silent = err.Error(), errors.As(err, new(silent))
		if result.Skipped = errors.As(err, new(skipped)); !result.Skipped {
			result.Sent = t.sent
		}
	}
	return result, nil
}

// start introduces the engine.
func (t *talk) start() error {
	lines, err := t.introduced()
	if err != nil {
		return err
	}
	if more := t.ready(lines); len(more) > 0 {
		if _, err := t.until("ready", func(line string) bool { return strings.TrimSpace(line) == "ready" }); err != nil {
			return err
		}
	}
	return t.begun(lines)
}

// introduced returns the lines with which the engine introduces itself, and ends the introduction.
func (t *talk) introduced() ([]string, error) {
	say, wanted := t.hello()
	t.send(say)
	lines, err := t.until(wanted, func(line string) bool { return strings.TrimSpace(line) == wanted })
	if err != nil {
		return lines, silent{err}
	}
	t.send(t.ready(lines)...)
	return lines, nil
}

// greet is start for the rules about other things: a wrong option is no matter of theirs.
func (t *talk) greet() error {
	_, err := t.introduced()
	return err
}

// think asks for a move in the position of a game, which must be legal.
func (t *talk) think(g *board.Game) (m board.Move, reports []report, err error) {
	t.send(t.position(g))
	t.send(t.search(shallow)...)
	text, reports, err := t.answer()
	if err == nil {
		m, err = t.legal(g.Position(), text)
	}
	return m, reports, err
}

func (t *talk) legal(p board.Position, text string) (board.Move, error) {
	m, err := t.find(p, text)
	if err != nil {
		return m, fmt.Errorf("%s is no legal move in %s", board.Quote(text), p.FEN())
	}
	return m, nil
}

// game returns a game that begins at a FEN, "" for the start, with moves.
func game(fen string, moves ...string) *board.Game {
	start := board.Start()
	if fen != "" {
		start, _ = board.ParseFEN(fen) // the rules have no wrong ones
	}
	g := board.NewGame(start)
	_ = g.PlayText(moves...)
	return g
}

func (t *talk) answersAlways() error {
	if err := t.greet(); err != nil {
		return err
	}
	if _, err := t.sync(); err != nil {
		return err
	}
	t.send(t.position(game("")))
	t.send(t.search(endless)...)
	_, err := t.sync()
	t.send("stop")
	return err
}

func (t *talk) bearsLines() error {
	if err := t.greet(); err != nil {
		return err
	}
	const long = 64 << 10
	t.send("", "  \t ", "nonsense of another protocol", "x "+strings.Repeat("y", long), t.newGame()+"\r")
	t.sent[len(t.sent)-2] = "x yyy... (64 kB)"
	if _, err := t.sync(); err != nil {
		return err
	}
	t.send("  " + t.position(game("", "11-15")) + "  \r")
	t.send(t.search(shallow)...)
	text, _, err := t.answer()
	if err == nil {
		_, err = t.legal(game("", "11-15").Position(), text)
	}
	return err
}

func (t *talk) takesPositions() error {
	if err := t.greet(); err != nil {
		return err
	}
	for _, g := range []*board.Game{
		game(""), game("", "11-15", "22-18", "15x22"), game("W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"), game("B:WK31,K32:BK1,K2", "1-6", "31-26"),
	} {
		if _, _, err := t.think(g); err != nil {
			return err
		}
	}
	return nil
}

func (t *talk) keepsPosition() error {
	if err := t.greet(); err != nil {
		return err
	}
	old := game("W:WK32:BK1")
	for _, wrong := range t.wrong() {
		t.send(t.position(old))
		if _, err := t.sync(); err != nil {
			return err
		}
		t.send(wrong)
		lines, err := t.sync()
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(lines, t.complains) {
			return fmt.Errorf("no word about %s", board.Quote(wrong))
		}
		t.send(t.search(shallow)...)
		text, _, err := t.answer()
		if err == nil && !t.none(text) {
			_, err = t.legal(old.Position(), text)
		}
		if err != nil {
			return fmt.Errorf("after %s: %w", board.Quote(wrong), err)
		}
	}
	return nil
}

func (t *talk) takesPaths() error {
	if err := t.greet(); err != nil {
		return err
	}
	for _, path := range []string{"6x13x22", "6x15x22"} {
		t.send(t.position(game(twoWays, path)))
		lines, err := t.sync()
		if err != nil {
			return err
		}
		if slices.ContainsFunc(lines, t.complains) {
			return fmt.Errorf("the path %s is refused", path)
		}
		if _, _, err := t.think(game(twoWays, path)); err != nil {
			return fmt.Errorf("after %s: %w", path, err)
		}
	}
	return nil
}
