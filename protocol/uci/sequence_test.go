package uci

import (
	"bytes"
	"context"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/session"
)

// The tests here send commands in every order, while no search runs, while one runs, and while one just ends, and hold what the
// session prints to a model: one bestmove for each go that was taken, of the position that was set up then; one error for each command
// that was refused, which changes nothing; one readyok for each isready; and quit and the end of the input end the session.

// pause is an empty line, which is no command. Nothing is sent after it until a search that ends by itself is over.
const pause = ""

// endOfInput is the last command of every sequence without quit.
const endOfInput = "end of input"

// commandsInAnyOrder are the commands of the sequences. The positions have different moves, and one has none.
var commandsInAnyOrder = []string{
	"go nodes 300", "go infinite", "go ponder nodes 300", "go ponder", "stop", "ponderhit", "position startpos", "position startpos moves 11-15",
	"position fen W:W:B1", "position fen banana", "setoption name MultiPV value 2", "isready", "quit", endOfInput,
}

// movesOf has the legal moves of the positions with a move.
var movesOf = map[string][]string{
	"position startpos":             {"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"},
	"position startpos moves 11-15": {"21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"},
}

// fenOf has the positions.
var fenOf = map[string]string{
	"position startpos":             board.Start().FEN(),
	"position startpos moves 11-15": board.Start().Play(board.Move{From: 10, To: 14}).FEN(),
	"position fen W:W:B1":           "W:W:B1",
}

// model is a state in which a session may be.
type model struct {
	next    int    // of the commands: those before it were taken
	board   string // the command that has set up the position
	lost    bool   // the last position was refused
	multiPV string
	search  string // the board of the search that runs; "" without one
	holds   string // the command for which the search waits, stop or ponderhit; "" if it ends by itself
	due     string // the events, a line each, that are printed before the next command is taken
	over    bool   // the session has ended
}

// event returns what an output line tells: of a search the command that has set up its position, which is known by the moves, or "none".
func event(line string) string {
	words := strings.Fields(line)
	position := func(move string) string {
		for command, moves := range movesOf {
			if slices.Contains(moves, move) {
				return command
			}
		}
		return move
	}
	switch {
	case words[0] == "readyok":
		return "readyok\n"
	case words[0] == "bestmove":
		return "bestmove:" + position(words[1]) + "\n"
	case strings.HasPrefix(line, "info string error: "):
		return "error:" + words[3] + "\n"
	case strings.HasPrefix(line, "info depth "):
		return "info:" + position(words[slices.Index(words, "pv")+1]) + "\n"
	}
	return "unexpected:" + line
}

// found is what bestmove or info tells of a search of a board.
func found(kind, board string) string {
	if movesOf[board] == nil {
		board = noMove
	}
	return kind + ":" + board + "\n"
}

// take returns the state after the next command.
func (m model) take(command string) model {
	m.next++
	word, _, _ := strings.Cut(command, " ")
	switch {
	case command == pause:
	case word == "isready":
		m.due = "readyok\n"
	case word == "ponderhit":
		if m.holds == "ponderhit" {
			m.holds = ""
		}
	case word == "stop", word == "quit", command == endOfInput:
		if m.search != "" {
			m.due = found("bestmove", m.search)
		}
		m.over = word != "stop"
	case m.search != "":
		m.due = "error:" + word + ":\n"
	case command == "position fen banana":
		m.lost, m.due = true, "error:position:\n"
	case word == "position":
		m.lost, m.board = false, command
	case word == "setoption":
		m.multiPV = "2"
	case word == "go":
		m = m.goes(command)
	}
	return m
}

// goes returns the state after a go command that was taken.
func (m model) goes(command string) model {
	m.search = m.board
	if m.lost {
		m.search, m.due = noMove, "error:go:\n"
	}
	switch {
	case command == "go infinite", command == "go ponder" && movesOf[m.search] != nil: // which is infinite, too
		m.holds = "stop"
	case strings.HasPrefix(command, "go ponder"):
		m.holds = "ponderhit"
	default:
		m.holds = ""
		if movesOf[m.search] == nil {
			m.due += found("bestmove", m.search)
		}
	}
	return m
}

// ended returns the state after the end of the search, if one runs.
func (m model) ended() model {
	m.search, m.holds = "", ""
	return m
}

// print returns the state after an event, and false if the event is wrong.
func (m model) print(event string) (after model, ok bool) {
	switch {
	case strings.HasPrefix(m.due, event):
		m.due = m.due[len(event):]
	case m.search != "" && event == found("info", m.search):
		return m, movesOf[m.search] != nil
	case m.search == "" || m.holds != "" || event != found("bestmove", m.search):
		return m, false
	}
	if strings.HasPrefix(event, "bestmove") {
		m = m.ended()
	}
	return m, true
}

// models are the states in which a session may be.
type models map[model]bool

