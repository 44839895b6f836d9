package client

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/client/keyvalue"
)

// Limits say how long an engine may think about a move. The zero value is no limit.
type Limits struct {
	MoveTime        time.Duration // for each move
	Nodes           uint64        // for each move
	Depth           int           // of each search, in plies
	Time, Increment time.Duration // a clock for the whole game, and what a move adds
	Moves           int           `json:",omitempty"` // after so many moves of a side its clock gets Time again; 0 for never
}

// noClock is the time control without a clock.
const noClock = "inf"

// ErrEndless is the error of limits that are no limit.
var ErrEndless = errors.New("tc=inf is no limit: add nodes=N or depth=N")

// ParseTimeControl reads a clock, such as "60", "60+0.5", "1:30+1" or "40/60": the moves after which the time is added again, the time in
// seconds, or in minutes and seconds, or in hours, minutes and seconds, and the increment in seconds. It returns no limits for "inf".
func ParseTimeControl(text string) (l Limits, err error) {
	if text == noClock {
		return l, nil
	}
	clock, increment, incremental := strings.Cut(text, "+")
	if moves, time, found := strings.Cut(clock, "/"); found {
		clock = time
		if l.Moves, err = strconv.Atoi(moves); err != nil || l.Moves < 1 || strings.HasPrefix(moves, "+") {
			err = fmt.Errorf("%s is no number of moves", board.Quote(moves))
		}
	}
	if err == nil {
		l.Time, err = parseClockTime(clock)
	}
	if err == nil && incremental {
		l.Increment, err = parseDecimal(increment, "s")
	}
	if err == nil && l.Time == 0 {
		err = errors.New("the clock has no time")
	}
	if err != nil {
		return Limits{}, fmt.Errorf("time control %s: %w; want [MOVES/]TIME[+INC], such as 60, 60+0.5, 1:30+1 or 40/60", board.Quote(text), err)
	}
	return l, nil
}

// parseClockTime reads seconds, minutes:seconds or hours:minutes:seconds.
func parseClockTime(text string) (time.Duration, error) {
	parts := strings.Split(text, ":")
	last := len(parts) - 1
	whole, err := parseDecimal(parts[last], "s")
	if err != nil || last == 0 {
		return whole, err
	}
	const maximum = 3 // hours, minutes and seconds
	if len(parts) > maximum {
		return 0, fmt.Errorf("%s has more than hours, minutes and seconds", board.Quote(text))
	}
	unit := time.Minute
	for _, part := range slices.Backward(parts[:last]) {
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil {
			return 0, fmt.Errorf("%s is no whole number of minutes or hours", board.Quote(part))
		}
		whole += time.Duration(n) * unit
		unit *= 60
	}
	return whole, nil
}

// set sets the limit of a key.
func (l *Limits) set(key, value string) (err error) {
	switch key {
	case moveTimeKey:
		l.MoveTime, err = parseTime(value, "ms")
	case secondsKey:
		l.MoveTime, err = parseTime(value, "s")
	case nodesKey:
		l.Nodes, err = strconv.ParseUint(value, 10, 64)
	case depthKey, pliesKey:
		l.Depth, err = strconv.Atoi(value)
	default:
		var clock Limits
		clock, err = ParseTimeControl(value)
		l.Time, l.Increment, l.Moves = clock.Time, clock.Increment, clock.Moves
	}
	switch numError := (*strconv.NumError)(nil); {
	case errors.As(err, &numError):
		return fmt.Errorf("%s is no whole number in range", board.Quote(value))
	case err == nil && key != clockKey && strings.Trim(value, "0.") == "":
		return fmt.Errorf("%s is no limit", board.Quote(value))
	}
	return err
}

// word returns the word of an engine that sets the limits, which are not zero.
func (l Limits) word() keyvalue.Word {
	switch {
	case l.MoveTime > 0:
		return keyvalue.Word{Key: moveTimeKey, Value: decimal(l.MoveTime, time.Millisecond)}
	case l.Nodes > 0:
		return keyvalue.Word{Key: nodesKey, Value: strconv.FormatUint(l.Nodes, 10)}
	case l.Depth > 0:
		return keyvalue.Word{Key: depthKey, Value: strconv.Itoa(l.Depth)}
	}
	return keyvalue.Word{Key: clockKey, Value: l.timeControl()}
}

