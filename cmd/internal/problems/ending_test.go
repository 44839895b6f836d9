package problems

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// TestEndings: the position of each lesson has its name, and not with one king more.
func TestEndings(t *testing.T) {
	db := databases(t)
	all, err := lessons()
	require.NoError(t, err)
	for _, l := range all {
		p := l.Position
		require.Equal(t, board.Black, p.Turn)
		require.Contains(t, endings(db, p, nil), l.ID)
		another := (^(p.Black | p.White)).First().Bit()
		p.Black, p.Kings = p.Black|another, p.Kings|another
		require.NotContains(t, endings(db, p, nil), l.ID)
	}
	from := func(fen string) board.Position { return position(t, fen) }
	require.True(t, resembles(from("B:WK1,9:BK14,K18,K22"), from("B:WK5,9:BK17,K18,K15")))
	require.False(t, resembles(from("B:WK1,9:BK14,K18,K22"), from("B:WK5,9:BK22,K25,K29")), "a king has one partner")
	require.False(t, resembles(from("B:WK1,9:BK14"), from("B:WK1,9:BK14,K18")))
}

// TestFirstPosition: kings a step beside have the name of the ending, and what almost is one has not.
func TestFirstPosition(t *testing.T) {
	db := databases(t)
	for _, fen := range []string{"B:WK5,21:BK10,K14", "B:WK5,21:BK6,K14", "B:WK1,21:BK7,K14", "B:WK9,21:BK10,K18", "B:WK5,21:BK15,K18"} {
		require.Equal(t, []string{"first-position"}, themes(db, position(t, fen), nil), fen)
	}
	for _, fen := range []string{"B:WK5,21:BK7,K14", "B:WK1,21:BK10,K14", "B:W5,21:BK10,K14", "B:WK5,20:BK10,K14", "B:WK5,21:BK3,K14"} {
		require.NotContains(t, themes(db, position(t, fen), nil), "first-position", fen)
	}
}
