package fake

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// uci carries out a line of the project's text protocol.
func (e *engine) uci(text string) exit {
	command, rest, _ := strings.Cut(text, " ")
	switch command {
	case "uci":
		e.say("id name %s", e.arguments["name"])
		e.say("id author nobody")
		e.say("option name Hash type spin default 64 min 1 max 1024")
		e.say("option name MoveRule type spin default 80 min 0 max 1000")
		e.say("option name Clear Hash type button")
		e.say("option name Path type string default <empty>")
		e.answer("uciok")
	case "setoption":
		name, _, _ := strings.Cut(strings.TrimPrefix(rest, "name "), " value")
		if e.refuses(name) {
			e.say("info string error: %s is refused, as asked", name)
		}
	case "isready":
		e.answer("readyok")
	case "ucinewgame":
		e.position = board.Start()
		return e.misbehaveNew()
	case "position":
		if err := e.setUp(rest); err != nil {
			e.say("info string error: %v", err)
		}
	case "go":
		return e.think()
	case "quit":
		return done
	}
	return goOn
}

// setUp sets the position that the words after position describe.
func (e *engine) setUp(text string) error {
	if e.refused = e.has("hesitate") && !e.refused; e.refused || e.refuses("position") {
		return errRefused
	}
	start, moves, _ := strings.Cut(text, " moves ")
	p := board.Start()
	if fen, ok := strings.CutPrefix(start, "fen "); ok {
		var err error
		if p, err = board.ParseFEN(fen); err != nil {
			return err
		}
	} else if start != "startpos" {
		return fmt.Errorf("position %s", board.Quote(start))
	}
	for _, text := range strings.Fields(moves) {
		m, err := p.ParseMove(text)
		if err != nil {
			return err
		}
		p = p.Play(m)
	}
	e.position = p
	return nil
}

func (e *engine) think() exit {
	if !e.position.HasMove() {
		e.answer("bestmove none")
		return goOn
	}
	e.asked++
	if status := e.misbehave(); status != goOn {
		return status
	}
	move := e.choose()
	if !e.has("unscored") {
		e.say("info depth %d score cp %d nodes %d time 1 pv %s", e.depth(), 100*e.material(), e.nodes(),
			e.principal(move, board.Position.MoveText))
	}
	e.answer("bestmove %s", e.falsify(e.position.MoveText(move)))
	return goOn
}
