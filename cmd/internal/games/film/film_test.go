package film

import (
	"bytes"
	"image/color"
	"image/gif"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/diagram"
	"github.com/zonda-checkers/zonda/engine/lesson"
)

// TestFilm: a film has its pictures in their order, the last one the longest, in red for the fault, and the same bytes each time.
func TestFilm(t *testing.T) {
	p, err := board.ParseFEN("W:W19,32:B3,4,5,6,10,11,K21,22,26,K31")
	require.NoError(t, err)
	var moves []board.Move
	for _, text := range []string{"32-27", "32-28"} {
		m, err := p.ParseMove(text)
		require.NoError(t, err)
		moves = append(moves, m)
	}
	film := lesson.Of(lesson.Fault{At: p, Move: moves[0], Better: moves[1:], Loss: lesson.LossOf(p, moves[0])}).Film
	require.Len(t, film, 3)
	draw := func() []byte {
		var out bytes.Buffer
		const width = 200
		require.NoError(t, Write(&out, diagram.Diagram{}, film, width))
		return out.Bytes()
	}
	first := draw()
	require.Equal(t, first, draw())
	animated, err := gif.DecodeAll(bytes.NewReader(first))
	require.NoError(t, err)
	require.Equal(t, []int{pictureTime, pictureTime, lastTime}, animated.Delay)
	red := func(picture int) (n int) {
		frame := animated.Image[picture]
		for _, index := range frame.Pix {
			if c := color.RGBAModel.Convert(frame.Palette[index]).(color.RGBA); c.R > 180 && c.G < 70 && c.B < 70 {
				n++
			}
		}
		return n
	}
	require.Positive(t, red(0), "the fault")
	require.Positive(t, red(1), "pieces that are taken")
	require.Zero(t, red(2), "the end")
	require.Error(t, Write(&bytes.Buffer{}, diagram.Diagram{Theme: "none"}, film, 1))
}
