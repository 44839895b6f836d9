package level

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

// play returns the line of the move that p plays in a position.
func play(p *Player, position board.Position) search.Info {
	run, finish := p.Begin(board.NewGame(position), search.Limits{}, nil)
	return finish(run.Search())
}

// constant returns a function that always returns x.
func constant(x float64) func() float64 { return func() float64 { return x } }

// TestLevelsGrow: a higher level searches more, and slips less often and less far.
func TestLevelsGrow(t *testing.T) {
	for n := 1; n < len(strengths); n++ {
		weaker, stronger := strengths[n-1], strengths[n]
		require.Less(t, weaker.nodes, stronger.nodes)
		require.Greater(t, weaker.slip, stronger.slip)
		require.Greater(t, weaker.limit, stronger.limit)
	}
	require.Less(t, int(strengths[0].limit), 200, "no level gives two men away that it sees")
}

// TestEveryMoveIsLegal walks through games that every level plays, whatever the random numbers are.
func TestEveryMoveIsLegal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func() float64 { return rapid.Float64Range(0, 0.999).Draw(t, "random") }
		p := New(rapid.IntRange(Weakest, 4).Draw(t, "level"), draw)
		position := board.Start()
		for range 30 {
			if position.Finished() {
				return
			}
			best := play(p, position)
			var legal board.MoveList
			position.Moves(&legal)
			require.True(t, legal.Contains(best.Move()), "%s in %s", position.MoveText(best.Move()), position)
			require.Equal(t, 1, best.Rank)
			position = position.Play(best.Move())
		}
	})
}

// TestTheSmallestNumberChoosesTheBestMove, and larger numbers choose moves that lose more, up to the level's limit.
func TestTheSmallestNumberChoosesTheBestMove(t *testing.T) {
	for n := Weakest; n <= Strongest; n++ {
		p := New(n, nil)
		best := search.Info{Rank: 1, Score: 10}
		var lines []search.Info
		for rank := 1; rank <= 4; rank++ {
			line := best
			line.Rank, line.PV = rank, []board.Move{{From: board.Square(rank)}}
			switch rank {
			case 3:
				line.Score -= 1
			case 4: // just beyond the limit
				line.Score -= p.strength.limit + 1
			}
			lines = append(lines, line)
		}
		best.PV = lines[0].PV
		p.random = constant(0)
		require.Equal(t, lines[0].PV, p.draw(p.strength.chances(best, lines)).PV)
		p.random = constant(0.999999)
		require.Equal(t, lines[2].PV, p.draw(p.strength.chances(best, lines)).PV)
	}
}

// TestChancesAreThoseOfThePlayer: as many of many moves are played as the chances say, each chance is above 0, and their sum is 1.
func TestChancesAreThoseOfThePlayer(t *testing.T) {
	p, err := board.ParseFEN("B:WK7,K11:BK4,22")
	require.NoError(t, err)
	const steps = 200
	chances := New(3, nil).Chances(board.NewGame(p), nil)
	require.Greater(t, len(chances), 1)
	played := map[board.Move]int{}
	for i := range steps {
		played[play(New(3, constant((float64(i)+0.5)/steps)), p).Move()]++
	}
	sum := 0.0
	for _, c := range chances {
		require.Greater(t, c.Share, 0.0)
		require.InDelta(t, c.Share*steps, played[c.Move()], 1, p.MoveText(c.Move()))
		sum += c.Share
	}
	require.InDelta(t, 1, sum, 1e-9)
	require.Len(t, played, len(chances))
}
