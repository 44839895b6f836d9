package search

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// lastLines runs a search and returns the lines of its last iteration, by rank.
func lastLines(s *sourced, g *board.Game, limits Limits) []Info {
	var lines []Info
	s.NewRun(g, limits, func(i Info) {
		if i.Rank == 1 {
			lines = lines[:0]
		}
		lines = append(lines, i)
	}).Search()
	return lines
}

// Without pruning, every line has the score that a search of its move alone gives.
func TestLinesAreSortedAndScored(t *testing.T) {
	s := searcher(with("history", "killers"))
	rapid.Check(t, func(t *rapid.T) {
		g := middlegame(t)
		moves := legalMoves(g.Position())
		wanted := rapid.IntRange(1, 6).Draw(t, "lines")
		lines := lastLines(s, g, Limits{Depth: 3, MultiPV: wanted})
		require.Len(t, lines, min(wanted, len(moves)))
		seen := map[board.Move]bool{}
		for rank, line := range lines {
			require.Equal(t, rank+1, line.Rank)
			require.Equal(t, Depth(3), line.Depth)
			require.False(t, seen[line.Move()], "a move twice")
			seen[line.Move()] = true
			alone := s.NewRun(g, Limits{Depth: 3, SearchMoves: []board.Move{line.Move()}}, nil).Search()
			require.Equal(t, alone.Score, line.Score)
			if rank > 0 {
				require.GreaterOrEqual(t, lines[rank-1].Score, line.Score)
			}
		}
		for _, m := range moves {
			if !seen[m] {
				other := s.NewRun(g, Limits{Depth: 3, SearchMoves: []board.Move{m}}, nil).Search()
				require.LessOrEqual(t, other.Score, lines[len(lines)-1].Score, "a better move was left out")
			}
		}
	})
}

func TestLinesOfAStoppedSearch(t *testing.T) {
	s := newWith(1)
	for n := uint64(1); n < 4000; n += 61 {
		s.Clear()
		lines := lastLines(s, board.NewGame(board.Start()), Limits{Nodes: n, MultiPV: 3})
		require.Len(t, lines, 3)
		seen := map[board.Move]bool{}
		for _, line := range lines {
			requireLine(t, board.Start(), line.PV)
			require.False(t, seen[line.Move()])
			seen[line.Move()] = true
		}
	}
}

func TestReturnedLineIsTheLastReported(t *testing.T) {
	s := newWith(1)
	rapid.Check(t, func(t *rapid.T) {
		g := middlegame(t)
		limits := Limits{
			Nodes:   rapid.Uint64Range(1, 3000).Draw(t, "nodes"),
			Depth:   Depth(rapid.IntRange(0, 5).Draw(t, "depth")),
			MultiPV: rapid.IntRange(0, 3).Draw(t, "lines"),
		}
		var last Info
		reports := 0
		best := s.NewRun(g, limits, func(i Info) {
			reports++
			if i.Rank == 1 {
				last = i
			}
		}).Search()
		require.Positive(t, reports)
		last.Time, best.Time = 0, 0
		require.Equal(t, last, best)
	})
}

// The receiver of an Info owns the line: changes to the line do not change the search.
func TestReportedLineIsACopy(t *testing.T) {
	spoil := func(i Info) { i.PV[0] = board.Move{} }
	best := newWith(1).NewRun(board.NewGame(board.Start()), Limits{Depth: 5}, spoil).Search()
	require.False(t, best.Move().IsNone())
}
