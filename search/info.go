package search

import (
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Info is the state of a search at one moment, with one of its best lines.
type Info struct {
	Depth        Depth        // of the last iteration that gave this line, 0 if the line needed no search
	SelDepth     int          // longest line searched, in plies
	MeanDepth    float64      // mean length of the lines searched, in plies
	Rank         int          // 1 for the best line, 2 for the second with MultiPV, ...
	Score        eval.Score   // for the side to move at the root
	Nodes        uint64       // positions visited by all workers
	HashFull     int          // part of the table that this search has written, in thousandths
	Known        board.Result // value of the first move by the databases, for the side to move, or Unknown
	DatabaseHits uint64       // positions answered by endgame databases
	Time         time.Duration
	PV           []board.Move // the line; empty only if there is no move. The receiver owns it.
	Proven       board.Result // value of the position by a proof solver, for the side to move, or Unknown; a Searcher does not set it
	Note         string       // the source of a move that was not searched, for example "book 11-15 v4 d9", or a new proof; otherwise empty
}

// ScoreText returns the score in the form of the text protocol. It returns "draw" if the
// databases know that the first move draws, whatever Score is.
func (i Info) ScoreText() string {
	if i.Known == board.Draw {
		return board.Draw.String()
	}
	return i.Score.String()
}

// Chances returns the chances of the side to move of the searched position, which has this number of pieces. A known or
// proven result is certain.
func (i Info) Chances(pieces int) eval.Chances {
	switch {
	case i.Known == board.Draw || i.Proven == board.Draw:
		return eval.Chances{Draw: 1}
	case i.Proven == board.Win:
		return eval.Win.Chances(pieces)
	case i.Proven == board.Loss:
		return (-eval.Win).Chances(pieces)
	}
	return i.Score.Chances(pieces)
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
