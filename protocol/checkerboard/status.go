package checkerboard

import (
	"fmt"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// status makes the texts that CheckerBoard shows during a search.
type status struct {
	position board.Position
	all      bool // the scores of all moves are shown
}

// line returns the status text for the lines of an iteration.
func (s status) line(l engine.Lines) string {
	i := l.Info
	if i.Note != "" {
		return i.Note + " value=" + value(i)
	}
	if !s.all || len(l.Others) == 0 {
		return fmt.Sprintf("%s value=%s nodes %d%s pv %s", progress(i), value(i), i.Nodes, speed(i), s.position.LineText(i.PV))
	}
	text := progress(i)
	for _, other := range l.All() {
		text += " " + s.position.MoveText(other.Move()) + "=" + value(other)
	}
	return text
}

// shortestTime is the shortest search whose speed is told. A clock of Windows may be 16 ms coarse.
const shortestTime = 20 * time.Millisecond

// speed returns the speed of a search in thousands of nodes a second, "" if the search is too short to tell.
func speed(i search.Info) string {
	if i.Time < shortestTime {
		return ""
	}
	return fmt.Sprintf(" %dkN/s", i.NodesPerSecond()/1000)
}

// progress returns the nominal, the greatest and the average depth, and the time.
func progress(i search.Info) string {
	return fmt.Sprintf("depth %d/%d/%.1f time %.2fs", i.Depth, i.SelDepth, i.MeanDepth, i.Time.Seconds())
}

// value returns the score in hundredths of a man, or the proven result: "win N" and "loss N" in plies,
// "win", "loss", "draw".
func value(i search.Info) string { return strings.TrimPrefix(i.ScoreText(), "cp ") }

// Claim is the result of the game that getmove returns, for the side that was asked to move. A front end ends the game
// when a result is claimed, without a check. Therefore a win or a loss is claimed only if its line is proven to the end
// of the game, and a draw is never claimed.
type Claim int

// The claims, as CheckerBoard numbers them.
const (
	ClaimDraw Claim = iota
	ClaimWin
	ClaimLoss
	ClaimNothing
)

// claim returns the claim that the result of a search proves.
func claim(best search.Info) Claim {
	switch {
	case !best.Score.HasPlies(): // a value from the endgame databases takes no account of the move rule
	case best.Score.IsWin():
		return ClaimWin
	case best.Score.IsLoss():
		return ClaimLoss
	}
	return ClaimNothing
}

// finishedClaim returns the claim for a position that is over.
func finishedClaim(p board.Position) Claim {
	if p.Side(p.Turn) != 0 && p.Finished() {
		return ClaimWin
	}
	return ClaimLoss
}
