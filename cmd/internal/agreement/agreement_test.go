package agreement

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// twice is the same game two times, with a forced capture: 22-18 leaves Black one move.
const twice = "1. 11-15 22-18 2. 15x22 25x18 3. 12-16 *\n\n1. 11-15 22-18 2. 15x22 26x17 *\n"

func read(t *testing.T, text string) *Positions {
	t.Helper()
	var s Positions
	require.NoError(t, s.Read("games.pdn", strings.NewReader(text)))
	return &s
}

func fens(positions []board.Position) (all []string) {
	for _, p := range positions {
		all = append(all, p.FEN())
	}
	return all
}

// after returns the position after moves from the start.
func after(t *testing.T, moves string) board.Position {
	t.Helper()
	p := board.Start()
	for _, text := range strings.Fields(moves) {
		m, err := p.ParseMove(text)
		require.NoError(t, err)
		p = p.Play(m)
	}
	return p
}

func TestPositions(t *testing.T) {
	s := read(t, twice)
	var want []board.Position
	for _, moves := range []string{
		"", "11-15", "11-15 22-18 15x22", "11-15 22-18 15x22 25x18", "11-15 22-18 15x22 25x18 12-16",
		"11-15 22-18 15x22 26x17",
	} {
		want = append(want, after(t, moves))
	}
	require.Equal(t, fens(want), fens(s.Spread(0)), "those with a choice, once, the last ones too")
	require.NoError(t, s.Read("again.pdn", strings.NewReader(twice)))
	require.Len(t, s.Spread(0), len(want))
	require.Len(t, s.Spread(100), len(want))
	require.Equal(t, fens([]board.Position{want[0], want[2], want[4]}), fens(s.Spread(3)))
	require.Equal(t, fens(want[:1]), fens(s.Spread(1)))
}

// A game that is over has no move to choose.
func TestNoPositions(t *testing.T) {
	s := read(t, "[FEN \"B:W18:B14\"]\n1. 14x23 *\n")
	require.Empty(t, s.Spread(0))
}

func TestBadGames(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "bad.pdn: no game in the file",
		"1. 11-15 22-18 *\n\n1. 11-16 1-2 *": "bad.pdn: game 2, line 3: ",
		"[FEN \"W::.\"] *":                   "bad.pdn: game 1, line 1: ",
	} {
		var s Positions
		require.NoError(t, s.Read("good.pdn", strings.NewReader(twice)))
		require.ErrorContains(t, s.Read("bad.pdn", strings.NewReader(text)), want)
	}
}

// trials runs a small measurement.
func trials(t *testing.T, positions []board.Position, settings Settings) map[board.Position]Trial {
	t.Helper()
	all := map[board.Position]Trial{}
	require.NoError(t, Run(context.Background(), positions, settings, func(t Trial) { all[t.Position] = t }))
	require.Len(t, all, len(positions))
	return all
}

// moveAt returns the move of a search that goes no deeper.
func moveAt(t *testing.T, p board.Position, depth search.Depth) (m board.Move) {
	t.Helper()
	e := engine.New()
	require.NoError(t, e.SetOption("UseDTW", "false"))
	require.NoError(t, e.SetGame(board.NewGame(p)))
	require.NoError(t, e.Start(search.Limits{Depth: depth, EveryDepth: true, MultiPV: 1}, nil, func(i search.Info) { m = i.Move() }))
	e.Wait()
	require.NoError(t, e.Close())
	return m
}

// One deep search tells what a search to each depth would find, in any company.
func TestIterationsAreSearches(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	settings := Settings{Shallow: 2, Deep: 9, HashMiB: 1, Concurrency: 2}
	positions := append(read(t, twice).Spread(0), ending(t, "B:WK31:BK18,25"), ending(t, "W:W21,22,30:B10,13,14"))
	all := trials(t, positions, settings)
	for p, trial := range all {
		require.Len(t, trial.Moves, int(settings.Deep))
		require.NotZero(t, trial.Nodes)
		for depth := range settings.Deep {
			require.Equal(t, moveAt(t, p, depth+1), trial.Moves[depth], "%s at depth %d", p, depth+1)
		}
	}
	settings.Concurrency = 1
	require.Equal(t, all, trials(t, positions, settings), "the same in every run")
}

func ending(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// What was measured before an interruption stays, and nothing of the search that it ended.
func TestInterruptedRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	positions := append([]board.Position{ending(t, "B:WK31:BK18")}, read(t, twice).Spread(0)...)
	settings := Settings{Shallow: 5, Deep: search.MaxDepth, HashMiB: 1, Concurrency: 1}
	var done []Trial
	err := Run(ctx, positions, settings, func(t Trial) {
		done = append(done, t)
		cancel()
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, done, 1)
}

func TestRunWithoutAnEngine(t *testing.T) {
	settings := Settings{Shallow: 1, Deep: 2, Concurrency: 2} // no memory for a table
	err := Run(context.Background(), []board.Position{board.Start()}, settings, func(Trial) {})
	require.ErrorContains(t, err, "Hash")
}

// The positions of any games have a choice of moves and are there once, or one error names the file.
func FuzzRead(f *testing.F) {
	f.Add(twice)
	f.Fuzz(func(t *testing.T, text string) {
		var s Positions
		if err := s.Read("games.pdn", strings.NewReader(text)); err != nil {
			require.ErrorContains(t, err, "games.pdn: ")
			return
		}
		seen := map[board.Position]bool{}
		for _, p := range s.Spread(0) {
			var moves board.MoveList
			p.Moves(&moves)
			require.GreaterOrEqual(t, moves.Len(), 2)
			require.False(t, seen[p])
			seen[p] = true
		}
		require.LessOrEqual(t, len(s.Spread(3)), 3)
	})
}
