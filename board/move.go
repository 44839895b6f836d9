package board

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
