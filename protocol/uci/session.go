package uci

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/protocol/checkerboard"
	"github.com/zonda-checkers/zonda/protocol/internal/line"
	"github.com/zonda-checkers/zonda/protocol/session"
	"github.com/zonda-checkers/zonda/search"
)

// Session is one conversation with a front end about one engine. Use NewSession. Its
// fields belong to the goroutine of Run.
type Session struct {
	engine   *session.Session
	commands []command
	adapter  *checkerboard.Adapter // for CheckerBoard's commands
	person   *person               // at the terminal, nil for a program
	lost     error                 // why the last position of a program was refused; nil if it was set up
	counted  chan struct{}         // closed when the last perft or bench is over; nil before the first

	out *line.Output
}

// NewSession returns a session that answers on out. Each Write has whole lines.
func NewSession(e *session.Session, out io.Writer) *Session {
	return &Session{engine: e, commands: commandTable(), adapter: checkerboard.NewAdapter(e), out: line.NewOutput(out)}
}

// Run reads commands from in and answers them until quit, the end of in, or the end
// of ctx; then it stops the search and prints its result. Only perft and bench come to their end when in ends. Run ends, too,
// when an answer cannot be written. The error is that of reading from in or of writing.
func (s *Session) Run(ctx context.Context, in io.Reader) error {
	s.greet()
	err := s.out.Serve(ctx, in, s.answer)
	if s.counted != nil { // it may be the last line of a script
		select {
		case <-s.counted:
		case <-ctx.Done():
		case <-s.out.Failed():
		}
	}
	_ = s.stop("") // it never fails
	s.out.EndPrompt()
	return cmp.Or(err, s.out.Err())
}

// answer answers a line that came, which may be one that could not be read, and shows a person the next prompt, unless a search
// runs, which shows it at its end. It reports whether the line ends the session.
func (s *Session) answer(i line.Input) (quit bool) {
	s.engine.Log().Debug("received", "line", i.Text)
	if i.Err != nil {
		word, _ := line.CutWord(i.Text) // its beginning is known
		s.reject(s.find(word), i.Err)
	} else if s.take(i.Text) {
		return true
	}
	if s.person != nil && !s.engine.Searching() {
		s.prompt()
	}
	return false
}

// take answers one line and reports whether it ends the session.
func (s *Session) take(text string) (quit bool) {
	word, arguments := line.CutWord(text)
	c := s.find(word)
	if c == nil && s.isMove(text) {
		c, arguments = s.find("play"), text
	}
	switch {
	case word == "":
		return false
	case c == nil:
		s.refuse(fmt.Errorf("unknown command %s; help lists them", board.Quote(word)))
		return false
	}
	if err := s.perform(c, arguments); err != nil {
		s.reject(c, s.blame(word, err))
		return false
	}
	return c.quits
}

// reject prints an error in the form of the command; c is nil for an unknown command.
func (s *Session) reject(c *command, err error) {
	if c == nil || !c.checkerBoard {
		s.refuse(err)
		return
	}
	s.engine.Log().Info("refused", "error", err.Error())
	s.print("reply 0 ?")
}

// blame returns an error of a command: for a program with the word of the command, for a person in words of its own.
func (s *Session) blame(word string, err error) error {
	switch {
	case s.person == nil:
		return fmt.Errorf("%s: %w", word, err)
	case errors.Is(err, engine.ErrSearching):
		return fmt.Errorf("%s is thinking; stop ends that", engine.Name)
	}
	return err
}

func (s *Session) perform(c *command, arguments string) error {
	if s.engine.Searching() && !c.during {
		return engine.ErrSearching
	}
	if c.usage == "" && arguments != "" {
		return fmt.Errorf("it takes no arguments, not %s", board.Quote(arguments))
	}
	return c.run(s, arguments)
}

// refuse prints what is wrong with a line.
func (s *Session) refuse(err error) { s.tell("error: ", err.Error()) }

// tell prints a message: a sentence for a person, and a line with the kind of the message for a program.
func (s *Session) tell(kind, text string) {
	if s.person != nil {
		s.print("%s", sentence(text))
	} else {
		s.print("info string %s%s", kind, text)
	}
}

// print writes one line, or several with line ends between them, in one Write.
func (s *Session) print(format string, arguments ...any) {
	text := fmt.Sprintf(format, arguments...)
	s.engine.Log().Debug("sent", "line", text)
	s.out.Print(text)
}

// noMove is printed in place of a move if there is no legal move.
const noMove = "none"

// rootMovesAfter is the time of a search after which it tells each root move that it begins.
const rootMovesAfter = 3 * time.Second

