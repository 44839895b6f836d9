package proof

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// state is what is known of a position: whether the attacker, Black, can force a win.
type state uint8

const (
	open state = iota
	won
	lost // for the attacker: the position is a draw or a win for White
)

// answer returns the state as the answer to a question.
func (s state) answer() Answer {
	switch s {
	case won:
		return Yes
	case lost:
		return No
	}
	return Unknown
}

// leaves gives the values of positions at which a line ends.
type leaves struct {
	databases search.Databases // nil for none
	pieces    int              // only positions of up to this number of pieces are asked for
	bounds    search.Bounds    // nil for none
}

// known returns the state of a position that needs no search: a game that is over, or a position of few pieces that
// the databases know.
func (l *leaves) known(p board.Position) state {
	switch {
	case p.Black == 0:
		return lost
	case p.White == 0:
		return won
	case !p.HasMove():
		return stateOf(p.Turn == board.White)
	case p.Pieces() > l.pieces:
		return l.bounded(p)
	}
	value := l.databases.Probe(p)
	if value == board.Unknown {
		return open
	}
	return stateOf(certificate.KnownWin(p, board.Black, value))
}

// bounded returns the state of a position that follows from the bounds of its value.
func (l *leaves) bounded(p board.Position) state {
	if l.bounds == nil {
		return open
	}
	if minimum, maximum := l.bounds.BoundedPieces(); p.Pieces() < minimum || p.Pieces() > maximum {
		return open
	}
	low, high := l.bounds.Bounds(p)
	if p.Turn == board.White {
		low, high = high.Opposite(), low.Opposite()
	}
	switch {
	case low == board.Win:
		return won
	case high < board.Win:
		return lost
	}
	return open
}

// stateOf returns won or lost.
func stateOf(win bool) state {
	if win {
		return won
	}
	return lost
}

// limited is a set of databases of which only positions of up to this number of pieces are used.
type limited struct {
	search.Databases
	pieces int
}

// Pieces returns the largest number of pieces of a position that is asked for.
func (l limited) Pieces() int { return l.pieces }

// ProbeStored returns the stored value of p, Unknown if p has too many pieces.
func (l limited) ProbeStored(p board.Position) board.Result {
	if p.Pieces() > l.pieces {
		return board.Unknown
	}
	return l.Databases.ProbeStored(p)
}

// Probe returns the value of p, Unknown if p has too many pieces.
func (l limited) Probe(p board.Position) board.Result {
	if p.Pieces() > l.pieces {
		return board.Unknown
	}
	return l.Databases.Probe(p)
}

// decisive returns the state of a child that decides the node of the side to move.
func decisive(turn board.Color) state { return stateOf(turn == board.Black) }

// opposite returns the other answer.
func opposite(s state) state { return won + lost - s }
