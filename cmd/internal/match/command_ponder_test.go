package match_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// An engine that ponders is asked in the time of its opponent, is told of hits, and plays legal games in both protocols.
func TestEnginesThatPonder(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	for protocol, words := range map[string][3]string{"uci": {"A > go ponder ", "A > ponderhit", "A > stop"}, "hub": {"A > go ponder", "A > ponder-hit", "A > stop"}} {
		log := filepath.Join(t.TempDir(), "a.log")
		r := playMatch(t, program, zondaEngine("A", program, bare+"ponder proto="+protocol), zondaEngine("B", program, bare+"nodes=300"),
			"--movetime=5", "--margin=20000", "--games=2", "--max-moves=6", "--log", log)
		require.Equal(t, 2, r.Games)
		require.Empty(t, r.Faults)
		text := programtest.ReadFile(t, log)
		for _, word := range words {
			require.Contains(t, text, word, protocol)
		}
		require.NotContains(t, text, "B > "+strings.TrimPrefix(words[0], "A > "))
	}
	r := playMatch(t, program, fakeEngine("A", "expect")+" ponder", fakeEngine("B"), "--nodes=1", "--games=2")
	require.Empty(t, r.Faults, "an answer that comes too early is a move")
}
