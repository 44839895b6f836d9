package training

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// TestLessonsAreTrue asks the databases, and beyond them the certificates, for the result of each lesson, its plies, and what each move leads to.
func TestLessonsAreTrue(t *testing.T) {
	db, err := egdb.Open(egdb.Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	all, err := Lessons()
	require.NoError(t, err)
	require.Len(t, all, 33)
	probe := func(p board.Position) board.Result { return cmp.Or(db.Probe(p), Proven(db.Probe, p)) }
	ids := map[string]bool{}
	for _, l := range all {
		require.False(t, ids[l.ID], l.ID)
		ids[l.ID] = true
		require.NotEmpty(t, l.Name)
		require.NotEmpty(t, l.Idea)
		require.Equal(t, l.Result, probe(l.Position), l.ID)
		value, plies := db.Distance(l.Position)
		require.Equal(t, plies, l.Plies, l.ID)
		require.Contains(t, []board.Result{l.Result, board.Unknown}, value, l.ID)
		var keeping []board.Move
		moves := 0
		for m := range l.Position.Legal() {
			moves++
			if probe(l.Position.Play(m)).Opposite() == l.Result {
				keeping = append(keeping, m)
			}
		}
		require.Equal(t, moves, l.Moves, l.ID)
		require.ElementsMatch(t, keeping, l.Keeping, l.ID)
		require.Less(t, len(keeping), moves, "%s teaches nothing", l.ID)
	}
}

// TestDamagedLessons: each fault of a file is told with the lesson.
func TestDamagedLessons(t *testing.T) {
	row := []string{"a", "A", `"W:WK32:BK26"`, "win", "9", "2", "32-27", "Stand opposite."}
	for column, wrong := range map[int]string{fenColumn: "x", resultColumn: "loss", pliesColumn: "x", movesColumn: "", keepingColumn: "32-1"} {
		damaged := slices.Clone(row)
		damaged[column] = wrong
		_, err := readLessons([]byte("id,name,fen,result,plies,moves,keeping,idea\n" + strings.Join(damaged, ",") + "\n"))
		require.ErrorContains(t, err, `lesson "a": `, wrong)
	}
	_, err := readLessons([]byte("id,name\n"))
	require.Error(t, err)
	all, err := readLessons([]byte("id,name,fen,result,plies,moves,keeping,idea\n" + strings.Join(row, ",") + "\n"))
	require.NoError(t, err)
	require.Len(t, all, 1)
}
