package match

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/protocol/client"
)

func TestPredictedReplies(t *testing.T) {
	start, err := board.ParseFEN("W:W22,30,31:B14,3")
	require.NoError(t, err)
	p := planOf(t, 4, engineOf("A"), engineOf("B"))
	p.Openings = []openings.Opening{{ID: "few", Start: start}}
	s := NewStandings(p)
	s.Add(recorded(p, 2, "1/2-1/2", // A is White
		Ply{Move: "22-18", Reply: "14x23"}, Ply{Move: "14x23"}, // the only legal move
		Ply{Move: "30-25", Reply: "3-7"}, Ply{Move: "3-7"},
		Ply{Move: "25-22", Reply: "23-26"}, Ply{Move: "7-11"},
		Ply{Move: "22-17", Reply: "11-15"})) // nothing is played any more
	s.Add(recorded(p, 4, "1/2-1/2", Ply{Move: "22-18"}, Ply{Move: "14x23"})) // as before replies were kept
	r := s.Report("ID", nil)
	a, b := r.Engines[0], r.Engines[1]
	require.Equal(t, []int{3, 2}, []int{a.Predictions, a.Choices})
	require.InDelta(t, 2.0/3, a.Predicted, 1e-9)
	require.InDelta(t, 1.0/2, a.PredictedChoices, 1e-9)
	require.Zero(t, b.Predictions, "it told nothing")
	require.Zero(t, b.Predicted)
}

// Moves that the rules do not allow end the count, not the report.
func TestPredictionsOfABrokenGame(t *testing.T) {
	p := planOf(t, 2, engineOf("A"), engineOf("B"))
	s := NewStandings(p)
	s.Add(recorded(p, 2, "1-0", Ply{Move: "22-18", Reply: "11-15"}, Ply{Move: "1-32", Reply: "1-5"}, Ply{Move: "18-14"}))
	for _, e := range s.Report("ID", nil).Engines {
		require.Zero(t, e.Predictions)
	}
}

// B plays the first move that comes and so does what A expects; A plays at random, and B tells
// nothing. By either protocol, and read from the journal, the figures are the same.
func TestPredictionsInPlay(t *testing.T) {
	for protocol, script := range map[client.Protocol][]string{client.UCI: nil, client.Hub: {"hub"}} {
		random := engineOf("A", append(script, "random=1", "expect")...)
		random.Protocol = protocol
		p := planOf(t, 6, random, engineOf("B"))
		s, records := playAll(t, p, options)
		a, b := s.Report("id", nil).Engines[0], s.Report("id", nil).Engines[1]
		require.InDelta(t, 1, a.Predicted, 0)
		require.Greater(t, a.Predictions, b.Moves-len(records)-1, "all but what B began with")
		require.Less(t, a.Choices, a.Predictions)
		require.Zero(t, b.Predictions)

		path := filepath.Join(t.TempDir(), "a.match")
		j, err := CreateJournal(path, Header{Conditions: p.Written()})
		require.NoError(t, err)
		again := NewStandings(p)
		for _, r := range records {
			require.NoError(t, j.Add(r))
		}
		require.NoError(t, j.Close())
		require.NoError(t, ReadGames(path, func(r Record) error {
			again.Add(r)
			return nil
		}))
		require.Equal(t, s.engineStats, again.engineStats)
	}
}
