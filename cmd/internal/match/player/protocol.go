package player

import (
	"fmt"

	"github.com/zonda-checkers/zonda/board"
)

// Protocol is the protocol that an engine speaks.
type Protocol uint8

// The protocols. The zero value, UCI, is the project's own text protocol, which resembles UCI.
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
