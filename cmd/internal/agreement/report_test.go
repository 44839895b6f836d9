package agreement

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/board"
)

// tried returns a trial in which the moves of the depths are told by letters.
func tried(p board.Position, moves string) Trial {
	t := Trial{Position: p, Nodes: 10}
	for _, letter := range moves {
		t.Moves = append(t.Moves, board.Move{To: board.Square(letter - 'a')})
	}
	return t
}

func TestReport(t *testing.T) {
	few, fewer := ending(t, "B:W30,31,32:B1,2,3,4"), ending(t, "B:WK31:BK18,25")
	known := tried(fewer, "bbbb")
	known.Known = true
	r := NewReport(Settings{Shallow: 2, Deep: 4, HashMiB: 8}, 5, []Trial{
		tried(board.Start(), "abab"), tried(board.Start(), "bbaa"), tried(few, "aaba"), known,
	})
	require.EqualValues(t, 40, r.Nodes)
	require.Equal(t, 5, r.Planned)
	require.Equal(t, 4, r.All.Positions)
	require.Equal(t, []int{3, 24}, []int{r.All.Fewest, r.All.Most})
	require.Len(t, r.All.Depths, 2, "2 and 3: of 4 there is nothing to say")
	two, three := r.All.Depths[0], r.All.Depths[1]
	require.EqualValues(t, 2, two.Depth)
	require.Equal(t, []int{3, 2}, []int{two.Agreed, three.Agreed})
	require.InDelta(t, 0.75, two.Share, 1e-9)
	require.InDelta(t, 0.5, three.Share, 1e-9)
	var names []string
	for _, g := range r.Phases {
		names = append(names, g.Name)
	}
	require.Equal(t, []string{"opening", "late endgame", "database"}, names)
	require.Equal(t, Group{Name: "late endgame", Positions: 1, Fewest: 7, Most: 7, Depths: r.Phases[1].Depths}, r.Phases[1])
	require.Equal(t, 1, r.Phases[1].Depths[0].Agreed)
}

func TestReportOfNothing(t *testing.T) {
	r := NewReport(Settings{Shallow: 5, Deep: 7}, 5, nil)
	require.Equal(t, []Share{{Depth: 5, High: 1}, {Depth: 6, High: 1}}, r.All.Depths)
	require.NotNil(t, r.Phases, "JSON has lists, not null")
}

// Values of Newcombe's paper of 1998, table I: Wilson's interval without a correction.
func TestWilson(t *testing.T) {
	for _, c := range []struct{ hits, n, low, high float64 }{
		{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718},
		{20, 20, 0.8389, 1},
	} {
		low, high := wilson(c.hits/c.n, c.n)
		require.InDelta(t, c.low, low, 5e-5)
		require.InDelta(t, c.high, high, 5e-5)
	}
}
