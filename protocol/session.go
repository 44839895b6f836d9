package protocol

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
)

// Session is one conversation with a front end about one engine. Use NewSession. Its
// fields belong to the goroutine of Run, unless mu guards them.
type Session struct {
	engine   *engine.Engine
	commands []command
	plug     *Plug // for CheckerBoard's commands
	job      *job  // what runs in the background

	waiting   []string         // lines that came while a count ran
	impatient <-chan time.Time // when a quit among them waits no longer

	mu  sync.Mutex // guards out
	out io.Writer
}

// job is work that goes on while lines are read.
type job struct {
	cancel func()
	counts bool          // ends of itself and prints a count
	over   atomic.Bool   // its last lines are about to be printed
	done   chan struct{} // closed after them
}

// NewSession returns a session that answers on out, a whole line a Write.
func NewSession(e *engine.Engine, out io.Writer) *Session {
	return &Session{engine: e, commands: commandTable(), plug: NewPlug(e), out: out}
}

// Run reads commands from in and answers them until quit, the end of in, or the end
// of ctx; then it stops what is running and prints its result. The error is that of
// reading.
func (s *Session) Run(ctx context.Context, in io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	inputs, failed := Lines(ctx, in)
	defer s.finishJob()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-failed:
			s.finishLines(ctx)
			return err
		case <-s.due():
			if s.takeWaiting() {
				return nil
			}
		case <-s.impatient:
			return nil
		case i := <-inputs:
			s.engine.Log().Debug("received", zap.String("line", i.Line))
			if i.Err != nil {
				s.rejectLine(i.Line, i.Err)
			} else if s.take(i.Line) {
				return nil
			}
		}
	}
}

// take answers one line, or keeps it until a count is done, and reports whether the
// session ends.
func (s *Session) take(line string) (quit bool) {
	word, arguments := cutWord(line)
	c := find(s.commands, word)
	switch {
	case word == "":
		return false
	case s.mustWait(c):
		s.keep(line, c)
		return false
	case c == nil:
		s.refuse(fmt.Errorf("unknown command %s; help lists them", board.Quote(word)))
		return false
	}
	if err := s.perform(c, arguments); err != nil {
		s.reject(c, fmt.Errorf("%s: %w", word, err))
		return false
	}
	return c.quits
}

// rejectLine answers a line that could not be read, of which this is the beginning.
func (s *Session) rejectLine(beginning string, err error) {
	word, _ := cutWord(beginning)
	s.reject(find(s.commands, word), err)
}

// reject says what is wrong in the way of the command, nil for none.
func (s *Session) reject(c *command, err error) {
	if c == nil || !c.checkerBoard {
		s.refuse(err)
		return
	}
	s.engine.Log().Info("refused", zap.Error(err))
	s.print("reply 0 ?")
}

func (s *Session) perform(c *command, arguments string) error {
	if s.running() && !c.during {
		return engine.ErrSearching
	}
	if err := c.check(arguments); err != nil {
		return err
	}
	if c.run != nil {
		return c.run(s, arguments)
	}
	text, err := c.answer(s.plug, arguments)
	if err == nil {
		s.print("%s", strings.TrimRight("reply 1 "+strings.ReplaceAll(text, "\n", `\n`), " "))
	}
	return err
}

// cutWord splits a line at the blanks after its first word.
func cutWord(line string) (word, rest string) {
	line = strings.TrimSpace(line)
	i := strings.IndexAny(line, " \t")
	if i < 0 {
		return line, ""
	}
	return line[:i], strings.TrimSpace(line[i:])
}

// refuse says what was wrong with a line.
func (s *Session) refuse(err error) { s.print("info string error: %s", err) }

// print writes one line, or several with line ends between them, in one Write.
func (s *Session) print(format string, arguments ...any) {
	text := fmt.Sprintf(format, arguments...)
	s.engine.Log().Debug("sent", zap.String("line", text))
	s.mu.Lock()
	defer s.mu.Unlock()
	// A front end that no longer listens ends the input too, and with it the session.
	_, _ = io.WriteString(s.out, text+"\n")
}

// launch runs work in the background and then conclude, which prints the last lines;
// cancel makes work end soon. Whoever has read the last line may send the next
// command at once, so the job counts as over before conclude begins.
func (s *Session) launch(cancel, work, conclude func()) {
	j := &job{cancel: cancel, done: make(chan struct{})}
	s.job = j
	go func() {
		defer close(j.done)
		work()
		j.over.Store(true)
		conclude()
	}()
}

// running reports whether a job is under way; one that is printing its last lines is
// waited for.
func (s *Session) running() bool {
	if s.job == nil {
		return false
	}
	if !s.job.over.Load() {
		return true
	}
	<-s.job.done
	s.job = nil
	return false
}

// finishJob makes the running job end and waits for its last line.
func (s *Session) finishJob() {
	if s.running() {
		s.job.cancel()
		<-s.job.done
		s.job = nil
	}
}