// goSearch starts a search of the position on the board. A program gets an error and a move at once for a wrong command.
func (s *Session) goSearch(arguments string) error {
	p := s.engine.Position()
	words := strings.Fields(arguments)
	if len(words) > 0 && words[0] == "perft" {
		return s.perft(strings.Join(words[1:], " "))
	}
	limits, illegal, err := parseGo(words, p)
	if s.lost != nil {
		s.refuse(fmt.Errorf("go: no position is set up: %w", s.lost))
		return s.noMove(words)
	}
	for _, move := range illegal {
		s.refuse(fmt.Errorf("go: searchmoves: %w", move))
	}
	switch {
	case err != nil && s.person != nil:
		return err
	case errors.Is(err, errNoneLegal):
		s.refuse(fmt.Errorf("go: %w", err))
		return s.noMove(words)
	case err != nil:
		s.refuse(fmt.Errorf("go: %w", err))
		limits = search.Limits{MoveTime: atOnce, QuickOnlyMove: true}
	}
	if s.person == nil && p.Over() {
		return s.noMove(words)
	}
	if s.person != nil {
		return s.search(limits, func(l engine.Lines) { s.print("%s", progress(p, l)) }, func(best search.Info) { s.print("%s", advice(p, best)) })
	}
	chances, began := s.showsChances(), time.Now()
	limits.RootMove = func(depth search.Depth, m board.Move, number int) {
		if time.Since(began) > rootMovesAfter {
			s.print("info depth %d currmove %s currmovenumber %d", depth, p.MoveText(m), number)
		}
	}
	return s.search(limits,
		func(l engine.Lines) { s.print("%s", infoLines(p, l, chances)) },
		func(best search.Info) {
			proven := "" // the proof, and the line of the result once more
			if best.Proven != board.Unknown {
				proven = noteLine(best) + infoLine(p, best, chances) + "\n"
			}
			s.print("%s%s", proven, bestMoveLine(p, best))
		})
}

// noMove answers a go command for which there is no move: at once, or after stop if its words say that it waits for it.
func (s *Session) noMove(words []string) error {
	answer := func() { s.print("bestmove %s", noMove) }
	infinite, ponder := slices.Contains(words, "infinite"), slices.Contains(words, "ponder")
	if !infinite && !ponder {
		answer()
		return nil
	}
	return s.engine.Await(context.Background(), ponder && !infinite, answer)
}

// search runs a search in the background; done prints its result. If there is no legal move, done is called at
// once with an empty result.
func (s *Session) search(limits search.Limits, report func(engine.Lines), done func(search.Info)) error {
	if s.engine.Position().Over() {
		done(search.Info{})
		return nil
	}
	s.printMessages()
	return s.engine.Start(context.Background(), limits, report, func(l engine.Lines, _ error) {
		done(l.Info)
		s.prompt()
	})
}

// noteLine returns the line, with its line end, for a move from a book or for a new proof. It returns "" for another line.
func noteLine(i search.Info) string {
	if i.Note == "" {
		return ""
	}
	return "info string " + i.Note + "\n"
}

// showsChances reports whether info lines tell chances.
func (s *Session) showsChances() bool { return s.engine.Option("UCI_ShowWDL") == "true" }

// infoLines returns the info lines of an iteration, with the notes on them.
func infoLines(p board.Position, l engine.Lines, chances bool) string {
	var lines []string
	for _, i := range l.All() {
		lines = append(lines, noteLine(i)+infoLine(p, i, chances))
	}
	return strings.Join(lines, "\n")
}

// infoLine returns the info line of the text protocol, with or without the chances of the side to move.
func infoLine(p board.Position, i search.Info, chances bool) string {
	wdl := ""
	if chances {
		win, draw, loss := i.Chances(p.Pieces()).Of(1000)
		wdl = fmt.Sprintf(" wdl %d %d %d", win, draw, loss)
	}
	return fmt.Sprintf("info depth %d seldepth %d multipv %d score %s%s nodes %d nps %d hashfull %d tbhits %d time %d pv %s",
		i.Depth, i.SelDepth, i.Rank, i.ScoreText(), wdl, i.Nodes, i.NodesPerSecond(), i.HashFull, i.DatabaseHits,
		i.Time.Milliseconds(), p.LineText(i.PV))
}

func bestMoveLine(p board.Position, best search.Info) string {
	if best.Move().IsNone() {
		return "bestmove " + noMove
	}
	line := "bestmove " + p.MoveText(best.Move())
	if reply := best.PonderMove(); !reply.IsNone() {
		line += " ponder " + p.Play(best.Move()).MoveText(reply)
	}
	return line
}
