package hub

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/protocol/hub/notation"
	"github.com/zonda-checkers/zonda/protocol/internal/line"
	"github.com/zonda-checkers/zonda/protocol/session"
)

// Session is one conversation with a host about one engine. Use NewSession.
type Session struct {
	engine  *session.Session
	framing framing
	level   level
	lost    error    // why the last position was refused; nil if it was set up
	unknown []string // names of parameters since the last init that are none

	out *line.Output
}

// NewSession returns a session that answers on out. Each Write has whole lines.
func NewSession(e *session.Session, out io.Writer) *Session {
	return &Session{engine: e, out: line.NewOutput(out), framing: framing{wanted: auto, found: auto}}
}

// command is a command of the protocol.
type command struct {
	during bool // the command is accepted while a search runs
	run    func(*Session, request) error
}

var commands = map[string]command{
	"hub":        {run: (*Session).introduce},
	"set-param":  {run: (*Session).setParam},
	"init":       {run: (*Session).init},
	"new-game":   {run: func(s *Session, _ request) error { s.lost = nil; return s.engine.NewGame() }},
	"pos":        {run: (*Session).position},
	"level":      {run: func(s *Session, r request) error { return s.level.add(r.arguments) }},
	"go":         {run: (*Session).search},
	"ping":       {during: true, run: func(s *Session, _ request) error { s.print("pong"); return nil }},
	"stop":       {during: true, run: (*Session).stop},
	"ponder-hit": {during: true, run: func(s *Session, _ request) error { s.engine.PonderHit(); return nil }},
}

// quit ends the session, also while a search runs.
const quit = "quit"

// Run reads commands from in and answers them until quit, the end of in, or the end of ctx. Then it stops the
// search and prints its result. It ends, too, when an answer cannot be written. The error is that of reading from in or of
// writing.
func (s *Session) Run(ctx context.Context, in io.Reader) error {
	err := s.out.Serve(ctx, in, s.take)
	_ = s.stop(request{}) // it never fails
	return cmp.Or(err, s.out.Err())
}

// take answers one line and reports whether the line ends the session.
func (s *Session) take(i line.Input) (ends bool) {
	s.engine.Log().Debug("received", "line", i.Text)
	r, err := parseRequest(i.Text)
	switch {
	case i.Err != nil:
		err = i.Err
	case err != nil && r.command == "level":
		s.level.asked = true
	case err != nil && r.command == "pos": // no search answers with a move of the position before
		s.lost = err
	case err != nil || r.command == "":
	case r.command == quit:
		return true
	default:
		err = s.perform(r)
	}
	if err != nil {
		s.print(`error message="%s"`, unquoted(err.Error()))
	}
	return false
}

func (s *Session) perform(r request) error {
	c, known := commands[r.command]
	if !known {
		return fmt.Errorf("unknown command '%s'", clip(r.command))
	}
	if s.engine.Searching() && !c.during {
		return fmt.Errorf("%s: %w", r.command, engine.ErrSearching)
	}
	if err := c.run(s, r); err != nil {
		return fmt.Errorf("%s: %w", r.command, err)
	}
	return nil
}

func (s *Session) introduce(request) error {
	s.framing = framing{wanted: s.framing.wanted, found: auto} // another host may have come
	lines := []string{fmt.Sprintf(`id name=%s version=%s author="the %s authors"`,
		engine.Name, engine.Version, engine.Name)}
	s.print("%s", strings.Join(append(append(lines, params()...), "wait"), "\n"))
	return nil
}

// init waits until the options that were set have taken effect.
func (s *Session) init(request) error {
	for _, news := range s.engine.Ready() {
		s.print(`init message="%s"`, unquoted(news))
	}
	for _, name := range s.unknown {
		s.print(`init message="set-param: '%s' is no parameter and is passed over"`, unquoted(name))
	}
	s.unknown = nil
	s.print("ready")
	return nil
}

// position sets up a position and plays the moves that the host has sent with it.
func (s *Session) position(r request) error {
	s.lost = s.setUp(r)
	return s.lost
}

func (s *Session) setUp(r request) error {
	text, ok := r.value("pos")
	moves, _ := r.value("moves")
	var game *board.Game
	switch {
	case ok:
		p, err := parsePosition(text)
		if err != nil {
			return err
		}
		if game, err = s.framing.game(p, strings.Fields(moves)); err != nil {
			return err
		}
	case r.has("start"):
		game = board.NewGame(board.Start())
		if err := game.PlayParsed(notation.ParseMove, strings.Fields(moves)...); err != nil {
			return err
		}
		s.framing.named()
	default:
		return errors.New("a position is missing: pos=... or start")
	}
	s.level.old = true
	return s.engine.SetGame(game)
}

