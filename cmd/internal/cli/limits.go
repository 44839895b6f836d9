package cli

import (
	"time"

	"github.com/zonda-checkers/zonda/search"
)

// LimitFlags say how long each of many positions is searched. The tag set:"usual=TEXT" of the field that holds them
// tells the help what a position gets without any limit.
type LimitFlags struct {
	MoveTime *int    `name:"movetime" help:"Milliseconds a position; without any limit it gets ${usual}." placeholder:"MS" min:"1"`
	Depth    *int    `help:"Plies a position." placeholder:"N" min:"1" max:"${max_depth}"`
	Nodes    *uint64 `help:"Nodes a position." placeholder:"N" min:"1"`
}

// defaultMoveTime is the time for a position if there is no limit at all.
const defaultMoveTime = time.Second

// Given reports whether there is a limit.
func (f *LimitFlags) Given() bool { return f.MoveTime != nil || f.Depth != nil || f.Nodes != nil }

// Limits returns the limits, 0 for none.
func (f *LimitFlags) Limits() (moveTime time.Duration, depth search.Depth, nodes uint64) {
	if f.MoveTime != nil {
		moveTime = time.Duration(*f.MoveTime) * time.Millisecond
	}
	if f.Depth != nil {
		depth = search.Depth(*f.Depth)
	}
	if f.Nodes != nil {
		nodes = *f.Nodes
	}
	if !f.Given() {
		moveTime = defaultMoveTime
	}
	return moveTime, depth, nodes
}
