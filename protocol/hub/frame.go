package hub

import (
	"slices"

	"github.com/zonda-checkers/zonda/engine/board"
)

// frame is how a host numbers the squares of the positions it sends. One library sends
// them turned by half a circle with the colours swapped, but the moves as everyone does.
type frame string

const (
	auto    frame = "auto"    // to be found out
	acf     frame = "acf"     // as everyone does
	rotated frame = "rotated" // square n is 33 - n, black is white
)

func frames() []frame { return []frame{auto, acf, rotated} }

// framing is the frame that a host uses.
type framing struct {
	wanted frame // by the parameter
	seen   frame // the last that was certain; auto before the first
}

// game returns the game that a host means by a position and moves from it. In auto the
// frame in which all moves are legal tells which it is; where both or neither will do, it
// is the one seen before, at first the usual one.
func (f *framing) game(p board.Position, moves []string) (*board.Game, error) {
	game, err := playAll(p, moves)
	turned, errTurned := playAll(p.Mirror(), moves)
	use := f.wanted
	if use == auto {
		f.observe(p, err == nil, errTurned == nil)
		use = f.seen
	}
	if use == rotated {
		return turned, errTurned
	}
	return game, err
}

// observe finds out the frame, if it can, from a position and whether the moves fit it as
// it stands and turned. The starting position is Black's to move: where White is, it is
// turned.
func (f *framing) observe(p board.Position, fits, fitsTurned bool) {
	switch {
	case fits && (!fitsTurned || p == board.Start()):
		f.seen = acf
	case fitsTurned && (!fits || p == board.Start().Mirror()):
		f.seen = rotated
	}
}

func isFrame(value string) bool { return slices.Contains(frames(), frame(value)) }
