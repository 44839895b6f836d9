package repertoire

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/eval"
)

// TestBallots makes the repertoires of both sides for ballots, and plays each decision's line by the rules.
func TestBallots(t *testing.T) {
	t.Parallel()
	suite, err := openings.Open("3move", true)
	require.NoError(t, err)
	shelf := &book.Shelf{}
	for i := 0; i < len(suite); i += 13 {
		for _, side := range []board.Color{board.Black, board.White} {
			r, err := New(t.Context(), shelf, suite[i].Game(), side, Options{})
			require.NoError(t, err)
			require.NotEmpty(t, r.Decisions, "%v", suite[i])
			before, seen := 1.0, map[board.Position]bool{}
			for _, d := range r.Decisions {
				g := board.NewGame(r.Start)
				for _, m := range d.Line {
					require.NoError(t, g.Position().CheckMove(m))
					if g.Position().Turn == side && len(slices.Collect(g.Position().Legal())) > 1 {
						e, _ := shelf.Look(g.Position())
						require.Equal(t, e.Moves[0].Move, m, "the line has the player's own moves")
					}
					g.Play(m)
				}
				require.Equal(t, d.Position, g.Position())
				require.Equal(t, side, d.Position.Turn)
				require.NoError(t, d.Position.CheckMove(d.Move))
				require.Greater(t, len(slices.Collect(d.Position.Legal())), 1, "a forced move is no decision")
				require.NotContains(t, d.AsGood, d.Move)
				require.LessOrEqual(t, d.Chance, before)
				require.Greater(t, d.Chance, 0.)
				require.False(t, seen[d.Position], "each position once")
				before, seen[d.Position] = d.Chance, true
			}
			require.LessOrEqual(t, len(r.Decisions), MaxDecisions)
		}
	}
}

func TestChosen(t *testing.T) {
	t.Parallel()
	shelf, start := &book.Shelf{}, board.NewGame(board.Start())
	r, err := New(t.Context(), shelf, start, board.Black, Options{Most: 5})
	require.NoError(t, err)
	require.Len(t, r.Decisions, 5)
	require.Positive(t, r.Left)
	other, err := board.Start().ParseMove("9-13")
	require.NoError(t, err)
	require.NotEqual(t, other, r.Decisions[0].Move)
	loses := func(p board.Position) bool { return p == board.Start().Play(other) }
	r, err = New(t.Context(), shelf, start, board.Black, Options{Most: 5, Chosen: map[board.Position]board.Move{board.Start(): other}, Loses: loses})
	require.NoError(t, err)
	require.Equal(t, other, r.Decisions[0].Move)
	require.True(t, r.Decisions[0].Own)
	require.Equal(t, []board.Move{other}, r.Decisions[0].Losing)
	require.Equal(t, other, r.Decisions[1].Line[0])
	white, err := New(t.Context(), shelf, start, board.White, Options{})
	require.NoError(t, err)
	require.Len(t, white.Decisions[0].Line, 1, "White's first decision comes after Black's move")

	stopped, stop := context.WithCancel(t.Context())
	stop()
	_, err = New(stopped, shelf, start, board.Black, Options{})
	require.ErrorIs(t, err, context.Canceled)
}

// TestLosing: a move loses if the book scores it as a man behind where another one holds.
func TestLosing(t *testing.T) {
	t.Parallel()
	moves := slices.Collect(board.Start().Legal())
	b := book.NewBuilder()
	for _, c := range []struct {
		scores []eval.Score
		want   []board.Move
	}{{[]eval.Score{0, -64, -65, book.NoScore}, moves[2:3]}, {[]eval.Score{-46, -200}, nil}} {
		e := book.Entry{Depth: 1}
		for i, score := range c.scores {
			e.Moves = append(e.Moves, book.Move{Move: moves[i], Score: score, Searched: score})
		}
		require.NoError(t, b.Put(board.Start(), e))
		r, err := New(t.Context(), b, board.NewGame(board.Start()), board.Black, Options{})
		require.NoError(t, err)
		require.Equal(t, c.want, r.Decisions[0].Losing)
	}
}

// TestEnds: a repertoire ends where the book knows nothing, and where all the replies that it names are about as good.
func TestEnds(t *testing.T) {
	t.Parallel()
	moves, b := slices.Collect(board.Start().Legal()), book.NewBuilder()
	put := func(drop eval.Score) []End {
		require.NoError(t, b.Put(board.Start(), book.Entry{Depth: 1, Moves: []book.Move{{Move: moves[0]}, {Move: moves[1], Score: -drop}}}))
		r, err := New(t.Context(), b, board.NewGame(board.Start()), board.White, Options{})
		require.NoError(t, err)
		return r.Ends
	}
	first, second := board.Start().Play(moves[0]), board.Start().Play(moves[1])
	require.Equal(t, []End{{Position: first, Chance: 1}}, put(UsualMargin+1))
	named := put(0)
	require.Equal(t, End{Position: board.Start(), Chance: rare / 2, Named: true}, named[0])
	require.ElementsMatch(t, []End{{Position: first, Chance: 0.5}, {Position: second, Chance: 0.5}}, named[1:])
}

// TestLeft plays the book's moves of one side, and then another one.
func TestLeft(t *testing.T) {
	t.Parallel()
	shelf := &book.Shelf{}
	r, err := New(t.Context(), shelf, board.NewGame(board.Start()), board.Black, Options{})
	require.NoError(t, err)
	tried := 0
	for _, d := range r.Decisions {
		g := board.NewGame(board.Start())
		for _, m := range d.Line {
			g.Play(m)
		}
		for m := range d.Position.Legal() {
			other := g.Clone()
			other.Play(m)
			found, left := Left(shelf, other, board.Black, 0, Options{})
			follows := m == d.Move || slices.Contains(d.AsGood, m)
			require.Equal(t, !follows, left)
			if left {
				tried++
				require.Equal(t, Departure{len(d.Line) + 1, m, Decision{Position: d.Position, Move: d.Move, AsGood: d.AsGood, Losing: d.Losing}}, found)
				_, left = Left(shelf, other, board.Black, len(d.Line)+1, Options{})
				require.False(t, left, "the plies of the ballot are nobody's choice")
			}
		}
	}
	require.Greater(t, tried, 20)
}
