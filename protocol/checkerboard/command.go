package checkerboard

import (
	"errors"
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/engine"
)

var errNoBoard = errors.New("there is no board")

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
		if value, waits := l.postponedValue(strings.TrimSpace(rest)); waits {
			return value, nil
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

// set changes a setting now or after the search, and writes it to the settings file.
func (l *Library) set(s assignment) (string, error) {
	reply, err := l.adapter.Command("set " + s.name + " " + s.value)
	if errors.Is(err, engine.ErrSearching) {
		l.postpone(s)
		return s.name + " is set after this move", nil
	}
	if err != nil {
		return "", err
	}
	l.dropPostponed(s.name)
	if err := l.keep(s.name); err != nil {
		reply += ", but cannot be kept: " + err.Error()
	}
	return reply, nil
}

// postpone makes a setting change after the search. If it is called twice for a setting, the last value counts.
func (l *Library) postpone(s assignment) {
	l.dropPostponed(s.name)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.postponed = append(l.postponed, s)
}

// dropPostponed removes a setting from those that change after the search.
func (l *Library) dropPostponed(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, s := range l.postponed {
		if s.name == name {
			l.postponed = append(l.postponed[:i:i], l.postponed[i+1:]...)
			return
		}
	}
}

// postponedValue returns the value that a setting will have after the search, false if the setting does not change then.
func (l *Library) postponedValue(name string) (value string, waits bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.postponed {
		if s.name == name {
			return s.value, true
		}
	}
	return "", false
}

// setPostponed changes the settings that were postponed.
func (l *Library) setPostponed() {
	l.mu.Lock()
	due := l.postponed
	l.postponed = nil
	l.mu.Unlock()
	for _, s := range due {
		if _, err := l.set(s); err != nil {
			l.note("%s", fmt.Errorf("set %s %s: %w", s.name, s.value, err))
		}
	}
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

// verbatim returns s unchanged.
func verbatim(s string) string { return s }

// oneLine removes brackets and line ends from a text. Hosts write the text into comments of games.
func oneLine(s string) string {
	return strings.NewReplacer("\n", " ", "\r", " ", "\x00", " ", "{", "", "}", "", "(", "", ")", "").Replace(s)
}
