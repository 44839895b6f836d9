package match

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
	"github.com/zonda-checkers/zonda/internal/crew"
)

// RunOptions say how a match is run; they do not change what its games are.
type RunOptions struct {
	Concurrency int       // games in play at once, 1 at least
	Databases   Databases // end games early, nil for none
	Setup       player.Setup
	Broadcast   *Broadcast                       // is told of the games in play, nil for none
	Crew        crew.Crew[ScheduledGame, Record] // plays the games in place of processes of this machine, nil for none
}

// Databases know the value of endings.
type Databases interface {
	// Probe returns the value of a position for the side to move, Unknown if it is not there.
	Probe(p board.Position) board.Result
}
