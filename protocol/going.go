package protocol

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// noMove is what stands for a move where there is none to make.
const noMove = "none"

// goSearch starts a search of the position on the board.
func (s *Session) goSearch(arguments string) error {
	p := s.engine.Game().Position()
	limits, err := parseGo(strings.Fields(arguments), p)
	if err != nil {
		return err
	}
	return s.search(limits,
		func(i search.Info) { s.print("%s%s", noteLine(i), infoLine(p, i)) },
		func(best search.Info) { s.print("%s", bestMoveLine(p, best)) })
}

// search runs a search as the session's job; done prints its result. Where there is no
// move to make that is at once.
func (s *Session) search(limits search.Limits, report, done func(search.Info)) error {
	if over(s.engine.Game().Position()) {
		done(search.Info{})
		return nil
	}
	s.tell()
	var best search.Info
	if err := s.engine.Start(limits, report, func(i search.Info) { best = i }); err != nil {
		return err
	}
	s.launch(s.engine.Stop, s.engine.Wait, func() { done(best) })
	return nil
}

// noteLine returns the line that tells of a move from elsewhere, with its end, or nothing.
func noteLine(i search.Info) string {
	if i.Note == "" {
		return ""
	}
	return "info string " + i.Note + "\n"
}

// infoLine returns the info line of the text protocol.
func infoLine(p board.Position, i search.Info) string {
	return fmt.Sprintf("info depth %d seldepth %d multipv %d score %s nodes %d nps %d hashfull %d tbhits %d time %d pv %s",
		i.Depth, i.SelDepth, i.Rank, i.ScoreText(), i.Nodes, i.NodesPerSecond(), i.HashFull, i.DatabaseHits,
		i.Time.Milliseconds(), p.LineText(i.PV))
}

func bestMoveLine(p board.Position, best search.Info) string {
	if best.Move().IsNone() {
		return "bestmove " + noMove
	}
	line := "bestmove " + p.MoveText(best.Move())
	if reply := best.PonderMove(); !reply.IsNone() {
		line += " ponder " + p.Play(best.Move()).MoveText(reply)
	}
	return line
}
