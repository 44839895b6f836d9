package board

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board/reference"
)

// TestMovesEqualReference compares everything the generator says of a position
// with the rules as the reference has them.
func TestMovesEqualReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition().Draw(t, "position")
		t.Log(p)
		expected := newReference(p).Moves()
		after, paths := map[Move]reference.Position{}, map[string]Move{}
		for _, m := range expected {
			after[referenceMove(m)] = m.After
			paths[fmt.Sprint(referencePath(m))] = referenceMove(m)
		}

		var moves, sequences MoveList
		p.Moves(&moves)
		p.sequences(&sequences)
		require.Equal(t, len(after), moves.Len(), "each move once")
		require.Equal(t, len(expected), sequences.Len(), "each path once")
		for _, m := range moves.Slice() {
			require.Contains(t, after, m)
			require.Equal(t, after[m], newReference(p.Play(m)), "position after %v", m)
			require.Equal(t, p.Turn.Opponent(), p.Play(m).Turn)
		}
		for _, m := range sequences.Slice() {
			require.Contains(t, after, m)
		}
		p.eachMove(func(path Path, m Move) {
			require.Equal(t, paths[fmt.Sprint(path)], m, "path %v", path)
			delete(paths, fmt.Sprint(path))
		})
		require.Empty(t, paths, "paths not found")
	})
}

// TestQuestionsEqualReference compares what is asked of a position without a list.
func TestQuestionsEqualReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition().Draw(t, "position")
		t.Log(p)
		r := newReference(p)
		require.Equal(t, len(r.Moves()) > 0, p.HasMove())

		var captures MoveList
		p.Captures(&captures)
		require.Equal(t, results(r.Captures()), captures.Len())

		for _, c := range []Color{Black, White} {
			p.Turn = c
			r := newReference(p)
			require.Equal(t, origins(r.Captures()), p.JumpersOf(c), "jumpers of %s", c)
			require.Equal(t, origins(r.Captures()), p.Jumpers())
			require.Equal(t, origins(r.QuietMoves()), p.MoversOf(c), "movers of %s", c)
			require.Equal(t, len(r.QuietMoves()), p.quietCount())
			require.EqualValues(t, len(r.Moves()), NewPerft(Sequences).leaves(p))
			require.EqualValues(t, results(r.Moves()), NewPerft(Results).leaves(p))
		}
	})
}

func origins(moves []reference.Move) (b Bitboard) {
	for _, m := range moves {
		b |= referenceMove(m).From.Bit()
	}
	return b
}

// results counts the moves that differ in more than their path.
func results(moves []reference.Move) int {
	found := map[Move]bool{}
	for _, m := range moves {
		found[referenceMove(m)] = true
	}
	return len(found)
}

// TestRules has the rules one by one, so that a failure has a name.
func TestRules(t *testing.T) {
	tests := map[string]struct{ fen, moves string }{
		"men go forward only":            {"B:W32:B14", "14-17 14-18"},
		"white men too":                  {"W:W14:B1", "14-9 14-10"},
		"kings go all ways":              {"B:W32:BK14", "14-17 14-18 14-9 14-10"},
		"men capture forward only":       {"B:W10,18:B14,15", "14x23 15x22"},
		"white men too, captures":        {"W:W14:B10,18", "14x7"},
		"kings capture all ways":         {"B:W10,18:BK14", "14x23 14x7"},
		"men capture kings":              {"B:WK18:B14", "14x23"},
		"a capture must be made":         {"B:W18:B1,14", "14x23"},
		"and taken on to its end":        {"B:W18,26:B14", "14x30"},
		"but need not be the longest":    {"B:W17,18,26:B14", "14x21 14x30"},
		"crowning ends a man's capture":  {"B:W26,27:B22", "22x31"},
		"a king captures on":             {"B:W26,27:BK22", "22x24"},
		"a king turns back":              {"B:W14,15:BK9", "9x11"},
		"a man does not":                 {"B:W14,15:B9", "9x18"},
		"no piece is jumped twice":       {"B:W18:BK14", "14x23"},
		"a king may end at its origin":   {"B:W6,7,14,15:BK2", "2x2"},
		"own pieces are not jumped":      {"B:W28:BK1,6", "1-5 6-9 6-10"},
		"nor two pieces in a row":        {"B:W18,23:B14", "14-17"},
		"nor a piece at the edge":        {"B:W17,21:B14", "14-18"},
		"no move at the end of the game": {"B:W32:B28", ""},
		"no move without a piece":        {"B:W32:B", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			require.ElementsMatch(t, strings.Fields(test.moves), moveTexts(position(t, test.fen)))
		})
	}
}

func moveTexts(p Position) (texts []string) {
	var l MoveList
	p.Moves(&l)
	for _, m := range l.Slice() {
		texts = append(texts, p.MoveText(m))
	}
	return texts
}

// TestLongestCapture walks a king through boards so full of prey that every piece
// it could ever jump is there: nine is the most, ten squares of two digits.
func TestLongestCapture(t *testing.T) {
	maximum := 0
	for _, s := range allSquares() {
		for _, rows := range []Bitboard{evenRows, oddRows} {
			p := Position{Black: s.Bit(), White: interior & rows &^ s.Bit(), Kings: s.Bit()}
			p.eachPath(func(path Path, _ Move) { maximum = max(maximum, len(path)) })
		}
	}
	require.Equal(t, 10, maximum)
	require.Equal(t, 3*maximum-1, maxText)
}

// TestSafeMovesEqualReference looks for a safe move by playing all of them.
func TestSafeMovesEqualReference(t *testing.T) {
	t.Parallel()
	seen := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition().Draw(t, "position")
		if p.Jumpers() != 0 {
			return
		}
		t.Log(p)
		safe := false
		for _, m := range newReference(p).Moves() {
			after := p.Play(referenceMove(m))
			safe = safe || len(newReference(after).Captures()) == 0
		}
		require.Equal(t, safe, p.HasSafeMove())
		seen[safe]++
	})
	require.NotZero(t, seen[true])
	require.NotZero(t, seen[false])
}

func BenchmarkHasSafeMove(b *testing.B) {
	positions := []Position{}
	g := NewGame(Start())
	for range 40 {
		var l MoveList
		p := g.Position()
		if p.Moves(&l); l.Len() == 0 {
			break
		}
		if p.Jumpers() == 0 {
			positions = append(positions, p)
		}
		g.Play(l.At(len(positions) % l.Len()))
	}
	n := 0
	for i := 0; b.Loop(); i++ {
		if positions[i%len(positions)].HasSafeMove() {
			n++
		}
	}
}

// newReference returns p as package reference has it.
func newReference(p Position) reference.Position {
	var pieces [Squares]byte
	for s := range Square(Squares) {
		pieces[s] = p.symbol(s)
	}
	turn := byte('b')
	if p.Turn == White {
		turn = 'w'
	}
	return reference.New(pieces, turn)
}

// referenceMove returns a move of package reference as this package has it.
func referenceMove(m reference.Move) Move {
	move := Move{From: Square(m.From()), To: Square(m.To())}
	for _, s := range m.Captured {
		move.Captured |= Square(s).Bit()
	}
	return move
}

func referencePath(m reference.Move) (path Path) {
	for _, s := range m.Path {
		path = append(path, Square(s))
	}
	return path
}
