package checkerboard

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
)

// Lengths of replies in bytes, without the zero that ends them. Hosts keep most of them in
// buffers of 256 bytes.
const (
	maxReply     = 254
	maxLongReply = 1023
)

// longReplies are the commands for whose replies hosts have more room.
var longReplies = []string{"about", "set check_wld_dir ", "set check_mtc_dir "}

// refusal is the reply to a command that was not understood. Hosts test for it.
const refusal = "?"

// Command answers a string of enginecommand, in the host's 8-bit text, and reports whether the
// string was understood. If it was not, the reply is "?". A setting that cannot be changed
// during a search is changed after the search.
func (l *Library) Command(command string) (reply string, ok bool) {
	reply, ok = refusal, false
	defer l.survive("enginecommand")
	line := strings.TrimSpace(l.decode(command))
	answer, err := l.answer(line)
	if err != nil {
		return refusal, false
	}
	room := maxReply
	for _, long := range longReplies {
		if strings.HasPrefix(line+" ", long) {
			room = maxLongReply
		}
	}
	answer = l.encode(answer)
	return answer[:min(len(answer), room)], true
}

func (l *Library) answer(line string) (string, error) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "help": // the name of a file with help; there is none
		return "", nil
	case "about":
		return l.about(line)
	case "get":
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, s := range l.postponed {
			if s.name == strings.TrimSpace(rest) {
				return s.value, nil
			}
		}
	case "set":
		name, value, _ := strings.Cut(strings.TrimSpace(rest), " ")
		return l.set(assignment{name, strings.TrimSpace(value)})
	}
	return l.adapter.Command(line)
}

// about returns the engine's text about itself, the name of the settings file and the notes.
func (l *Library) about(line string) (string, error) {
	answer, err := l.adapter.Command(line)
	if err != nil {
		return "", err
	}
	if l.settings.name != "" {
		answer += "\nsettings: " + l.settings.name
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, note := range l.notes {
		answer += "\nnote: " + note
	}
	return answer, nil
}

// assignment is the name of a setting and a value for it.
type assignment struct{ name, value string }

// set changes a setting and writes it to the settings file, or makes it change after the search. The last value counts.
func (l *Library) set(s assignment) (string, error) {
	reply, err := l.adapter.Command("set " + s.name + " " + s.value)
	late := errors.Is(err, engine.ErrSearching)
	if err != nil && !late {
		return "", err
	}
	l.mu.Lock()
	l.postponed = slices.DeleteFunc(l.postponed, func(p assignment) bool { return p.name == s.name })
	if late {
		l.postponed = append(l.postponed, s)
	}
	l.mu.Unlock()
	switch {
	case late:
		return s.name + " is set after this move", nil
	case slices.Contains(kept(), s.name):
		value, err := l.adapter.Command("get " + s.name)
		if err == nil {
			err = l.settings.keep(s.name, value)
		}
		if err != nil {
			reply += ", but cannot be kept: " + err.Error()
		}
	}
	return reply, nil
}

// ascii returns s with a question mark in place of every character that is not ASCII.
func ascii(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 {
			return r
		}
		return '?'
	}, s)
}

// oneLine removes brackets and line ends from a text. Hosts write the text into comments of games.
func oneLine(s string) string {
	return strings.NewReplacer("\n", " ", "\r", " ", "\x00", " ", "{", "", "}", "", "(", "", ")", "").Replace(s)
}

// Command describes the strings of CheckerBoard that begin with one word, the name of the command.
type Command struct {
	Name   string
	Usage  string // the arguments
	Help   string // one line
	During bool   // the command is answered also while a search runs

	answer func(a *Adapter, arguments string) (string, error)
}

// Commands returns the commands that an Adapter answers.
func Commands() []Command {
	return []Command{
		{Name: "islegal", Usage: "FEN FROM TO", Help: "is there such a move?", During: true, answer: (*Adapter).isLegal},
		{Name: "name", Help: "the engine's name", During: true,
			answer: func(*Adapter, string) (string, error) { return engine.FullName(), nil }},
		{Name: "about", Help: "what the engine is", During: true,
			answer: func(*Adapter, string) (string, error) {
				return engine.FullName() + ", an engine for English draughts in the tradition of CHINOOK\nfree software under the MIT licence", nil
			}},
		{Name: "get", Usage: "NAME", Help: "reads a setting", During: true, answer: (*Adapter).get},
		{Name: "set", Usage: "NAME VALUE", Help: "changes a setting", answer: (*Adapter).set},
		{Name: "staticevaluation", Usage: "FEN", Help: "explains the evaluation of a position", During: true, answer: (*Adapter).staticEvaluation},
	}
}

// maxEvaluation is the largest number of bytes of an explained evaluation: CheckerBoard keeps replies in buffers of 256 bytes, and
// the text protocol writes a line end as two bytes.
const maxEvaluation = 230

// staticEvaluation answers "staticevaluation FEN": the value, and as many of the terms with the largest shares as fit
// into a reply.
func (a *Adapter) staticEvaluation(fen string) (string, error) {
	position, err := board.ParseFEN(fen)
	if err != nil {
		return "", err
	}
	return a.engine.Explain(position).Summary(a.engine.Evaluator().Evaluate(position), maxEvaluation), nil
}

// isLegal answers "islegal FEN FROM TO" with the move's text.
func (a *Adapter) isLegal(arguments string) (string, error) {
	words := strings.Fields(arguments)
	if len(words) != 3 {
		return "", errors.New("want: islegal FEN FROM TO")
	}
	position, err := board.ParseFEN(words[0])
	if err != nil {
		return "", err
	}
	path, err := board.ParsePath(words[1] + "-" + words[2])
	if err != nil || len(path) != 2 {
		return "", fmt.Errorf("%s and %s are not two squares", board.Quote(words[1]), board.Quote(words[2]))
	}
	m, ok := position.FirstMove(path[0], path[1])
	if !ok || position.Finished() {
		return "", fmt.Errorf("no move from %s to %s", words[1], words[2])
	}
	return position.MoveText(m), nil
}
