package cbhost

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
)

// thinking says how long a library thinks.
type thinking struct {
	seconds  float64       // what it is told
	limit    time.Duration // when it is told to move, 0 for never
	info     int32
	moreInfo int32 // the clock, as info says
}

// The flags of getmove's argument info.
const (
	forgetHistory int32 = 1 << 0
	exactTime     int32 = 1 << 1
	clockShift          = 2 // of the number of the clock's unit
)

// endless is the time in seconds that CheckerBoard gives for its level "infinite".
const endless = 8_600_000

// clockReserve is the time that is kept back of a clock.
const clockReserve = 20 * time.Millisecond

// thinkingOf reads the arguments of go for the side to move. A library knows times only: other limits are an error, with
// a time that is short.
func thinkingOf(words []string, turn board.Color) (thinking, error) {
	numbers := map[string]int64{}
	unknown := ""
	for i := 0; i < len(words); i++ {
		switch word := words[i]; word {
		case "infinite":
		case "movetime", "btime", "wtime", "binc", "winc", "movestogo":
			if i++; i == len(words) {
				return ofMoveTime(time.Millisecond), fmt.Errorf("%s has no number", word)
			}
			n, err := strconv.ParseInt(words[i], 10, 64)
			if err != nil {
				return ofMoveTime(time.Millisecond), fmt.Errorf("%s %s is no number", word, board.Quote(words[i]))
			}
			numbers[word] = max(0, min(n, endless*1000))
		default:
			unknown = strings.Join(words[i:], " ")
			i = len(words)
		}
	}
	milliseconds := func(word string) time.Duration { return time.Duration(numbers[word]) * time.Millisecond }
	side := strings.ToLower(string(turn.Letter()))
	_, timed := numbers[side+"time"]
	switch moveTime, ok := numbers["movetime"]; {
	case ok:
		return ofMoveTime(time.Duration(moveTime) * time.Millisecond), nil
	case timed:
		return ofClock(milliseconds(side+"time"), milliseconds(side+"inc"), int(numbers["movestogo"])), nil
	case unknown != "":
		return ofMoveTime(10 * time.Millisecond), fmt.Errorf("a library for CheckerBoard knows times only, not %s", board.Quote(unknown))
	}
	return thinking{seconds: endless}, nil
}

// ofMoveTime returns what a library is told for a time of each move. Some take three times as long unless they are told to move.
func ofMoveTime(t time.Duration) thinking {
	t = max(t, time.Millisecond)
	return thinking{seconds: t.Seconds(), limit: t, info: exactTime}
}

// ofClock returns what a library is told for a clock with an increment after each move, refilled after so many moves, 0 for
// never.
func ofClock(left, increment time.Duration, moves int) thinking {
	left = max(left-clockReserve, 5*time.Millisecond)
	if moves > 0 {
		share := min(left, left/time.Duration(moves+1)+increment)
		return thinking{seconds: share.Seconds(), limit: min(left, 3*share)}
	}
	t := thinking{seconds: share(left, increment).Seconds(), limit: left}
	const maximum = 1<<16 - 1
	unit, number := time.Millisecond, int32(1)
	for max(left, increment)/unit > maximum && number < 3 {
		unit, number = 10*unit, number+1
	}
	t.info = number << clockShift
	t.moreInfo = int32(uint32(min(left/unit, maximum))<<16 | uint32(min(increment/unit, maximum)))
	return t
}

// share returns the part of a clock for a move, by CheckerBoard's rule for libraries that do not look at the clock.
// CheckerBoard goes by the time at the start of the game in place of the time that is left.
func share(left, increment time.Duration) time.Duration {
	switch {
	case left < 2*increment/5:
		return 2 * increment / 5
	case left <= increment:
		return left
	}
	moves := time.Duration(11)
	for _, row := range []struct{ ratio, moves time.Duration }{{5, 4}, {10, 5}, {20, 7}, {50, 9}, {endless, 10}} {
		if increment > 0 && left/increment < row.ratio {
			moves = row.moves
			break
		}
	}
	return min(left, increment+left/moves)
}
