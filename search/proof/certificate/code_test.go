package certificate

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// drawPosition draws a position that the rules allow, with pieces on both sides and of any kind.
func drawPosition(t *rapid.T) board.Position {
	squares := rapid.Permutation(allSquares()).Draw(t, "squares")
	black := rapid.IntRange(1, board.MaxPieces).Draw(t, "black")
	white := rapid.IntRange(1, board.MaxPieces).Draw(t, "white")
	p := board.Position{Turn: board.Color(rapid.IntRange(0, 1).Draw(t, "turn"))}
	for _, s := range squares[:black] {
		p.Black |= s.Bit()
	}
	for _, s := range squares[black : black+white] {
		p.White |= s.Bit()
	}
	p.Kings = board.Bitboard(rapid.Uint32().Draw(t, "kings")) &^ p.Empty()
	p.Kings |= p.Black&board.CrowningRow(board.Black) | p.White&board.CrowningRow(board.White)
	return p
}

func allSquares() (all []board.Square) {
	for s := range board.Square(board.Squares) {
		all = append(all, s)
	}
	return all
}

// A code gives its position back, and different positions have different codes.
func TestCode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := drawPosition(t), drawPosition(t)
		back, err := CodeOf(p).Position(p.Turn)
		require.NoError(t, err)
		require.Equal(t, p, back)
		q.Turn = p.Turn
		require.Equal(t, p == q, CodeOf(p) == CodeOf(q))
		require.Equal(t, CodeOf(p).Compare(CodeOf(q)), -CodeOf(q).Compare(CodeOf(p)))
		code := CodeOf(p)
		for _, b := range code[code.Len():] {
			require.Zero(t, b)
		}
	})
}

// The bytes of a code are part of the format.
func TestCodeBytes(t *testing.T) {
	p, err := board.ParseFEN("B:W5,K32:B1,K2")
	require.NoError(t, err)
	require.Equal(t, Code{0x80, 0, 0, 0x13, 0b00_01_10_11}, CodeOf(p))
	require.Equal(t, 5, CodeOf(p).Len())
	require.Equal(t, maxCodeBytes, CodeOf(board.Start()).Len())
}

// Any bytes are refused or are the code of the position that they give.
func TestAnyBytesAsCode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c Code
		binary.BigEndian.PutUint32(c[:], rapid.Uint32().Draw(t, "squares")&rapid.Uint32().Draw(t, "mask"))
		copy(c[squareBytes:], rapid.SliceOfN(rapid.Byte(), 0, maxKindBytes).Draw(t, "kinds"))
		if p, err := c.Position(board.White); err == nil {
			require.NoError(t, p.Check())
			require.Equal(t, c, CodeOf(p))
		}
	})
}

func TestImpossibleCodes(t *testing.T) {
	for message, c := range map[string]Code{
		"empty":           {},
		"has a man on 4":  {0, 0, 0, 8, 0b10_00_00_00},
		"has a man on 29": {0x10, 0, 0, 0, 0},
		"behind the last": {0, 0, 0, 8, 0b11_00_00_01},
		"too many pieces": {0xFF, 0xFF, 0xFF, 0xFF},
		"13 pieces":       {0, 0, 0x1F, 0xFF},
	} {
		_, err := c.Position(board.Black)
		require.ErrorContains(t, err, message)
	}
}
