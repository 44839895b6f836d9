package checkerboard

import (
	"errors"
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
)

// Command describes the strings of CheckerBoard that begin with one word, the name of the command.
type Command struct {
	Name   string
	Usage  string // the arguments
	Help   string // one line
	During bool   // the command is answered also while a search runs

	answer func(a *Adapter, arguments string) (string, error)
}

// Commands returns the commands that an Adapter answers.
func Commands() []Command {
	return []Command{
		{Name: "islegal", Usage: "FEN FROM TO", Help: "is there such a move?", During: true, answer: (*Adapter).isLegal},
		{Name: "name", Help: "the engine's name", During: true, answer: (*Adapter).engineName},
		{Name: "about", Help: "what the engine is", During: true, answer: (*Adapter).about},
		{Name: "get", Usage: "NAME", Help: "reads a setting", During: true, answer: (*Adapter).get},
		{Name: "set", Usage: "NAME VALUE", Help: "changes a setting", answer: (*Adapter).set},
		{Name: "staticevaluation", Usage: "FEN", Help: "explains the evaluation of a position", During: true, answer: (*Adapter).staticEvaluation},
	}
}

// engineName answers "name".
func (a *Adapter) engineName(string) (string, error) {
	return engine.FullName(), nil
}

// about answers "about".
func (a *Adapter) about(string) (string, error) {
	return engine.FullName() +
		", an engine for English draughts in the tradition of CHINOOK\nfree software under the MIT licence", nil
}

// maxEvaluation is the largest number of bytes of an explained evaluation: CheckerBoard keeps replies in buffers of 256 bytes, and
// the text protocol writes a line end as two bytes.
const maxEvaluation = 230

// staticEvaluation answers "staticevaluation FEN": the value, and as many of the terms with the largest shares as fit
// into a reply.
func (a *Adapter) staticEvaluation(fen string) (string, error) {
	position, err := board.ParseFEN(fen)
	if err != nil {
		return "", err
	}
	return a.engine.Explain(position).Summary(a.engine.Evaluator().Evaluate(position), maxEvaluation), nil
}

// isLegal answers "islegal FEN FROM TO" with the move's text.
func (a *Adapter) isLegal(arguments string) (string, error) {
	words := strings.Fields(arguments)
	if len(words) != 3 {
		return "", errors.New("want: islegal FEN FROM TO")
	}
	position, err := board.ParseFEN(words[0])
	if err != nil {
		return "", err
	}
	path, err := board.ParsePath(words[1] + "-" + words[2])
	if err != nil || len(path) != 2 {
		return "", fmt.Errorf("%s and %s are not two squares", board.Quote(words[1]), board.Quote(words[2]))
	}
	m, ok := position.FirstMove(path[0], path[1])
	if !ok || position.Finished() {
		return "", fmt.Errorf("no move from %s to %s", words[1], words[2])
	}
	return position.MoveText(m), nil
}
