package match

import (
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// LimitFlags are the flags for the limits of engines that have no limits of their own.
type LimitFlags struct {
	MoveTime *time.Duration `name:"movetime" help:"Time a move, such as 200ms; a plain number is milliseconds (default 100)." placeholder:"TIME" above:"0s"`
	TC       *string        `name:"tc" help:"A clock for the game, and what a move adds to it: 60, 60+0.5, 1:30+1, 40/60 (60 s again after every 40 moves), inf for none." placeholder:"[MOVES/]TIME[+INC]"`
	Nodes    *uint64        `help:"Nodes a move." placeholder:"N" min:"1"`
	Depth    *int           `help:"Plies a search." placeholder:"N" min:"1"`
}

// limited reports whether one of the flags is given.
func (f *LimitFlags) limited() bool {
	return f.MoveTime != nil || f.TC != nil || f.Nodes != nil || f.Depth != nil
}

// defaultMoveTime is the time for a move if there is no limit at all.
const defaultMoveTime = 100 * time.Millisecond

// Limits returns the limit that the flags give, defaultMoveTime if there is none.
func (f *LimitFlags) Limits() (l client.Limits, err error) {
	l.MoveTime = cli.Or(f.MoveTime, 0)
	l.Nodes, l.Depth = cli.Or(f.Nodes, 0), cli.Or(f.Depth, 0)
	if f.TC != nil {
		clock, err := client.ParseTimeControl(*f.TC)
		if err != nil {
			return l, err
		}
		l.Time, l.Increment, l.Moves = clock.Time, clock.Increment, clock.Moves
	}
	if l.IsZero() && f.TC != nil {
		return l, client.ErrEndless
	}
	if l.IsZero() {
		l.MoveTime = defaultMoveTime
	}
	return l, l.Validate()
}
