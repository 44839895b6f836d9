package player

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
)

// Limits say how long an engine may think about a move. The zero value is no limit.
type Limits struct {
	MoveTime        time.Duration // for each move
	Nodes           uint64        // for each move
	Depth           int           // of each search, in plies
	Time, Increment time.Duration // a clock for the whole game, and what a move adds
}

// ParseTimeControl reads a clock in seconds: "60" or, with an increment, "60+0.5".
func ParseTimeControl(text string) (whole, increment time.Duration, err error) {
	first, second, incremental := strings.Cut(text, "+")
	if whole, err = parseDecimal(first, "s"); err == nil && incremental {
		increment, err = parseDecimal(second, "s")
	}
	if err == nil && whole == 0 {
		err = errors.New("the clock has no time")
	}
	if err != nil {
		return 0, 0, fmt.Errorf("time control %s: %w; want SECONDS or SECONDS+INCREMENT, such as 60 or 60+0.5", board.Quote(text), err)
	}
	return whole, increment, nil
}

// IsZero reports whether there is no limit at all.
func (l Limits) IsZero() bool { return l == Limits{} }

// Validate returns an error if a number is negative, if more than one kind of limit is set, or if there
// is an increment without a clock.
func (l Limits) Validate() error {
	kinds := 0
	for _, given := range []bool{l.MoveTime != 0, l.Nodes != 0, l.Depth != 0, l.Time != 0} {
		if given {
			kinds++
		}
	}
	switch {
	case l.MoveTime < 0 || l.Depth < 0 || l.Time < 0 || l.Increment < 0:
		return errors.New("a limit is negative")
	case l.Time == 0 && l.Increment > 0:
		return errors.New("an increment needs a clock")
	case kinds > 1:
		return errors.New("only one of time a move, nodes, depth and clock can be the limit")
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
	return l.Time/movesOfGame + l.Increment
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
