package fake

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	longTime = time.Minute // longer than any test waits
	longLine = 2 << 20     // bytes
)

// now reports whether the value of the argument is the number of the current move.
func (e *engine) now(argument string) bool {
	n, err := strconv.Atoi(e.arguments[argument])
	return err == nil && n == e.asked
}

// misbehave does what the arguments ask for in place of the current move.
func (e *engine) misbehave() exit {
	switch {
	case e.now("crash"):
		fmt.Fprintf(os.Stderr, "fake: crash at move %d, as asked\n\n", e.asked)
		return crashed
	case e.now("panic"):
		panic("as asked")
	case e.now("leave"):
		return done
	case e.now("hang"):
		for e.in.Scan() {
		}
		return done
	case e.now("flood"):
		for {
			e.say("info depth 1 score cp 1 nodes 1 pv 11-15")
		}
	case e.now("longline"):
		e.say("info string %s", strings.Repeat("x", longLine))
	}
	time.Sleep(e.lateness())
	return goOn
}

// lateness returns how long the current move is delayed.
func (e *engine) lateness() time.Duration {
	move, delay, single := strings.Cut(e.arguments["late"], ":")
	if !single {
		move, delay = strconv.Itoa(e.asked), move
	}
	ms, err := strconv.Atoi(delay)
	if err != nil || move != strconv.Itoa(e.asked) {
		return 0
	}
	return time.Duration(ms) * time.Millisecond
}

// falsify returns the text of the answer: sound, the text of a legal move, unless an argument asks for
// something else.
func (e *engine) falsify(sound string) string {
	switch {
	case e.now("illegal"):
		return "1-32"
	case e.now("nonsense"):
		return "banana"
	case e.now("none"):
		return "none"
	case e.now("resign"):
		return "resign"
	}
	return sound
}

// answer writes a line that answers a command, and around it the lines that the arguments ask for.
func (e *engine) answer(format string, values ...any) {
	text := fmt.Sprintf(format, values...)
	isMove := strings.Contains(text, "move")
	if !e.has("noise") {
		e.say("%s", text)
	} else {
		unasked := "bestmove 1-5\r\ndone move=1-5\r"
		if isMove {
			unasked = ""
		}
		e.say("\r\n\xff\xfe\x00 %s\r\n = \"\r\n%s\n%s\r", text, unasked, text)
	}
	if isMove && e.has("twice") {
		e.say("%s", text)
	}
}

// misbehaveNew does what the arguments ask for when a new game begins.
func (e *engine) misbehaveNew() exit {
	if e.has("crashnew") {
		return crashed
	}
	if e.has("deaf") {
		time.Sleep(longTime)
	}
	return goOn
}

var errRefused = errors.New("position is refused, as asked")

// refuses reports whether the option, or "position", is the one that the arguments refuse.
func (e *engine) refuses(option string) bool {
	return e.has("refuse") && strings.EqualFold(option, e.arguments["refuse"])
}
