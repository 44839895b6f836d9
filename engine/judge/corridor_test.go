package judge

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// TestCorridor: in an ending the databases count the moves that draw, and a search counts those of the opening, of which all are theory.
func TestCorridor(t *testing.T) {
	c := readGames(t, `[FEN "B:WK16,K18,21:B13,K27,K31"] 1. 27-23 18-27 2. 31x24 *

1. 11-15 23-19 *`)
	settings := Settings{Nodes: 2000, Threads: 1, HashMiB: 1, Concurrency: 2, Rating: NoPeople, Corridor: true}
	var kept []Finding
	require.NoError(t, Run(t.Context(), c, settings, func(f Finding) error {
		kept = append(kept, f)
		return nil
	}))
	ending := c.Studies[0]
	start, _ := ending.Position(0)
	db, err := settings.OpenEndings()
	require.NoError(t, err)
	defer db.Close()
	want := Corridor{Legal: legalMoves(start), Exact: true}
	for m := range start.Legal() {
		if db.Probe(start.Play(m)).Opposite() == db.Probe(start) {
			want.Keeping++
		}
	}
	require.Equal(t, 1, want.Keeping, "the position is a problem")
	require.Equal(t, want, ending.Corridor(0))
	require.Zero(t, ending.Corridor(2), "a capture is forced")
	require.Equal(t, Corridor{7, 7, false}, c.Studies[1].Corridor(0))

	again := readGames(t, `[FEN "B:WK16,K18,21:B13,K27,K31"] 1. 27-23 18-27 2. 31x24 *

1. 11-15 23-19 *`)
	again.rating, again.corridor = settings.Rating, true
	for _, f := range kept {
		line, err := json.Marshal(newJournalLine(f))
		require.NoError(t, err)
		require.NoError(t, again.restore(line, again.positions()))
	}
	for i, s := range again.Studies {
		require.True(t, s.Done())
		require.Equal(t, c.Studies[i].Corridor(0), s.Corridor(0))
	}
	wrong, err := json.Marshal(journalLine{At: board.Start().FEN(), Look: corridorLook, Corridor: &Corridor{8, 7, false}})
	require.NoError(t, err)
	require.ErrorContains(t, again.restore(wrong, again.positions()), "no such corridor")
	report := NewReport(c, settings)
	require.Equal(t, []int{1, want.Legal}, []int{report.Games[0].Moves[0].Keeping, report.Games[0].Moves[0].Legal})
	require.Zero(t, report.Games[1].Moves[0].Legal, "all moves keep the result")
}

// A position that comes twice in a game is asked about once.
func TestCorridorOfARepetition(t *testing.T) {
	c := readGames(t, `[FEN "W:WK32:BK1"] 1. 32-28 1-6 2. 28-32 6-1 3. 32-28 1-6 *`)
	c.corridor = true
	require.Len(t, c.Studies[0].corridors(), 4)
}
