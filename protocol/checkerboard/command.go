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

// refusal is the reply that hosts test for.
const refusal = "?"

// Command answers a string of enginecommand, in the host's text, and reports whether it was
// understood; if not, the reply is "?". A setting that cannot be changed while a move is
// thought about is changed when that is over.
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
		if value, waits := l.waiting(strings.TrimSpace(rest)); waits {
			return value, nil
		}
	case "set":
		name, value, _ := strings.Cut(strings.TrimSpace(rest), " ")
		return l.set(setting{name, strings.TrimSpace(value)})
	}
	return l.plug.Command(line)
}

// about adds to the engine's own text where settings are kept and what went wrong.
func (l *Library) about(line string) (string, error) {
	answer, err := l.plug.Command(line)
	if err != nil {
		return "", err
	}
	if l.kept.name != "" {
		answer += "\nsettings: " + l.kept.name
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, note := range l.notes {
		answer += "\nnote: " + note
	}
	return answer, nil
}

// setting is the name of a setting and a value for it.
type setting struct{ name, value string }

// set changes a setting now or later, and keeps it for the next run.
func (l *Library) set(s setting) (string, error) {
	reply, err := l.plug.Command("set " + s.name + " " + s.value)
	if errors.Is(err, engine.ErrSearching) {
		l.postpone(s)
		return s.name + " is set after this move", nil
	}
	if err != nil {
		return "", err
	}
	l.forget(s.name)
	if err := l.keep(s.name); err != nil {
		reply += ", but cannot be kept: " + err.Error()
	}
	return reply, nil
}

// postpone puts a setting off until the search is over; the last value counts.
func (l *Library) postpone(s setting) {
	l.forget(s.name)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.later = append(l.later, s)
}

func (l *Library) forget(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, s := range l.later {
		if s.name == name {
			l.later = append(l.later[:i:i], l.later[i+1:]...)
			return
		}
	}
}

// waiting returns the value that a setting will have after the search.
func (l *Library) waiting(name string) (value string, waits bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.later {
		if s.name == name {
			return s.value, true
		}
	}
	return "", false
}

// catchUp changes the settings that were put off.
func (l *Library) catchUp() {
	l.mu.Lock()
	due := l.later
	l.later = nil
	l.mu.Unlock()
	for _, s := range due {
		if _, err := l.set(s); err != nil {
			l.note("%s", fmt.Errorf("set %s %s: %w", s.name, s.value, err))
		}
	}
}

// ascii returns s with a question mark for everything else.
func ascii(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 {
			return r
		}
		return '?'
	}, s)
}

func verbatim(s string) string { return s }

// oneLine keeps brackets and line ends out of texts that become comments in games.
func oneLine(s string) string {
	return strings.NewReplacer("\n", " ", "\r", " ", "\x00", " ", "{", "", "}", "", "(", "", ")", "").Replace(s)
}
