package session

import (
	"fmt"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
)

// LimitFlags are the flags for the limits of engines that have no limits of their own.
type LimitFlags struct {
	MoveTime *int    `name:"movetime" help:"Milliseconds a move (default 100)." placeholder:"MS" min:"1"`
	TC       *string `name:"tc" help:"A clock for the game, and what a move adds to it." placeholder:"SECONDS+INC"`
	Nodes    *uint64 `help:"Nodes a move." placeholder:"N" min:"1"`
	Depth    *int    `help:"Plies a search." placeholder:"N" min:"1"`
}

// defaultMoveTime is the time for a move if there is no limit at all.
const defaultMoveTime = 100 * time.Millisecond

// Limits returns the limit that the flags give, defaultMoveTime if there is none. Two limits are an
// error.
func (f *LimitFlags) Limits() (l player.Limits, err error) {
	var given []string
	if f.MoveTime != nil {
		given = append(given, "movetime")
		l.MoveTime = time.Duration(*f.MoveTime) * time.Millisecond
	}
	if f.TC != nil {
		given = append(given, "tc")
		if l.Time, l.Increment, err = player.ParseTimeControl(*f.TC); err != nil {
			return l, err
		}
	}
	if f.Nodes != nil {
		given = append(given, "nodes")
		l.Nodes = *f.Nodes
	}
	if f.Depth != nil {
		given = append(given, "depth")
		l.Depth = *f.Depth
	}
	switch len(given) {
	case 0:
		l.MoveTime = defaultMoveTime
	case 1:
	default:
		return l, fmt.Errorf("--%s: only one of them can be the limit", strings.Join(given, " and --"))
	}
	return l, nil
}
