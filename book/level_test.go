package book

import (
	"bytes"
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// scored returns an entry of the starting position with a move for each score.
func scored(visits []uint32, scores ...eval.Score) Entry {
	var moves board.MoveList
	board.Start().Moves(&moves)
	var e Entry
	for i, s := range scores {
		e.Moves = append(e.Moves, Move{Move: moves.At(i), Score: s, Visits: visits[i]})
	}
	return e
}

func chosen(l Level, e Entry) (scores []eval.Score) {
	for _, m := range l.Choices(e) {
		scores = append(scores, m.Score)
	}
	return scores
}

func TestLevels(t *testing.T) {
	e := scored(make([]uint32, 5), 1, 20, 18, -5, NoScore)
	require.Empty(t, chosen(Off, e))
	require.Equal(t, []eval.Score{20}, chosen(Best, e))
	require.Equal(t, []eval.Score{20, 18}, chosen(Good, e))
	require.Equal(t, []eval.Score{20, 18, 1}, chosen(All, e))
	require.Equal(t, chosen(All, e), chosen(Weighted, e))
	require.EqualValues(t, 1, e.Moves[0].Score, "the entry stays as it is")
	require.Empty(t, chosen(All, Entry{}))
	for _, name := range Levels() {
		l, err := ParseLevel(name)
		require.NoError(t, err)
		require.Equal(t, name, l.String())
	}
	_, err := ParseLevel("Best")
	require.Error(t, err)
}

// A book of games has visits instead of scores.
func TestLevelsOfUnsearchedMoves(t *testing.T) {
	e := scored([]uint32{3, 12, 12, 2}, NoScore, NoScore, NoScore, NoScore)
	require.Len(t, Best.Choices(e), 1)
	require.EqualValues(t, 12, Best.Choices(e)[0].Visits)
	require.Len(t, Good.Choices(e), 2)
	require.Len(t, All.Choices(e), 3)
}

// The moves of Weighted are chosen in proportion to their weights, those of the other levels equally often.
func TestChoose(t *testing.T) {
	times := func(l Level, e Entry) map[board.Move]float64 {
		total, count := 1, map[board.Move]float64{}
		for n := 0; n < total; n++ {
			m, ok := Choose(l.weighted(e), func(of int) int { total = of; return n })
			require.True(t, ok)
			count[m.Move]++
		}
		for m := range count {
			count[m] /= float64(total)
		}
		return count
	}
	searched := scored(make([]uint32, 4), 10, 4, -10, -11)
	m := searched.Moves
	all := math.Exp(0) + math.Exp(-1) + math.Exp(-20./6)
	weighted := times(Weighted, searched)
	require.Len(t, weighted, 3)
	for i, drop := range []float64{0, 6, 20} {
		require.InDelta(t, math.Exp(-drop/6)/all, weighted[m[i].Move], 1e-3)
	}
	require.Equal(t, map[board.Move]float64{m[0].Move: 1. / 3, m[1].Move: 1. / 3, m[2].Move: 1. / 3}, times(All, searched))
	require.Equal(t, map[board.Move]float64{m[0].Move: 1}, times(Best, searched))
	games := scored([]uint32{3, 12, 5, 2}, NoScore, NoScore, NoScore, NoScore)
	require.Equal(t, map[board.Move]float64{games.Moves[0].Move: 0.15, games.Moves[1].Move: 0.6, games.Moves[2].Move: 0.25}, times(Weighted, games))
	require.Len(t, times(Weighted, scored(make([]uint32, 1), NoScore)), 1, "a move that was never visited is a choice, if there is no other")
	_, ok := Choose(Weighted.weighted(Entry{}), nil)
	require.False(t, ok)
}

// TestSources: a shelf asks the own book first, tells all its moves, plays those of its level, and leaves out what is to be avoided.
// Where no move has a weight all are chosen equally often.
func TestSources(t *testing.T) {
	start, ctx := board.Start(), context.Background()
	own := scored(make([]uint32, 3), 1, 20, 18)
	after := start.Play(own.Moves[1].Move)
	shelf := &Shelf{Own: bookOf(t, start, own)}
	choices, err := shelf.Choices(ctx, start)
	require.NoError(t, err)
	require.Len(t, choices, 3, "the others are told")
	best, ok := Choose(choices, func(int) int { return 0 })
	require.True(t, ok)
	require.Equal(t, own.Moves[1].Move, best.Move)
	require.Equal(t, []any{1, eval.Score(20), true}, []any{best.Weight, best.Score, best.Scored})
	require.Equal(t, shelf.Line(after), best.Line)
	require.NotEmpty(t, best.Line, "the book in the program goes on")

	shelf.Avoid = func(p board.Position) bool { return p == after }
	choices, err = shelf.Choices(ctx, start)
	require.NoError(t, err)
	require.Len(t, choices, 2)
	require.EqualValues(t, 18, choices[0].Score)
	shelf.Avoid = func(board.Position) bool { return true }
	entry, ok := shelf.Look(start)
	require.True(t, ok)
	require.Len(t, entry.Moves, 3, "all moves lead there")
	choices, err = (&Shelf{}).Choices(ctx, fromFEN(t, "W:W32:B1"))
	require.NoError(t, err)
	require.Empty(t, choices)

	same := Func(func(context.Context, board.Position) ([]Choice, error) {
		return []Choice{{Move: own.Moves[0].Move}, {}}, nil
	})
	choices, err = same.Choices(ctx, start)
	require.NoError(t, err)
	seen, ok := Choose(choices, func(n int) int { require.Equal(t, 2, n); return 0 })
	require.True(t, ok)
	require.Equal(t, choices[0], seen)
}

// bookOf returns a book with one entry.
func bookOf(t *testing.T, p board.Position, e Entry) *Book {
	t.Helper()
	b, data := NewBuilder(), bytes.Buffer{}
	require.NoError(t, b.Put(p, e))
	require.NoError(t, b.Write(&data))
	read, err := Read("of a test", data.Bytes())
	require.NoError(t, err)
	return read
}

func fromFEN(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// The book in the program is whole, and its scores are backed up: doing it again changes nothing.
func TestBuiltIn(t *testing.T) {
	b, err := BuiltIn()
	require.NoError(t, err)
	require.GreaterOrEqual(t, b.Len(), 20_000)
	_, ok := b.Look(board.Start())
	require.True(t, ok)
	d := b.Builder()
	d.BackUp()
	for p, e := range b.All() {
		require.NotEmpty(t, e.Moves, p.FEN())
		require.Positive(t, e.Depth, p.FEN())
		again, _ := d.Look(p)
		require.Equal(t, e.Moves, again.Moves, p.FEN())
	}
}

// What the book in the program knows from a short search is told, and not played.
func TestPlayed(t *testing.T) {
	b, err := BuiltIn()
	require.NoError(t, err)
	short, played := 0, 0
	for p, e := range b.All() {
		var legal board.MoveList
		p.Moves(&legal)
		choices, err := (&Shelf{}).Choices(t.Context(), p)
		require.NoError(t, err)
		if legal.Len() > 1 && e.Search.Nodes < 1_200_000 {
			short++
			require.Empty(t, choices)
			continue
		}
		played++
		require.NotEmpty(t, choices)
	}
	require.Greater(t, short, 20_000)
	require.Greater(t, played, 24_000)
}

func BenchmarkLook(b *testing.B) {
	shipped, err := BuiltIn()
	require.NoError(b, err)
	var all []board.Position
	for p := range shipped.All() {
		all = append(all, p)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		shipped.Look(all[i*7919%len(all)])
	}
}

// A book in the program that is damaged is an error.
func TestDamagedBuiltIn(t *testing.T) {
	_, err := readCompressed("x", bookFile[:len(bookFile)/2])
	require.ErrorContains(t, err, "book x: ")
	_, err = readCompressed("x", []byte("no gzip"))
	require.ErrorContains(t, err, "book x: ")
}
