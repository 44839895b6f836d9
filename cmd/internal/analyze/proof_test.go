package analyze

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
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
	require.NoError(t, pdn.Write(&out, s.Annotated(true)))
	require.Contains(t, out.String(), "32-27 {Zonda: White wins (proven)}")
	text, err := json.Marshal(NewReport(c, settings))
	require.NoError(t, err)
	require.Contains(t, string(text), `"proven":"win"`)

	v, err := newVerdictLine(s.positions[0], before).verdict(s.positions[0])
	require.NoError(t, err)
	require.Equal(t, before, v)
}

// TestSettingsOfTheSolver are part of the run's name.
func TestSettingsOfTheSolver(t *testing.T) {
	s := quick
	s.Solver = 10 * time.Second
	require.Equal(t, "350 nodes, 10s for a proof a position", s.String())
	c := readGames(t, provable)
	with, err := c.Digest(s)
	require.NoError(t, err)
	without, err := c.Digest(quick)
	require.NoError(t, err)
	require.NotEqual(t, with, without)
}

// TestProofInCloserLook: a closer look keeps what the solver has proven, and the line of the proof is the better one.
func TestProofInCloserLook(t *testing.T) {
	played, proven := []board.Move{{From: 1, To: 5}}, []board.Move{{From: 2, To: 6}}
	first := Verdict{Result: board.Draw, Source: Solver, Line: played, Proof: proven}
	closer := Verdict{Score: 12, Line: played}.withProof(first)
	require.Equal(t, Verdict{Score: 12, Result: board.Draw, Source: Solver, Line: played, Proof: proven}, closer)
	require.Equal(t, proven, closer.Better())
	known := Verdict{Result: board.Win, Source: Databases, Line: played}
	require.Equal(t, known, known.withProof(first), "the databases know more")
	require.Equal(t, played, known.Better())
	require.Equal(t, known, known.withProof(Verdict{Result: board.Win, Source: Databases, Line: proven}))
}
