package library

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/training"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
)

// TestRepertoire: a ballot's repertoire is a tree whose rows follow from those above them, and what was answered is known or due.
func TestRepertoire(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	ballots := reply[Ballots](t, conn, "ballots", Deck{"3move"}).Ballots
	require.Len(t, ballots, 174)
	require.Contains(t, refused(t, conn, "ballots", Deck{"/etc/passwd"}), "there are 3move, 2move, 11man")
	for _, side := range []string{"Black", "White"} {
		q := RepertoireRequest{Deck{"3move"}, Trainee{Guess: 1000}, ballots[100].ID, side}
		r := reply[Repertoire](t, conn, "repertoire", q)
		require.Greater(t, len(r.Rows), 10)
		above := []board.Position{}
		for _, row := range r.Rows {
			require.LessOrEqual(t, row.Depth, len(above))
			at, err := board.ParseFEN(row.Problem.FEN)
			require.NoError(t, err)
			require.Equal(t, side, at.Turn.String())
			if row.Depth > 0 {
				since := board.NewGame(above[row.Depth-1])
				require.NoError(t, since.PlayText(strings.Fields(row.Reply)...))
				require.Equal(t, since.Position(), at)
			}
			m, err := at.ParseMove(row.Problem.Keys[0])
			require.NoError(t, err)
			require.Equal(t, training.IsNew, row.State)
			above = append(above[:row.Depth], at.Play(m))
			require.True(t, strings.HasPrefix(row.Problem.Name, ballots[100].Moves), row.Problem.Name)
		}
		j := reply[Judgement](t, conn, "try", Try{r.Rows[0].Problem, nil, r.Rows[0].Problem.Keys[0]})
		require.True(t, j.Right && j.Solved)
		reply[AttemptCounted](t, conn, "attempt", AttemptMade{Trainee: Trainee{Guess: 1000}, Card: r.Rows[0].Problem.ID, Score: 1})
		require.Equal(t, training.IsKnown, reply[Repertoire](t, conn, "repertoire", q).Rows[0].State)
		reply[AttemptCounted](t, conn, "attempt", AttemptMade{Trainee: Trainee{Guess: 1000}, Card: r.Rows[1].Problem.ID})
		require.Equal(t, training.IsLater, reply[Repertoire](t, conn, "repertoire", q).Rows[1].State)
	}
	require.Contains(t, refused(t, conn, "repertoire", RepertoireRequest{Deck{"3move"}, Trainee{}, "no", "Black"}), `no opening "no"`)
	require.Contains(t, refused(t, conn, "repertoire", RepertoireRequest{Deck{"3move"}, Trainee{}, ballots[0].ID, "Red"}), "no side")
}

// TestOwnMove: where two moves are as good, the user's choice is the move of the repertoire, and a game that follows it leaves no book.
func TestOwnMove(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	q := RepertoireRequest{Deck{"3move"}, Trainee{Guess: 1000}, reply[Ballots](t, conn, "ballots", Deck{"3move"}).Ballots[100].ID, "Black"}
	rows := reply[Repertoire](t, conn, "repertoire", q).Rows
	i := slices.IndexFunc(rows, func(row RepertoireRow) bool { return len(row.Problem.Keys) > 1 })
	require.NotEqual(t, -1, i)
	before := rows[i].Problem
	reply[AttemptCounted](t, conn, "attempt", AttemptMade{Trainee: Trainee{Guess: 1000}, Card: before.ID, Own: before.Keys[1]})
	after := reply[Repertoire](t, conn, "repertoire", q).Rows[i]
	require.Equal(t, before.FEN, after.Problem.FEN)
	require.Equal(t, []string{before.Keys[1], before.Keys[0]}, after.Problem.Keys[:2])
	require.Equal(t, training.IsNew, after.State)
	require.Contains(t, reply[TrainingFile](t, conn, "trainingFile", talk.Nothing{}).Text, fmt.Sprintf(`"own":%q`, before.Keys[1]))
	require.Contains(t, refused(t, conn, "attempt", AttemptMade{Card: before.ID, Own: "1-32"}), "1-32")
}

// TestDepartures: a game tells where each side left the book; a ballot is nobody's choice.
func TestDepartures(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	require.Empty(t, reply[Departures](t, conn, "departures", talk.History{}).Departures)
	left := reply[Departures](t, conn, "departures", talk.History{Moves: []string{"11-15", "23-19", "8-11", "22-17", "12-16"}}).Departures
	require.Len(t, left, 1)
	require.Equal(t, []any{"Black", 5, "12-16"}, []any{left[0].Side, left[0].Ply, left[0].Played})
	require.NotContains(t, left[0].Wanted, "12-16")
	require.Empty(t, reply[Departures](t, conn, "departures", talk.History{Moves: []string{"9-13", "21-17", "5-9"}}).Departures, "a ballot")
	require.NotEmpty(t, refused(t, conn, "departures", talk.History{Moves: []string{"1-2"}}))
}
