package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"go.uber.org/zap"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/protocol"
	"github.com/zonda-checkers/zonda/search"
)

// Session is one conversation with a host about one engine. Use NewSession.
type Session struct {
	engine  *engine.Engine
	framing framing
	level   level

	mu  sync.Mutex // guards out
	out io.Writer
}

// NewSession returns a session that answers on out, a whole line a Write.
func NewSession(e *engine.Engine, out io.Writer) *Session {
	return &Session{engine: e, out: out, framing: framing{wanted: auto, seen: auto}}
}

// command is a word of the protocol.
type command struct {
	during bool // is taken while a search runs
	run    func(*Session, line) error
}

var commands = map[string]command{
	"hub":        {run: (*Session).introduce},
	"set-param":  {run: (*Session).setParam},
	"init":       {run: (*Session).init},
	"new-game":   {run: (*Session).newGame},
	"pos":        {run: (*Session).position},
	"level":      {run: func(s *Session, l line) error { return s.level.add(l.arguments) }},
	"go":         {run: (*Session).search},
	"ping":       {during: true, run: func(s *Session, _ line) error { s.print("pong"); return nil }},
	"stop":       {during: true, run: (*Session).stop},
	"ponder-hit": {during: true, run: func(s *Session, _ line) error { s.engine.PonderHit(); return nil }},
}

// quit ends the session, also while a search runs.
const quit = "quit"

// Run reads commands from in and answers them until quit, the end of in, or the end of ctx;
// then it stops the search and prints its result. The error is that of reading.
func (s *Session) Run(ctx context.Context, in io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	inputs, failed := protocol.Lines(ctx, in)
	defer func() { _ = s.stop(line{}) }()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-failed:
			return err
		case i := <-inputs:
			s.engine.Log().Debug("received", zap.String("line", i.Line))
			if s.take(i) {
				return nil
			}
		}
	}
}

// take answers one line and reports whether the session ends.
func (s *Session) take(i protocol.Input) (ends bool) {
	l, err := parseLine(i.Line)
	switch {
	case i.Err != nil:
		err = i.Err
	case err != nil || l.command == "":
	case l.command == quit:
		return true
	default:
		err = s.perform(l)
	}
	if err != nil {
		s.print(`error message="%s"`, unquoted(err.Error()))
	}
	return false
}

func (s *Session) perform(l line) error {
	c, known := commands[l.command]
	if !known {
		return fmt.Errorf("unknown command '%s'", clip(l.command))
	}
	if s.engine.Searching() && !c.during {
		return fmt.Errorf("%s: %w", l.command, engine.ErrSearching)
	}
	if err := c.run(s, l); err != nil {
		return fmt.Errorf("%s: %w", l.command, err)
	}
	return nil
}

func (s *Session) introduce(line) error {
	lines := []string{fmt.Sprintf(`id name=%s version=%s author="the %s authors"`,
		engine.Name, engine.Version, engine.Name)}
	s.print("%s", strings.Join(append(append(lines, params()...), "wait"), "\n"))
	return nil
}

// init waits for everything that was asked for.
func (s *Session) init(line) error {
	for _, news := range s.engine.Ready() {
		s.print(`init message="%s"`, unquoted(news))
	}
	s.print("ready")
	return nil
}

func (s *Session) newGame(line) error { return s.engine.NewGame() }

// position sets up a position and the game that leads from it to the one on the board.
func (s *Session) position(l line) error {
	text, ok := l.value("pos")
	moves, _ := l.value("moves")
	start, told := board.Start(), framing{wanted: acf}
	frame := &s.framing
	switch {
	case ok:
		p, err := parsePosition(text)
		if err != nil {
			return err
		}
		start = p
	case l.has("start"):
		frame = &told
	default:
		return errors.New("a position is missing: pos=... or start")
	}
	game, err := frame.game(start, strings.Fields(moves))
	if err != nil {
		return err
	}
	s.level.old = true
	return s.engine.SetGame(game)
}

// search starts a search: to think about a move, to ponder, or to analyse.
func (s *Session) search(l line) error {
	p := s.engine.Game().Position()
	if p.Finished() || !p.HasMove() {
		s.print(`error message="go: there is no move to make: the game is over"` + "\ndone")
		return nil
	}
	limits := s.level.take()
	limits.Ponder = l.has("ponder")
	limits.InstantOnly = !l.has("analyze") && limits.Depth == 0 && limits.Nodes == 0
	for _, news := range s.engine.Ready() {
		s.engine.Log().Warn("news", zap.String("text", news))
	}
	return s.engine.Start(limits,
		func(i search.Info) { s.print("%s", infoLine(i)) },
		func(best search.Info) { s.print("%s", doneLine(best)) })
}

// stop ends the search and waits for its last line.
func (s *Session) stop(line) error {
	s.engine.Stop()
	s.engine.Wait()
	return nil
}

// print writes one line, or several with line ends between them, in one Write.
func (s *Session) print(format string, arguments ...any) {
	text := fmt.Sprintf(format, arguments...)
	s.engine.Log().Debug("sent", zap.String("line", text))
	s.mu.Lock()
	defer s.mu.Unlock()
	// A host that no longer listens ends the input too, and with it the session.
	_, _ = io.WriteString(s.out, text+"\n")
}

// longestWord is how much of a word from outside is shown.
const longestWord = 40

// clip returns the beginning of a word, fit to be printed.
func clip(word string) string {
	text := strings.Map(func(r rune) rune {
		if blank(r) && r != ' ' {
			return '?'
		}
		return r
	}, word)
	if len(text) > longestWord {
		text = text[:longestWord] + "..."
	}
	return strings.ToValidUTF8(text, "?")
}

// unquoted returns text that may stand within quotes.
func unquoted(text string) string {
	return strings.NewReplacer(`"`, "'", "\n", "; ").Replace(text)
}
