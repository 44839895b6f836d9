package analyze

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/protocol/pdn"
)

// provable is a game from a position of 8 pieces that White, who is to move, wins.
const provable = `[FEN "W:W21,22,28,32:B5,12,13,20"]
1. 32-27 *
`

// TestSolver: a position that a short search does not decide is proven, and all outputs say so. The journal gives the
// verdict back.
func TestSolver(t *testing.T) {
	settings := Settings{Nodes: 50, Threads: 1, HashMiB: 1, Concurrency: 1, Solver: 20 * time.Second}
	c := readGames(t, provable)
	run(t, c, settings)
	s := c.Studies[0]
	_, before := s.Position(0)
	require.Equal(t, board.Win, before.Result)
	require.Equal(t, Solver, before.Source)
	require.Equal(t, "White wins (proven)", before.Text(board.White))
	require.Equal(t, 2, c.Proven())

	var out bytes.Buffer
	require.NoError(t, pdn.Write(&out, s.Annotated()))
	require.Contains(t, out.String(), "32-27 {Zonda: White wins (proven)}")
	text, err := json.Marshal(NewReport(c, settings))
	require.NoError(t, err)
	require.Contains(t, string(text), `"proven":"win"`)

	v, err := newJournalLine(&Study{Number: 1, positions: s.positions}, before).verdict(s.positions[0])
	require.NoError(t, err)
	require.Equal(t, before, v)
}

// TestSettingsOfTheSolver are part of the run's name, and take away that runs can be repeated.
func TestSettingsOfTheSolver(t *testing.T) {
	s := quick
	require.True(t, s.repeatable())
	s.Solver = 10 * time.Second
	require.False(t, s.repeatable())
	require.Equal(t, "350 nodes, 10s for a proof a position", s.String())
	c := readGames(t, provable)
	with, err := c.Digest(s)
	require.NoError(t, err)
	without, err := c.Digest(quick)
	require.NoError(t, err)
	require.NotEqual(t, with, without)
}

// TestKeeps: the line of the search stays if the game plays its move and nothing speaks against it.
func TestKeeps(t *testing.T) {
	s := readGames(t, provable).Studies[0]
	played := s.Game.Moves[0].Move
	best := Verdict{Result: board.Draw, Line: []board.Move{played}}
	for after, want := range map[board.Result]bool{board.Unknown: true, board.Draw: true, board.Loss: true, board.Win: false} {
		s.verdicts[1].Result = after
		require.Equal(t, want, s.keeps(0, best), "%s for the opponent", after)
	}
	require.False(t, s.keeps(0, Verdict{Line: []board.Move{{}}}), "another move")
	require.False(t, s.keeps(1, best), "the game ends there")
}
