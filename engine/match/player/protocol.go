package player

import (
	"fmt"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Protocol is the language in which an engine is spoken to.
type Protocol uint8

// The protocols. The zero value is the project's own, in the style of UCI.
const (
	UCI Protocol = iota
	Hub
)

// String returns "uci" or "hub".
func (p Protocol) String() string {
	if p == Hub {
		return "hub"
	}
	return "uci"
}

func parseProtocol(text string) (Protocol, error) {
	for _, p := range []Protocol{UCI, Hub} {
		if text == p.String() {
			return p, nil
		}
	}
	return UCI, fmt.Errorf("protocol %s is neither uci nor hub", board.Quote(text))
}
