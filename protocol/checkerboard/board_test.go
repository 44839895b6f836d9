package checkerboard

import (
	"encoding/binary"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// colors are the host's numbers of the colours.
var colors = [2]int32{board.Black: Black, board.White: White}

// TestGeometry holds coordinates to the interface's formula and to its examples.
func TestGeometry(t *testing.T) {
	seen := map[Coordinate]bool{}
	for n := 1; n <= board.Squares; n++ {
		s, _ := board.SquareNumber(n)
		c := coordinate(s)
		require.False(t, seen[c])
		seen[c] = true
		require.Zero(t, (c.X+c.Y)%2, "playable")
		require.Equal(t, n, int(4*(c.Y+1)-c.X/2), "the formula back")
	}
	for n, want := range map[int]Coordinate{1: {6, 0}, 4: {0, 0}, 5: {7, 1}, 8: {1, 1}, 29: {7, 7}, 32: {1, 7}} {
		s, _ := board.SquareNumber(n)
		require.Equal(t, want, coordinate(s))
	}
	require.Equal(t, uintptr(268), unsafe.Sizeof(Move{}))
	require.Equal(t, uintptr(28), unsafe.Offsetof(Move{}.Path))
	require.Equal(t, uintptr(124), unsafe.Offsetof(Move{}.Del))
	require.Equal(t, uintptr(220), unsafe.Offsetof(Move{}.DelPiece))
}

func position(t require.TestingT, fen string) board.Position {
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// anyPosition draws a position, sound in itself, with pieces anywhere.
func anyPosition(t *rapid.T) board.Position {
	var p board.Position
	counts := [2]int{}
	for s := range board.Square(board.Squares) {
		c := board.Color(rapid.IntRange(0, 4).Draw(t, "colour"))
		if c > board.White || counts[c] == board.MaxPieces {
			continue
		}
		counts[c]++
		if c == board.Black {
			p.Black |= s.Bit()
		} else {
			p.White |= s.Bit()
		}
		if board.CrowningRow(c).Has(s) || rapid.Bool().Draw(t, "king") {
			p.Kings |= s.Bit()
		}
	}
	if p.Black|p.White == 0 {
		return board.Start()
	}
	p.Turn = board.Color(rapid.IntRange(0, 1).Draw(t, "turn"))
	return p
}

// TestBoardsGoRoundAndRound: a position put on a board is read back, and what lies where
// nothing can stand stays as it is.
func TestBoardsGoRoundAndRound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t)
		junk := rapid.Int32().Draw(t, "junk")
		var b Board
		for x := range b {
			for y := range b[x] {
				b[x][y] = junk
			}
		}
		b.Put(p)
		back, err := b.Position(colors[p.Turn])
		require.NoError(t, err)
		require.Equal(t, p, back)
		for x := range b {
			for y := range b[x] {
				if (x+y)%2 != 0 {
					require.Equal(t, junk, b[x][y])
				}
			}
		}
	})
}

// TestStart is the array as hosts set it up.
func TestStart(t *testing.T) {
	var b Board
	b.Put(board.Start())
	for x := range b {
		for y := range b[x] {
			want := int32(0)
			switch {
			case (x+y)%2 != 0:
			case y <= 2:
				want = 6
			case y >= 5:
				want = 5
			}
			require.Equal(t, want, b[x][y], "%d %d", x, y)
		}
	}
}

// TestMovesAreDescribed: the struct tells the move so that it can be made by it alone.
func TestMovesAreDescribed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t)
		for m := range p.Legal() {
			var described Move
			described.describe(p, m)
			var before, after Board
			before.Put(p)
			after.Put(p.Play(m))
			require.Equal(t, described.OldPiece, before[described.From.X][described.From.Y])
			before[described.From.X][described.From.Y] = empty
			require.Equal(t, m.Captured.Count(), int(described.Jumps))
			for i := range described.Jumps {
				from, to, over := described.Path[i], described.Path[i+1], described.Del[i]
				require.Equal(t, Coordinate{(from.X + to.X) / 2, (from.Y + to.Y) / 2}, over)
				require.Equal(t, int32(2), max(from.X-to.X, to.X-from.X))
				require.Equal(t, int32(2), max(from.Y-to.Y, to.Y-from.Y))
				require.Equal(t, described.DelPiece[i], before[over.X][over.Y])
				require.NotZero(t, described.DelPiece[i])
				before[over.X][over.Y] = empty
			}
			require.Equal(t, described.From, described.Path[0])
			require.Equal(t, described.To, described.Path[max(described.Jumps, 1)])
			before[described.To.X][described.To.Y] = described.NewPiece
			require.Equal(t, after, before)
		}
	})
}

// FuzzBoard: a board is refused with a clear error, or it stands for a position that is put
// back as it was.
func FuzzBoard(f *testing.F) {
	var start Board
	start.Put(board.Start())
	f.Add(bytesOf(start), int32(2))
	start[6][0] = 10
	f.Add(bytesOf(start), int32(1))
	f.Add([]byte{}, int32(0))
	f.Fuzz(func(t *testing.T, data []byte, color int32) {
		var b Board
		for i := range len(data) / 4 {
			if i < 64 {
				b[i/8][i%8] = int32(binary.LittleEndian.Uint32(data[4*i:]))
			}
		}
		p, err := b.Position(color)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			require.Less(t, len(err.Error()), 200)
			return
		}
		again := b
		again.Put(p)
		require.Equal(t, b, again)
		var l board.MoveList
		p.Moves(&l)
	})
}

func bytesOf(b Board) (data []byte) {
	for _, column := range b {
		for _, piece := range column {
			data = binary.LittleEndian.AppendUint32(data, uint32(piece))
		}
	}
	return data
}
