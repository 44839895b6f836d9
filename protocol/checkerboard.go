package protocol

import (
	"errors"
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
)

// engineName answers "name".
func (p *Plug) engineName(string) (string, error) {
	return engine.Name + " " + engine.Version, nil
}

// about answers "about".
func (p *Plug) about(string) (string, error) {
	return engine.Name + " " + engine.Version +
		", an engine for English draughts in the tradition of CHINOOK\nfree software under the MIT licence", nil
}

// maxReply is the length that a long reply must not exceed, in bytes: CheckerBoard keeps
// some of them in buffers of 256, and here a line end is written as two bytes.
const maxReply = 230

// staticEvaluation answers "staticevaluation FEN": the value, and the terms that
// weigh most, as many as a reply holds.
func (p *Plug) staticEvaluation(fen string) (string, error) {
	position, err := board.ParseFEN(fen)
	if err != nil {
		return "", err
	}
	return engine.Explain(position).Summary(maxReply), nil
}

// isLegal answers "islegal FEN FROM TO" with the move's text.
func (p *Plug) isLegal(arguments string) (string, error) {
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
