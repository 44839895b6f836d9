package lesson

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// newFault reads a fault: a position, the move, the play after it and the play instead of it. The loss is that of the tree.
func newFault(t require.TestingT, fen, fault, after, better string) Fault {
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	f := Fault{At: p}
	play := func(p board.Position, text string) (line []board.Move) {
		for _, word := range strings.Fields(text) {
			m, err := p.ParseMove(word)
			require.NoError(t, err)
			line, p = append(line, m), p.Play(m)
		}
		return line
	}
	f.Move = play(p, fault)[0]
	f.After, f.Better = play(p.Play(f.Move), after), play(p, better)
	f.Loss = LossOf(p, f.Move)
	return f
}

// TestKinds has faults of each kind of material.
func TestKinds(t *testing.T) {
	for _, test := range []struct{ kind, fen, fault, better, line string }{
		{Jump, "W:W19,32:B3,4,5,6,10,11,K21,22,26,K31", "32-27", "32-28", "32-27 31x15"},
		{Exchange, "W:W18,19,20,21,24,25,27,28,29,30,31:B2,4,5,6,7,8,9,10,11,12,13", "19-15", "27-23", "19-15 10x19 24x15 9-14 18x9 5x14 15-10 6x15"},
		{Shot, "B:W15,21,22,25,27,28,29,30,31,32:B1,3,4,8,12,13,14", "12-16", "1-5", "12-16 22-17 13x22 25x9"},
		{Attack, "B:WK3,10,20,21,23,28,32:B2,9,14", "2-7", "9-13", "2-7 3-8 7-11 8x15"},
		{Choice, "W:W6,17,25,26,27,28,29:B5,11,15,24", "27x20", "28x10", "27x20"},
		{Gain, "B:W20,22,25:B2,7,9,10,11,19", "2-6", "10-14", ""},
		{Promote, "B:W15,25,29,30:B1,2,3,4,14,21,27,28", "14-17", "27-31", ""},
	} {
		l := Of(newFault(t, test.fen, test.fault, "", test.better))
		require.Equal(t, test.kind, l.Kind, "%s: %+v", test.fault, l)
		require.Equal(t, test.line, strings.Join(l.Line, " "), test.fault)
	}
}

// TestPlay has faults of famous games whose punishment only the search sees.
func TestPlay(t *testing.T) {
	f := newFault(t, "W:W5,10,20,21,23,31:B2,3,11,12,13,K25", "5-1", "2-6 1-5 6x15", "31-26 25-30 26-22 30-25 23-18 25-30")
	require.True(t, f.Loss.None())
	l := Of(f)
	require.Equal(t, []any{Falls, 1, 0, 10}, []any{l.Kind, l.Men, l.Kings, l.Square})
	f.Was, f.Now = board.Draw, board.Loss
	require.Equal(t, Result, Of(f).Kind, "what is proven comes before what is played")
	f.Was, f.Now = board.Win, board.Win
	require.Equal(t, Slower, Of(f).Kind)

	f = newFault(t, "W:W13,17,20,21,24,25,27,31,32:B2,3,5,6,7,8,12,18,23", "17-14", "8-11 14-9 5x14 25-22 18x25 27x9 25-30", "24-19 6-10 17-14 10x17 21x14")
	f.Loss = Loss{}
	l = Of(f)
	require.Equal(t, []any{Through, 30, 5}, []any{l.Kind, l.Crowned, len(l.Film)})
	f.After = f.After[:6]
	require.Equal(t, Worse, Of(f).Kind, "the king is beyond what the search tells")
}

// TestLessonsOfGames asks for lessons of random moves: what they tell must be true on the board.
func TestLessonsOfGames(t *testing.T) {
	kinds := map[string]int{}
	rapid.Check(t, func(r *rapid.T) {
		p := board.Start()
		var moves board.MoveList
		for range rapid.IntRange(0, 60).Draw(r, "plies") {
			p.Moves(&moves)
			if moves.Len() == 0 {
				return
			}
			p = p.Play(moves.At(rapid.IntRange(0, moves.Len()-1).Draw(r, "move")))
		}
		p.Moves(&moves)
		if moves.Len() < 2 {
			return
		}
		f := Fault{At: p, Move: moves.At(0), Loss: LossOf(p, moves.At(0)), Better: []board.Move{moves.At(1)}}
		l := Of(f)
		kinds[l.Kind]++
		line := l.Line
		if len(line) == 0 && l.Kind != Worse {
			line = l.BetterLine
		}
		q := p
		for _, text := range line {
			m, err := q.ParseMove(text)
			require.NoError(r, err, "%s of %s", text, p.FEN())
			q = q.Play(m)
		}
		if len(l.Line) > 0 && l.Kind != Choice {
			require.Zero(r, q.Jumpers(), p.FEN())
			require.LessOrEqual(r, worth(q, p.Turn), worth(p, p.Turn)-Man+gained(p), "%s %s", p.FEN(), line)
			require.Equal(r, l.Men+l.Kings, p.Lead(p.Turn)-q.Lead(p.Turn))
		}
		require.LessOrEqual(r, len(l.Film), maxPictures)
		if len(l.Film) > 0 {
			require.Equal(r, p, l.Film[0].Position)
			require.Equal(r, TheFault, l.Film[0].Arrows[0].Kind)
			require.Equal(r, q, l.Film[len(l.Film)-1].Position)
			require.Empty(r, l.Film[len(l.Film)-1].Arrows)
		}
	})
	t.Log(kinds)
}

// worth returns the material of a side less that of the other.
func worth(p board.Position, side board.Color) int {
	if p.Turn == side {
		return Balance(p)
	}
	return -Balance(p)
}

// gained returns what the side to move can take at once with its best captures.
func gained(p board.Position) int { return newTree().best(p, 0) - Balance(p) }