// printed returns the states after an event.
func (all models) printed(event string) models {
	after := models{}
	for m := range all {
		if next, ok := m.print(event); ok {
			after[next] = true
		}
	}
	return after
}

// reachable returns the states and those that may follow them before anything is printed.
func (all models) reachable(commands []string) models {
	reached := models{}
	for m := range all {
		for reached[m] = true; m.due == "" && !m.over; reached[m] = true {
			m = m.take(commands[m.next])
		}
	}
	return reached
}

// ended returns the states after the end of the search.
func (all models) ended() models {
	after := models{}
	for m := range all {
		after[m.ended()] = true
	}
	return after
}

// sent returns the states after a command, whose events are left out.
func (all models) sent(command string) models {
	after := models{}
	for m := range all {
		before := []model{m}
		if m.holds == "" {
			before = append(before, m.ended())
		}
		for _, m := range before {
			if m = m.take(command); strings.Contains(m.due, "bestmove") {
				m = m.ended()
			}
			m.due = ""
			after[m] = true
		}
	}
	return after
}

// holds reports whether a search may run that waits for a command.
func (all models) holds() bool {
	for m := range all {
		if m.holds != "" {
			return true
		}
	}
	return false
}

// sender gives the lines of commands, one in each Read.
type sender struct {
	engine   *session.Session
	commands []string // the last is quit or the end of the input
	sent     int
	states   models
}

func (s *sender) Read(p []byte) (int, error) {
	if s.sent == len(s.commands) {
		return 0, io.EOF
	}
	if s.sent > 0 && s.commands[s.sent-1] == pause && !s.states.holds() {
		s.engine.Wait() // the session has taken what came before the pause: it has read the empty line
		s.states = s.states.ended()
	}
	command := s.commands[s.sent]
	s.sent, s.states = s.sent+1, s.states.sent(command)
	if command == endOfInput {
		return 0, io.EOF
	}
	return copy(p, command+"\n"), nil
}

// obey runs a session on commands and holds what it prints to the model.
func obey(t require.TestingT, e *session.Session, commands ...string) {
	commands = append(slices.Clone(commands), endOfInput)
	commands = commands[:1+slices.IndexFunc(commands, func(c string) bool { return c == "quit" || c == endOfInput })]
	require.NoError(t, e.NewGame())
	require.NoError(t, e.SetOption("MultiPV", "1"))
	begin := models{{board: "position startpos", multiPV: "1"}: true}
	var out bytes.Buffer
	ended := make(chan error, 1)
	go func() {
		ended <- NewSession(e, &out).Run(context.Background(), &sender{engine: e, commands: commands, states: begin})
	}()
	select {
	case err := <-ended:
		require.NoError(t, err)
	case <-time.After(patience):
		require.FailNow(t, "the session does not end", "%q", commands)
	}
	states := begin.reachable(commands)
	for line := range strings.Lines(out.String()) {
		states = states.printed(event(line)).reachable(commands)
		require.NotEmpty(t, states, "%q\n%s\nwrong is %s", commands, out.String(), line)
	}
	for m := range states {
		if m.over && m.due == "" && e.Position().FEN() == fenOf[m.board] && e.Option("MultiPV") == m.multiPV {
			return
		}
	}
	require.FailNow(t, "the session is in no state of the model", "%q\n%s\n%s, MultiPV %s\n%+v", commands, out.String(), e.Position().FEN(), e.Option("MultiPV"), states)
}

// commanded returns an engine for many sessions, one after the other.
func commanded(t *testing.T) *session.Session {
	e := session.NewSized(1)
	t.Cleanup(func() {
		if !t.Failed() { // else a search may never end
			require.NoError(t, e.Close())
		}
	})
	return e
}

// TestEveryPairOfCommands: a pair of commands comes with pauses or without, and in both ways if ZONDA_LONG is set.
func TestEveryPairOfCommands(t *testing.T) {
	t.Parallel()
	e, long := commanded(t), os.Getenv("ZONDA_LONG") != ""
	for i, before := range []string{"isready", "position fen W:W:B1", "go nodes 300", "go infinite", "go ponder nodes 300"} {
		for j, first := range commandsInAnyOrder {
			for k, second := range commandsInAnyOrder {
				paused := (i+j+k)%2 == 1
				if long || !paused {
					obey(t, e, before, first, second, "stop", "go nodes 300")
				}
				if long || paused {
					obey(t, e, before, pause, first, pause, second, pause, "stop", "go nodes 300", pause)
				}
			}
		}
	}
}

func TestSequencesOfCommands(t *testing.T) {
	t.Parallel()
	e := commanded(t)
	rapid.Check(t, func(t *rapid.T) {
		command := rapid.SampledFrom(append([]string{pause, "isready", "stop"}, commandsInAnyOrder[:12]...))
		commands := rapid.SliceOfN(command, 0, 30).Draw(t, "commands")
		obey(t, e, append(commands, rapid.SampledFrom(commandsInAnyOrder[12:]).Draw(t, "last"))...)
	})
}
