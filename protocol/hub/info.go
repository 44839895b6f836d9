package hub

import (
	"fmt"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// Landmarks of the scale of scores, in hundredths of a man. Hosts take what lies beyond 90
// men for a win whose distance it tells.
const (
	endScore    = 10000 // a win: less its plies
	endingScore = 8900  // a won ending without a distance
	bestScore   = 8899  // of what is not known to be won
)

// infoLine tells what a search knows.
func infoLine(i search.Info) string {
	speed := float64(i.NodesPerSecond()) / 1e6
	return fmt.Sprintf(`info depth=%d mean-depth=%.1f score=%.2f nodes=%d time=%.2f nps=%.2f pv="%s"`,
		i.Depth, i.MeanDepth, float64(score(i))/100, i.Nodes, i.Time.Seconds(), speed, lineText(i.PV))
}

// score returns the value for the side to move.
func score(i search.Info) int {
	s := i.Score
	switch {
	case i.Known == board.Draw:
		return 0
	case s.HasPlies() && s.IsWin():
		return endScore - s.Plies()
	case s.HasPlies():
		return s.Plies() - endScore
	case s.IsWin():
		return endingScore
	case s.IsLoss():
		return -endingScore
	}
	return min(max(int(s), -bestScore), bestScore)
}

// doneLine ends a search.
func doneLine(best search.Info) string {
	text := "done move=" + moveText(best.Move())
	if reply := best.PonderMove(); !reply.IsNone() {
		text += " ponder=" + moveText(reply)
	}
	return text
}
