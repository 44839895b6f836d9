package hub

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/zonda-checkers/zonda/internal/number"
	"github.com/zonda-checkers/zonda/search"
)

// level holds the limits that "level" commands have set for the next search. The commands may come in any
// order, before or after the position. The first command after a position replaces the commands before it, and
// "infinite" replaces all earlier commands. After a search the level is empty.
type level struct {
	limits search.Limits
	clock  search.Clock
	old    bool // a position has come since the last "level" command
	asked  bool // a level was sent that is not infinite, right or wrong
}

// atOnce is the time of a search for a move at once. A level without a limit that can be kept gets this time: a host
// that waits for the move would wait for ever.
const atOnce = time.Millisecond

// maxTime is the longest time that a command may give, in seconds: thirty years. The sum of two such times fits in
// a time.Duration.
const maxTime = 1e9

// add takes the arguments of a command, or none of them if an argument is wrong. Unknown arguments are ignored. A limit below
// 1 means a move at once.
func (l *level) add(arguments []argument) error {
	l.asked = true
	next := *l
	infinite := slices.ContainsFunc(arguments, func(a argument) bool { return a.name == "infinite" })
	if l.old || infinite {
		next = level{asked: !infinite}
	}
	for _, a := range arguments {
		if err := next.set(a); err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
	}
	*l = next
	return nil
}

func (l *level) set(a argument) (err error) {
	var n int64
	switch a.name {
	case "depth":
		n, err = l.limit(a)
		l.limits.Depth = search.Depth(min(n, int64(search.MaxDepth)))
	case "nodes":
		n, err = l.limit(a)
		l.limits.Nodes = uint64(n)
	case "moves":
		n, err = whole(a)
		l.clock.MovesToGo = int(min(max(n, 0), math.MaxInt32))
	case "move-time":
		l.limits.MoveTime, err = seconds(a)
		l.limits.MoveTime = max(l.limits.MoveTime, atOnce)
	case "time":
		l.clock.Remaining, err = seconds(a)
		l.limits.Clock = &search.Clock{}
	case "inc":
		l.clock.Increment, err = seconds(a)
		l.clock.Increment = max(l.clock.Increment, 0)
	}
	return err
}

// limit reads the number of a limit. If it is less than 1, the move is to come at once.
func (l *level) limit(a argument) (int64, error) {
	n, err := whole(a)
	if err == nil && n < 1 {
		l.limits.MoveTime = atOnce
	}
	return max(n, 0), err
}

func whole(a argument) (int64, error) {
	n, err := strconv.ParseInt(number.Plain(a.value), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("'%s' is not a whole number", clip(a.value))
	}
	return n, nil
}

func seconds(a argument) (time.Duration, error) {
	s, err := strconv.ParseFloat(a.value, 64)
	if err != nil || math.IsNaN(s) || s > maxTime || s < -maxTime {
		return 0, fmt.Errorf("'%s' is not a number of seconds", clip(a.value))
	}
	return time.Duration(s * float64(time.Second)), nil
}

// take returns the limits for a search and clears the level. Without limits the search is infinite, but after a level that
// set none (a wrong one, parts of a clock alone, unknown words) the move comes at once. The
// increment is added to the clock, because a host subtracts it before it sends the clock.
func (l *level) take() search.Limits {
	limits := l.limits
	if limits.Clock != nil {
		limits.Clock = &search.Clock{
			Remaining: l.clock.Remaining + l.clock.Increment,
			Increment: l.clock.Increment,
			MovesToGo: l.clock.MovesToGo,
		}
	}
	switch unlimited := limits.Depth == 0 && limits.Nodes == 0 && limits.MoveTime == 0 && limits.Clock == nil; {
	case unlimited && l.asked:
		limits.MoveTime = atOnce
	case unlimited:
		limits.Infinite = true
	}
	limits.MultiPV = 1
	*l = level{}
	return limits
}