// search starts a search: to think about a move, to ponder, or to analyse.
func (s *Session) search(r request) error {
	p := s.engine.Position()
	if s.lost != nil {
		s.print(`error message="%s"`+"\ndone", unquoted("go: no position is set up: "+s.lost.Error()))
		return nil
	}
	if p.Over() {
		s.print(`error message="go: there is no move to make: the game is over"` + "\ndone")
		return nil
	}
	limits := s.level.take()
	limits.Ponder = r.has("ponder")
	limits.QuickOnlyMove = !r.has("analyze") && limits.Depth == 0 && limits.Nodes == 0
	for _, news := range s.engine.Ready() {
		s.engine.Log().Warn("news", "text", news)
	}
	return s.engine.Start(context.Background(), limits,
		func(l engine.Lines) { s.print("%s", infoLine(l.Info)) },
		func(best engine.Lines, _ error) { s.print("%s", doneLine(best.Info)) })
}

// stop ends the search and waits for its last line.
func (s *Session) stop(request) error {
	s.engine.Stop()
	s.engine.Wait()
	return nil
}

// print writes one line, or several with line ends between them, in one Write.
func (s *Session) print(format string, arguments ...any) {
	text := fmt.Sprintf(format, arguments...)
	s.engine.Log().Debug("sent", "line", text)
	s.out.Print(text)
}

// maxWord is the largest number of bytes of a word of the host that a message shows.
const maxWord = 40

// clip returns the beginning of a word in printable characters.
func clip(word string) string {
	text := strings.Map(func(r rune) rune {
		if notation.IsBlank(r) && r != ' ' {
			return '?'
		}
		return r
	}, word)
	if len(text) > maxWord {
		text = text[:maxWord] + "..."
	}
	return strings.ToValidUTF8(text, "?")
}

// unquoted returns text without the characters that must not stand within quotes.
func unquoted(text string) string {
	return strings.NewReplacer(`"`, "'", "\n", "; ").Replace(text)
}

// request is a line of the host: a command with its arguments.
type request struct {
	command   string
	arguments []argument
}

// argument is name=value, or a flag, which is a name alone.
type argument struct {
	name, value string
	flag        bool
}

// value returns the value of the first argument with the name, and false if there is no such argument.
func (r request) value(name string) (string, bool) {
	for _, a := range r.arguments {
		if a.name == name && !a.flag {
			return a.value, true
		}
	}
	return "", false
}

// has reports whether the request has a flag.
func (r request) has(flag string) bool {
	for _, a := range r.arguments {
		if a.name == flag && a.flag {
			return true
		}
	}
	return false
}

// parseRequest splits a line into its command and arguments. An empty line has an empty command. Blanks around "="
// are ignored. A value in quotes may contain every character but a quote. With an error the request has its command alone.
func parseRequest(text string) (r request, err error) {
	words, err := notation.Words(text)
	if len(words) > 0 {
		r.command = words[0].Text
	}
	if err != nil || len(words) == 0 {
		return r, err
	}
	if words[0].Kind != notation.Plain {
		return r, fmt.Errorf("%s stands where a command should", board.Quote(r.command))
	}
	for words = words[1:]; len(words) > 0; {
		a := argument{name: words[0].Text, flag: true}
		if words[0].Kind != notation.Plain {
			return r, fmt.Errorf("%s stands where an argument should begin", board.Quote(a.name))
		}
		words = words[1:]
		if len(words) > 0 && words[0].Kind == notation.Equals {
			if len(words) == 1 || words[1].Kind == notation.Equals {
				return r, fmt.Errorf("%s has no value", board.Quote(a.name))
			}
			a.flag, a.value = false, words[1].Text
			words = words[2:]
		}
		r.arguments = append(r.arguments, a)
	}
	return r, nil
}

// positionLength is the length of a position in characters: the side to move, then the
// squares in order.
const positionLength = 1 + board.Squares

// alphabet has the letters of a black man, a black king, a white man, a white king and an empty square.
const alphabet = "bBwWe"

// parsePosition reads a position in the usual frame. The error says what is wrong with the text.
func parsePosition(text string) (board.Position, error) {
	if len(text) != positionLength {
		return board.Position{}, fmt.Errorf("a position has %d characters, %s has %d", positionLength, board.Quote(text), len(text))
	}
	turn, known := map[byte]board.Color{'W': board.White, 'B': board.Black}[text[0]]
	if !known {
		return board.Position{}, fmt.Errorf("a position begins with W or B, not with %s", board.Quote(text[:1]))
	}
	return board.ParseLetters(text[1:], alphabet, turn)
}
