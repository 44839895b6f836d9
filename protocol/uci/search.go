package uci

import (
	"context"
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// noMove is printed in place of a move if there is no legal move.
const noMove = "none"

// goSearch starts a search of the position on the board. A program gets an error and a move at once for a wrong command.
func (s *Session) goSearch(arguments string) error {
	p := s.engine.Position()
	limits, err := parseGo(strings.Fields(arguments), p)
	switch {
	case err != nil && s.person != nil:
		return err
	case err != nil:
		s.refuse(fmt.Errorf("go: %w", err))
		limits = search.Limits{MoveTime: atOnce, QuickOnlyMove: true}
	}
	if s.person != nil {
		return s.search(limits, func(l engine.Lines) { s.print("%s", progress(p, l)) }, func(best search.Info) { s.print("%s", advice(p, best)) })
	}
	return s.search(limits,
		func(l engine.Lines) { s.print("%s", infoLines(p, l)) },
		func(best search.Info) { s.print("%s%s", provenLines(p, best), bestMoveLine(p, best)) })
}

// search runs a search in the background; done prints its result. If there is no legal move, done is called at
// once with an empty result.
func (s *Session) search(limits search.Limits, report func(engine.Lines), done func(search.Info)) error {
	if s.engine.Position().Over() {
		done(search.Info{})
		return nil
	}
	s.printMessages()
	err := s.engine.Start(context.Background(), limits, report, func(l engine.Lines, _ error) {
		done(l.Info)
		s.prompt()
	})
	s.launched = err == nil
	return err
}

// provenLines returns the lines, with their line ends, that tell a proof and the line of the result once more before the
// move; "" if the value of p is not proven.
func provenLines(p board.Position, best search.Info) string {
	if best.Proven == board.Unknown {
		return ""
	}
	return noteLine(best) + infoLine(p, best) + "\n"
}

// noteLine returns the line, with its line end, for a move from a book or for a new proof. It returns "" for another line.
func noteLine(i search.Info) string {
	if i.Note == "" {
		return ""
	}
	return "info string " + i.Note + "\n"
}

// infoLines returns the info lines of an iteration, with the notes on them.
func infoLines(p board.Position, l engine.Lines) string {
	var lines []string
	for _, i := range l.All() {
		lines = append(lines, noteLine(i)+infoLine(p, i))
	}
	return strings.Join(lines, "\n")
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
