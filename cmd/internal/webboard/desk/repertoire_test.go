package desk

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	conversation "github.com/zonda-checkers/zonda/protocol/page"
)

// TestRepertoire: a ballot's repertoire is a tree whose rows follow from those above them, and what was answered is known or due.
func TestRepertoire(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	ballots := reply[Ballots](t, conn, "ballots", Deck{"3move"}).Ballots
	require.Len(t, ballots, 174)
	require.Contains(t, refused(t, conn, "ballots", Deck{"/etc/passwd"}), "there are 3move, 2move, 11man")
	for _, side := range []string{"Black", "White"} {
		q := RepertoireRequest{Deck{"3move"}, Trainee{1000}, ballots[100].ID, side}
		r := reply[Repertoire](t, conn, "repertoire", q)
		require.Greater(t, len(r.Rows), 10)
		above := []board.Position{}
		for _, row := range r.Rows {
			require.LessOrEqual(t, row.Depth, len(above))
			at, err := board.ParseFEN(row.Problem.FEN)
			require.NoError(t, err)
			require.Equal(t, side, at.Turn.String())
			if row.Depth > 0 {
				m, err := above[row.Depth-1].ParseMove(row.Reply)
				require.NoError(t, err)
				require.Equal(t, above[row.Depth-1].Play(m), at)
			}
			m, err := at.ParseMove(row.Problem.Keys[0])
			require.NoError(t, err)
			require.Equal(t, rowNew, row.State)
			above = append(above[:row.Depth], at.Play(m))
			require.True(t, strings.HasPrefix(row.Problem.Name, ballots[100].Moves), row.Problem.Name)
		}
		j := reply[Judgement](t, conn, "try", Try{r.Rows[0].Problem, nil, r.Rows[0].Problem.Keys[0]})
		require.True(t, j.Right && j.Solved)
		reply[AttemptCounted](t, conn, "attempt", AttemptMade{Trainee{1000}, r.Rows[0].Problem.ID, 1})
		require.Equal(t, rowKnown, reply[Repertoire](t, conn, "repertoire", q).Rows[0].State)
		reply[AttemptCounted](t, conn, "attempt", AttemptMade{Trainee{1000}, r.Rows[1].Problem.ID, 0})
		require.Equal(t, rowLater, reply[Repertoire](t, conn, "repertoire", q).Rows[1].State)
	}
	require.Contains(t, refused(t, conn, "repertoire", RepertoireRequest{Deck{"3move"}, Trainee{}, "no", "Black"}), `no opening "no"`)
	require.Contains(t, refused(t, conn, "repertoire", RepertoireRequest{Deck{"3move"}, Trainee{}, ballots[0].ID, "Red"}), "no side")
}

// TestDepartures: a game tells where each side left the book; a ballot is nobody's choice.
func TestDepartures(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	require.Empty(t, reply[Departures](t, conn, "departures", conversation.History{}).Departures)
	left := reply[Departures](t, conn, "departures", conversation.History{Moves: []string{"11-15", "23-19", "8-11", "22-17", "12-16"}}).Departures
	require.Len(t, left, 1)
	require.Equal(t, []any{"Black", 5, "12-16"}, []any{left[0].Side, left[0].Ply, left[0].Played})
	require.NotContains(t, left[0].Wanted, "12-16")
	require.Empty(t, reply[Departures](t, conn, "departures", conversation.History{Moves: []string{"9-13", "21-17", "5-9"}}).Departures, "a ballot")
	require.NotEmpty(t, refused(t, conn, "departures", conversation.History{Moves: []string{"1-2"}}))
}
