package checkerboard

import (
	"fmt"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

// status makes the texts that CheckerBoard shows during a search.
type status struct {
	position board.Position
	legal    int // number of legal moves
	wanted   int // number of lines of the search in one status text, 1 unless all scores are shown
	scores   []string
}

func newStatus(p board.Position) *status {
	var l board.MoveList
	p.Moves(&l)
	return &status{position: p, legal: l.Len(), wanted: 1}
}

// line returns the status text for i; empty if more lines of the same depth have to come first.
func (s *status) line(i search.Info) string {
	if i.Note != "" {
		return i.Note + " value=" + value(i)
	}
	if s.wanted <= 1 {
		return fmt.Sprintf("%s value=%s nodes %d%s pv %s", progress(i), value(i), i.Nodes, speed(i), s.position.LineText(i.PV))
	}
	if i.Rank == 1 {
		s.scores = s.scores[:0]
	}
	s.scores = append(s.scores, s.position.MoveText(i.Move())+"="+value(i))
	if len(s.scores) < s.wanted {
		return ""
	}
	return progress(i) + " " + strings.Join(s.scores, " ")
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
