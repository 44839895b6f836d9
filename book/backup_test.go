package book

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// negamax computes the score of an entry and how deep it is seen by recursion, as the comment of BackUp says.
func negamax(d *Builder, p board.Position) (eval.Score, int) {
	e, ok := d.Look(p)
	if !ok {
		return NoScore, 0
	}
	best, depth := NoScore, 0
	for _, m := range e.Moves {
		score, deep := m.Searched, m.Depth
		if p.Irreversible(m.Move) {
			behind, seen := negamax(d, p.Play(m.Move))
			if behind != NoScore && 1+seen >= deep && (score == NoScore || -behind <= score || 1+seen >= e.Depth) {
				score, deep = -behind, 1+seen
			}
		}
		if score > best {
			best, depth = score, deep
		}
	}
	return best, depth
}

// The scores are those of a recursion over the graph, whichever way a position is reached.
func TestBackUpIsNegamax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		positions := walked(t)
		d := randomBuilder(t, positions)
		d.BackUp()
		for _, p := range positions {
			e, _ := d.Look(p)
			want, _ := negamax(d, p)
			require.Equal(t, want, e.Score())
			for i := 1; i < len(e.Moves); i++ {
				require.GreaterOrEqual(t, e.Moves[i-1].Score, e.Moves[i].Score)
			}
		}
		before := map[board.Position]Entry{}
		for _, p := range positions {
			before[p], _ = d.Look(p)
		}
		d.BackUp()
		for _, p := range positions {
			e, _ := d.Look(p)
			require.Equal(t, before[p], e, "doing it again changes nothing")
		}
	})
}

// Kings that go to and fro make a circle of positions: their scores stay those of their searches, and do not
// become draws by repetition.
func TestRepetitionPoisonsNoScore(t *testing.T) {
	d := NewBuilder()
	p, err := board.ParseFEN("B:WK32:BK1,K5")
	require.NoError(t, err)
	for _, text := range []string{"1-6", "32-27", "6-1", "27-32"} {
		m, err := p.ParseMove(text)
		require.NoError(t, err)
		score := eval.Score(150)
		if p.Turn == board.White {
			score = -score
		}
		require.NoError(t, d.Put(p, Entry{Moves: []Move{{Move: m, Searched: score, Depth: 9}}}))
		p = p.Play(m)
	}
	d.BackUp()
	for range 3 {
		d.BackUp() // nothing creeps in from round to round
	}
	e, ok := d.Look(p)
	require.True(t, ok)
	require.EqualValues(t, 150, e.Score())
}

// Every move but that of a king without a capture leaves a smaller distance.
func TestDistanceToEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, p := range walked(t) {
			for m := range p.Legal() {
				if p.Irreversible(m) {
					require.Less(t, distanceToEnd(p.Play(m)), distanceToEnd(p))
				}
				require.Equal(t, distanceToEnd(p), distanceToEnd(p.Mirror()))
			}
		}
	})
}

// A shallow search behind a move does not overrule the deep one of the move itself, nor makes it better than the last
// search of the position thought, unless it was seen as deep as that.
func TestTheDeeperSearchCounts(t *testing.T) {
	d := NewBuilder()
	m, err := board.Start().ParseMove("11-15")
	require.NoError(t, err)
	after := board.Start().Play(m)
	reply, err := after.ParseMove("22-18")
	require.NoError(t, err)
	for _, c := range []struct {
		last, depth  int // of the position's last search, of the search behind
		behind, want eval.Score
	}{
		{0, 18, -40, 5}, {0, 19, -40, 40}, {0, 25, -40, 40},
		{30, 28, -40, 5}, {30, 29, -40, 40}, {30, 18, 40, 5}, {30, 19, 40, -40}, {30, 29, 40, -40},
	} {
		require.NoError(t, d.Put(board.Start(), Entry{Depth: c.last, Moves: []Move{{Move: m, Searched: 5, Depth: 20}}}))
		require.NoError(t, d.Put(after, Entry{Moves: []Move{{Move: reply, Searched: c.behind, Depth: c.depth}}}))
		d.BackUp()
		e, _ := d.Look(board.Start())
		require.Equal(t, c.want, e.Moves[0].Score, c)
	}
}
