package checkerboard

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

// Request holds the arguments of CheckerBoard's getmove.
type Request struct {
	Position board.Position
	MaxTime  float64 // seconds, not below 0
	Info     uint32  // flags
	MoreInfo uint32  // the clock, as the flags say

	spent   time.Duration // of the time given, before the search
	hurried bool          // the search does not wait for databases that are not open yet
}

// ParseRequest reads the words of "getmove": FEN, MAXTIME and the flags "info N" and "moreinfo N".
func ParseRequest(words []string) (r Request, err error) {
	if len(words) < 2 || len(words)%2 != 0 {
		return r, errors.New("want: getmove FEN MAXTIME [info N] [moreinfo N]")
	}
	if r.Position, err = board.ParseFEN(words[0]); err != nil {
		return r, err
	}
	r.MaxTime, err = strconv.ParseFloat(words[1], 64)
	if err != nil || math.IsNaN(r.MaxTime) || r.MaxTime < 0 {
		return r, fmt.Errorf("%s is not a time in seconds", board.Quote(words[1]))
	}
	flags := map[string]int64{}
	for i := 2; i < len(words); i += 2 {
		n, err := strconv.ParseInt(words[i+1], 0, 64)
		if err != nil || n < math.MinInt32 || n > math.MaxUint32 {
			return r, fmt.Errorf("%s %s is not a number of 32 bits", board.Quote(words[i]), board.Quote(words[i+1]))
		}
		if words[i] != "info" && words[i] != "moreinfo" {
			return r, fmt.Errorf("%s is neither info nor moreinfo", board.Quote(words[i]))
		}
		if _, twice := flags[words[i]]; twice {
			return r, fmt.Errorf("%s stands twice", words[i])
		}
		flags[words[i]] = n
	}
	r.Info, r.MoreInfo = uint32(flags["info"]), uint32(flags["moreinfo"])
	return r, nil
}

// newGame reports whether the request begins a new game: earlier positions do not count for repetitions.
func (r Request) newGame() bool { return infoBits(r.Info)&forgetHistory != 0 }

// infoBits are the flags of getmove's info parameter.
type infoBits uint32

const (
	forgetHistory infoBits = 1 << 0 // earlier positions do not count
	exactTime     infoBits = 1 << 1 // use the time given, neither more nor less
	clockUnit     infoBits = 3 << 2 // the unit of the incremental clock
	shiftedUnit   infoBits = 1 << 4 // set by a host that writes the unit one bit too high
)

// clockUnits are the units of the incremental clock, by the bits of clockUnit.
var clockUnits = map[infoBits]time.Duration{
	1 << 2: time.Millisecond,
	2 << 2: 10 * time.Millisecond,
	3 << 2: 100 * time.Millisecond,
}

// endlessTime is the time in seconds that CheckerBoard sends for its level "infinite".
const endlessTime = 8_600_000

// limits returns the limits of the search. MoreInfo holds the remaining time in its upper 16 bits and the increment
// in its lower 16 bits, both in the clock's unit. One known host writes the two bits of the unit one place too high,
// so that bit 4 is set: then only MaxTime is used, which that host sends correctly.
func (r Request) limits() search.Limits {
	limits := search.Limits{QuickOnlyMove: true}
	info, more := infoBits(r.Info), r.MoreInfo
	unit, hasClock := clockUnits[info&clockUnit]
	switch {
	case r.MaxTime >= endlessTime:
		limits.Infinite = true
	case hasClock && info&(exactTime|shiftedUnit) == 0:
		limits.Clock = &search.Clock{
			Remaining: time.Duration(more>>16)*unit - r.spent,
			Increment: time.Duration(more&0xFFFF) * unit,
		}
	default:
		limits.MoveTime = max(time.Duration(r.MaxTime*float64(time.Second))-r.spent, time.Millisecond)
	}
	return limits
}

// clockShare is the part of the remaining time of a clock that a move may wait.
const clockShare = 40

// patience returns how long a move may wait for databases to open: half of its time, or a part
// of a clock's. It is false if the move may wait for as long as they take.
func (r Request) patience() (longest time.Duration, limited bool) {
	limits := r.limits()
	switch {
	case limits.Infinite:
		return 0, false
	case limits.Clock != nil:
		return limits.Clock.Remaining/clockShare + limits.Clock.Increment/2, true
	}
	return limits.MoveTime / 2, true
}
