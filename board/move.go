package board

import (
	"errors"
	"fmt"
	"iter"
)

// Move is a legal move's origin, destination and captured pieces. Two capture
// paths with the same three are one Move. The zero value is no move.
type Move struct {
	Captured Bitboard // the pieces taken, none for a quiet move
	From, To Square
}

// IsNone reports whether m is the zero value, which is no move. (A king that captures in a circle
// also ends where it began, but it takes pieces.)
func (m Move) IsNone() bool { return m == Move{} }

// IsCapture reports whether m takes at least one piece.
func (m Move) IsCapture() bool { return m.Captured != 0 }

// String returns the origin and the destination of m, "11-15" or "15x24", and "none" for the zero value. If two captures share
// both, only [Position.MoveText] tells them apart.
func (m Move) String() string {
	switch {
	case m.IsNone():
		return "none"
	case m.IsCapture():
		return Path{m.From, m.To}.text("x")
	}
	return Path{m.From, m.To}.text("-")
}

// What is wrong with a move, in a [MoveError].
var (
	ErrSyntax    = errors.New("the text is no move")
	ErrIllegal   = errors.New("the move is illegal")
	ErrAmbiguous = errors.New("the move is ambiguous")
	ErrOver      = errors.New("the game is over")
)

// MoveError is the error of all readers of moves.
type MoveError struct {
	Text     string   // the move
	Position Position // the one in which it was to be made; the zero value where the text alone is wrong
	Err      error    // ErrSyntax, ErrIllegal, ErrAmbiguous or ErrOver
	Why      string   // what is wrong, a sentence
}

// Error returns Why.
func (e *MoveError) Error() string { return e.Why }

// Unwrap returns Err.
func (e *MoveError) Unwrap() error { return e.Err }

func newMoveError(text string, err error, why string, args ...any) error {
	return Position{}.moveError(text, err, why, args...)
}

func (p Position) moveError(text string, err error, why string, args ...any) error {
	return &MoveError{Text: text, Position: p, Err: err, Why: fmt.Sprintf(why, args...)}
}

// CheckMove returns an error that is a *[MoveError] unless m is legal in p.
func (p Position) CheckMove(m Move) error {
	for legal := range p.Legal() {
		if legal == m {
			return nil
		}
	}
	return p.moveError(m.String(), ErrIllegal, "move %s is illegal in %s", m, p)
}

// Legal returns the legal moves of p, none if the game is over, in the order of Moves.
func (p Position) Legal() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		var l MoveList
		if !p.Finished() {
			p.Moves(&l)
		}
		for _, m := range l.Slice() {
			if !yield(m) {
				return
			}
		}
	}
}

// MaxMoves is the largest number of moves that a MoveList can hold. No legal position
// has nearly as many moves: long searches for such positions have found at most 42
// quiet moves, 28 captures, and 34 paths of captures (see TestMaxMoves).
const MaxMoves = 128

// MoveList holds the moves of a position in a fixed array, so that it needs no memory
// from the heap. Its zero value is empty. A worker of the search owns one list for each
// ply: a new list at every node would have to be cleared first.
type MoveList struct {
	moves [MaxMoves]Move
	n     int
}

// Len returns the number of moves.
func (l *MoveList) Len() int { return l.n }

// At returns move i, 0 to Len - 1.
func (l *MoveList) At(i int) Move { return l.moves[i] }

// Slice returns the moves; the slice is valid until the list is filled again.
func (l *MoveList) Slice() []Move { return l.moves[:l.n] }

// Swap exchanges moves i and j.
func (l *MoveList) Swap(i, j int) { l.moves[i], l.moves[j] = l.moves[j], l.moves[i] }

// Contains reports whether m is in the list.
func (l *MoveList) Contains(m Move) bool {
	for _, other := range l.Slice() {
		if other == m {
			return true
		}
	}
	return false
}

func (l *MoveList) add(m Move) {
	l.moves[l.n] = m
	l.n++
}
