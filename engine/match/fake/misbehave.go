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

// now reports whether the argument wants something of the move asked for.
func (e *engine) now(argument string) bool {
	n, err := strconv.Atoi(e.arguments[argument])
	return err == nil && n == e.asked
}

// misbehave does what the arguments want in place of a move.
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

// lateness returns how long the move asked for is held back.
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

// falsify returns the text to be answered in place of a sound move's.
func (e *engine) falsify(sound string) string {
	switch {
	case e.now("illegal"):
		return "1-32"
	case e.now("nonsense"):
		return "banana"
	case e.now("none"):
		return "none"
	}
	return sound
}

// answer says a line that answers something, with what the arguments want around it.
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

// misbehaveNew does what the arguments want when a new game begins.
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

// refuses reports whether the option, or "position", is what the arguments want refused.
func (e *engine) refuses(option string) bool {
	return e.has("refuse") && strings.EqualFold(option, e.arguments["refuse"])
}
