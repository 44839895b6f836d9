package search

import (
	"time"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Info is what a search knows at one moment about one of its best lines.
type Info struct {
	Depth        Depth        // of the last iteration that gave this line, 0 if none was needed
	SelDepth     int          // longest line looked at, in plies
	MeanDepth    float64      // average length of the lines looked at, in plies
	Rank         int          // 1 for the best line, 2 for the second with MultiPV, ...
	Score        eval.Score   // for the side to move at the root
	Nodes        uint64       // positions visited by all workers
	HashFull     int          // per mille of the table used by this search
	Known        board.Result // what the databases know the first move to be worth to the side to move, or Unknown
	DatabaseHits uint64       // positions answered by endgame databases
	Time         time.Duration
	PV           []board.Move // the line; empty only if there is no move. The receiver owns it.
	Note         string       // what to tell of a move that comes from elsewhere, as "book 11-15 v4 d9"; empty if it was searched
}

// ScoreText returns the score as the text protocol prints it: "draw" where the
// databases know that the line is one, whatever the evaluation hopes for.
func (i Info) ScoreText() string {
	if i.Known == board.Draw {
		return board.Draw.String()
	}
	return i.Score.String()
}

// Move returns the first move of the line, or no move.
func (i Info) Move() board.Move { return i.moveAt(0) }

// PonderMove returns the reply that the line expects, or no move.
func (i Info) PonderMove() board.Move { return i.moveAt(1) }

func (i Info) moveAt(ply int) board.Move {
	if ply >= len(i.PV) {
		return board.Move{}
	}
	return i.PV[ply]
}

// NodesPerSecond returns the speed of the search.
func (i Info) NodesPerSecond() uint64 {
	seconds := max(i.Time, time.Microsecond).Seconds()
	return uint64(float64(i.Nodes) / seconds)
}
