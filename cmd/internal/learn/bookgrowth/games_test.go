package bookgrowth

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book"
)

// A book that is exported and imported again has the same positions and moves.
func TestExportAndImport(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	g := growth(t, book.NewBuilder(), 200, 2)
	require.NoError(t, g.Run(context.Background(), func(Progress) {}))
	b, err := book.Read("test", bytesOf(t, g.Builder))
	require.NoError(t, err)
	var text bytes.Buffer
	require.NoError(t, Export(b, g.Roots, func(g *pdn.Game) error { return pdn.Write(&text, g) }))
	again := book.NewBuilder()
	for r := pdn.NewReader(&text); ; {
		game, err := r.Read()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		_, err = Import(again, game, 1000, "games")
		require.NoError(t, err)
	}
	require.Equal(t, g.Builder.Len(), again.Len())
	for p, e := range g.Builder.All() {
		other, ok := again.Look(p)
		require.True(t, ok, p.FEN())
		require.Len(t, other.Moves, len(e.Moves))
		for _, m := range e.Moves {
			known := other.Find(m.Move)
			require.NotNil(t, known)
			require.Equal(t, book.NoScore, known.Score)
			require.Positive(t, known.Visits)
		}
	}
}

func TestImportCountsVisits(t *testing.T) {
	const text = "1. 11-15 23-19 2. 8-11 22-17 *\n\n1. 11-15 22-18 15x22 *\n\n1. 9-14 *\n"
	d := book.NewBuilder()
	added := 0
	for r := pdn.NewReader(bytes.NewBufferString(text)); ; {
		g, err := r.Read()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		n, err := Import(d, g, 3, "test")
		require.NoError(t, err)
		added += n
	}
	require.Equal(t, 4, added)
	require.Equal(t, 4, d.Len())
	e, _ := d.Look(board.Start())
	require.Len(t, e.Moves, 2)
	require.EqualValues(t, 2, e.Moves[0].Visits)
}

// Games of any text are imported into a book that can be written and read.
func FuzzImport(f *testing.F) {
	f.Add("1. 11-15 23-19 2. 8-11 22-17 *\n\n1. 11-15 22-18 15x22 *\n", "games.pdn", 3)
	f.Add("[FEN \"W:W21,K5:B1,2,K30\"] 1. 5-9 1-5 *", "a\nb", 100)
	f.Fuzz(func(t *testing.T, text, source string, plies int) {
		d := book.NewBuilder()
		added := 0
		for r := pdn.NewReader(bytes.NewBufferString(text)); ; {
			g, err := r.Read()
			if err != nil {
				break
			}
			n, err := Import(d, g, plies, source)
			require.NoError(t, err)
			added += n
		}
		require.Equal(t, added, d.Len())
		var data bytes.Buffer
		if d.Write(&data) != nil {
			return // the source is not one line
		}
		b, err := book.Read("f", data.Bytes())
		require.NoError(t, err)
		require.Equal(t, added, b.Len())
	})
}
