package main

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/training"
	"github.com/zonda-checkers/zonda/engine/lesson"
)

// TestAnalyzeCards: the faults of a player become cards where the board's trainer asks them, once, and no others do.
func TestAnalyzeCards(t *testing.T) {
	program, folder := programtest.Program(t), t.TempDir() // the program is built with the caches of HOME
	t.Setenv("XDG_CONFIG_HOME", folder)
	t.Setenv("HOME", folder)
	games := programtest.WriteGames(t, "[Black \"Ann\"]\n1. 11-15 22-18 2. 15x22 25x18 3. 10-15 18x11 4. 7x16 30-25 5. 16-19 24x15 *\n")
	for _, want := range []string{"1 new card of ann for zonda board", "0 new cards of ann for zonda board"} {
		out, errors, status := programtest.Output(t, program, "analyze", games, "--nodes", "5000", "--cards", "ann")
		require.Zero(t, status, errors)
		require.Contains(t, out, want)
	}
	kept, err := cli.ConfigFolder("board")
	require.NoError(t, err)
	s, err := training.Load(filepath.Join(kept, training.FileName), 600)
	require.NoError(t, err)
	require.Len(t, s.Faults, 1)
	card := s.Faults[s.FaultCards()[0]]
	require.Equal(t, []any{"16-19", "5. 16-19", "Ann – White", lesson.Jump}, []any{card.Avoid, card.Name, card.Title, card.Lesson.Kind})
	var moves []board.Move
	p := board.Start()
	for _, text := range []string{"11-15", "22-18", "15x22", "25x18", "10-15", "18x11", "7x16", "30-25", "16-19", "24x15"} {
		m, err := p.ParseMove(text)
		require.NoError(t, err)
		moves, p = append(moves, m), p.Play(m)
	}
	require.Equal(t, 1, s.OfGame(training.GameName(board.Start(), moves)), "the board forgets it with its game")

	white := programtest.WriteGames(t, "[White \"Bob\"]\n1. 11-15 22-18 2. 15x22 25x18 3. 8-11 18-15 4. 10x19 24x15x8 *\n")
	_, errors, status := programtest.Output(t, program, "analyze", white, "--nodes", "5000", "--cards", "bob")
	require.Zero(t, status, errors)
	s, err = training.Load(filepath.Join(kept, training.FileName), 600)
	require.NoError(t, err)
	require.True(t, slices.ContainsFunc(slices.Collect(maps.Values(s.Faults)), func(f training.Fault) bool { return f.Name == "3... 18-15" }), s.Faults)

	_, errors, status = programtest.Output(t, program, "analyze", games, "--nodes", "5000", "--cards", "Ben")
	require.EqualValues(t, cli.Failed, status)
	require.Contains(t, errors, `--cards: "Ben" plays in none of the games`)
}
