package agreement

import (
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// Trial is a position searched to the deep depth, and the move of every iteration on the way.
type Trial struct {
	Position board.Position
	Moves    []board.Move // that of depth 1 first
	Known    bool         // the endgame databases know what the deep move is worth
	Nodes    uint64
}

// add adds a report of the search. The search reports once after every iteration, unless it is stopped.
func (t *Trial) add(i search.Info) {
	t.Nodes, t.Known = i.Nodes, i.Known != board.Unknown
	t.Moves = append(t.Moves, i.Move())
}

// agrees reports whether the move at a depth is the deep one.
func (t Trial) agrees(depth search.Depth) bool { return t.Moves[depth-1] == t.Moves[len(t.Moves)-1] }