// IsZero reports whether there is no limit at all.
func (l Limits) IsZero() bool { return l == Limits{} }

// Validate returns an error if a number is negative, if more than one kind of limit is set, or if there
// is an increment without a clock.
func (l Limits) Validate() error {
	var kinds []string
	for _, kind := range []struct {
		name  string
		given bool
	}{{"movetime", l.MoveTime != 0}, {"tc", l.Time != 0}, {"nodes", l.Nodes != 0}, {"depth", l.Depth != 0}} {
		if kind.given {
			kinds = append(kinds, kind.name)
		}
	}
	switch {
	case l.MoveTime < 0 || l.Depth < 0 || l.Time < 0 || l.Increment < 0 || l.Moves < 0:
		return errors.New("a limit is negative")
	case l.Time == 0 && (l.Increment > 0 || l.Moves > 0):
		return errors.New("an increment or a number of moves needs a clock")
	case len(kinds) > 1:
		return fmt.Errorf("%s: only one of them can be the limit", strings.Join(kinds, " and "))
	}
	return nil
}

// Scaled returns the limits with their times multiplied.
func (l Limits) Scaled(factor float64) Limits {
	for _, t := range []*time.Duration{&l.MoveTime, &l.Time, &l.Increment} {
		*t = time.Duration(math.Round(float64(*t) * factor))
	}
	return l
}

// Timed reports whether the limit is one of time: for each move or by a clock.
func (l Limits) Timed() bool { return l.MoveTime > 0 || l.Time > 0 }

// movesOfGame is about how many moves a side makes in a game.
const movesOfGame = 50

// AboutAMove returns the time that an engine has for a move, with a clock about that time, and 0 without a limit of time.
func (l Limits) AboutAMove() time.Duration {
	if l.MoveTime > 0 {
		return l.MoveTime
	}
	return l.Time/time.Duration(cmp.Or(l.Moves, movesOfGame)) + l.Increment
}

// String returns the limit for people: "100 ms a move", "10+0.1 s", "20000 nodes a move",
// "depth 9", "no limit".
func (l Limits) String() string {
	switch {
	case l.MoveTime > 0:
		return decimal(l.MoveTime, time.Millisecond) + " ms a move"
	case l.Nodes > 0:
		return fmt.Sprintf("%d nodes a move", l.Nodes)
	case l.Depth > 0:
		return fmt.Sprintf("depth %d", l.Depth)
	case l.Time > 0:
		return l.timeControl() + " s"
	default:
		return "no limit"
	}
}

// timeControl returns the clock as ParseTimeControl reads it.
func (l Limits) timeControl() string {
	text := decimal(l.Time, time.Second)
	if l.Moves > 0 {
		text = strconv.Itoa(l.Moves) + "/" + text
	}
	if l.Increment > 0 {
		text += "+" + decimal(l.Increment, time.Second)
	}
	return text
}

// decimal returns d in the given unit, time.Second or time.Millisecond, as a decimal number
// without loss.
func decimal(d, unit time.Duration) string {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	digits := len(fmt.Sprint(int64(unit))) - 1
	text := fmt.Sprintf("%s%d.%0*d", sign, d/unit, digits, d%unit)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// parseTime reads a duration above 0 with a unit of its own, such as 200ms or 1.5s, or from a decimal number without one.
func parseTime(text, symbol string) (time.Duration, error) {
	if d, err := time.ParseDuration(text); err == nil && d > 0 && !strings.HasPrefix(text, "+") {
		return d, nil
	}
	return parseDecimal(text, symbol)
}

// parseDecimal reads a duration from a decimal number without a sign. Symbol is the symbol of the unit,
// "s" or "ms".
func parseDecimal(text, symbol string) (time.Duration, error) {
	if strings.Trim(text, "0123456789.") == "" {
		if d, err := time.ParseDuration(text + symbol); err == nil {
			return d, nil
		}
	}
	return 0, fmt.Errorf("%s is no number of %s", board.Quote(text), unitNames[symbol])
}

// unitNames are the words for the symbols of units.
var unitNames = map[string]string{"s": "seconds", "ms": "milliseconds"}
