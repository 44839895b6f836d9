package hub

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/hub/notation"
	"github.com/zonda-checkers/zonda/search"
)

// Values on the scale of scores, in hundredths of a man. Hosts read a score above 90 men as a win, and
// compute the plies to the end of the game from it.
const (
	winScore         = 10000 // a won position, minus the plies to the end of the game
	endgameWinScore  = 8900  // a position that an endgame database gives as won, without its distance
	maxUnprovenScore = 8899  // the largest score of a position that is not known to be won
)

// infoLine returns the line that reports the state of a search.
func infoLine(i search.Info) string {
	speed := float64(i.NodesPerSecond()) / 1e6
	return fmt.Sprintf(`info depth=%d mean-depth=%.1f score=%.2f nodes=%d time=%.2f nps=%.2f pv="%s"`,
		i.Depth, i.MeanDepth, float64(score(i))/100, i.Nodes, i.Time.Seconds(), speed, lineText(i.PV))
}

// score returns the score for the side to move, in hundredths of a man.
func score(i search.Info) int {
	s := i.Score
	switch {
	case i.Known == board.Draw:
		return 0
	case s.HasPlies() && s.IsWin():
		return winScore - s.Plies()
	case s.HasPlies():
		return s.Plies() - winScore
	case s.IsWin():
		return endgameWinScore
	case s.IsLoss():
		return -endgameWinScore
	}
	return min(max(int(s), -maxUnprovenScore), maxUnprovenScore)
}

// doneLine returns the line that ends a search.
func doneLine(best search.Info) string {
	text := "done move=" + notation.MoveText(best.Move())
	if reply := best.PonderMove(); !reply.IsNone() {
		text += " ponder=" + notation.MoveText(reply)
	}
	return text
}

// lineText returns the texts of moves with blanks between them.
func lineText(moves []board.Move) string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, notation.MoveText(m))
	}
	return strings.Join(texts, " ")
}
