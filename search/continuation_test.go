package search

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// measured are the distances of endings of up to three pieces.
type measured struct{}

func (measured) Distance(p board.Position) (board.Result, int) {
	plies, ok := threePieces().of(p)
	if !ok {
		return board.Unknown, 0
	}
	return valueOf(plies), max(plies, 0)
}

// requireKept fails unless every move of a line is legal and keeps the value of p.
func requireKept(t require.TestingT, p board.Position, line []board.Move) {
	requireLine(t, p, line)
	value := small.Probe(p)
	for _, m := range line {
		p, value = p.Play(m), value.Opposite()
		require.Equal(t, value, probe(small, p), p)
	}
}

// TestContinue: whatever is known, a line goes on with legal moves that keep the value of its end. Draws are not played out.
func TestContinue(t *testing.T) {
	gone := 0
	for _, d := range []Distances{nil, measured{}} {
		s := withDatabases(3, 1)
		s.Distances = d
		t.Run("", rapid.MakeCheck(func(t *rapid.T) {
			p := ending(2, 3).Draw(t, "ending")
			first := []board.Move{rapid.SampledFrom(legalMoves(p)).Draw(t, "move")}
			nodes := uint64(rapid.SampledFrom([]int{0, 1, 100, 4000}).Draw(t, "nodes"))
			end := p.Play(first[0])
			line := s.Continue(p, first, nodes)
			require.Equal(t, first, line[:1])
			requireKept(t, end, line[1:])
			require.LessOrEqual(t, len(line), MaxPly)
			require.Equal(t, line, s.Continue(p, first, nodes), "the same every time")
			if probe(small, end) == board.Draw || d == nil && nodes == 0 {
				require.Equal(t, first, line)
			}
			gone += len(line) - 1
		}))
	}
	require.Positive(t, gone)
}

// TestContinueToTheEnd: where the distances know the end of the line, it goes on to the end of the game by perfect play.
func TestContinueToTheEnd(t *testing.T) {
	s := newWith(1)
	s.Distances = measured{}
	p := position(t, "B:WK29:BK1,K2")
	_, plies := measured{}.Distance(p)
	require.Len(t, s.Continue(p, nil, 0), plies)
}

// TestContinueWithoutDistances: the databases alone lead to the end of the game, or as far as the positions that may be visited.
func TestContinueWithoutDistances(t *testing.T) {
	s := withDatabases(3, 1)
	for _, fen := range []string{"B:WK29:BK1,K2", "B:W20:BK2,K5", "W:WK29:BK1,K2"} {
		p := position(t, fen)
		short, long := s.Continue(p, nil, 1), s.Continue(p, nil, 1<<16)
		require.Less(t, len(short), len(long), fen)
		requireKept(t, p, long)
		for _, m := range long {
			p = p.Play(m)
		}
		require.True(t, p.Over(), p)
	}
}

// A search finds the same after its lines were continued.
func TestContinueChangesNoSearch(t *testing.T) {
	p := position(t, "B:W15,20:BK2,K5")
	search := func(continued bool) (nodes []uint64) {
		s := withDatabases(3, 1)
		for _, depth := range []Depth{7, 9} {
			var run *Run
			run = s.NewRun(board.NewGame(p), Limits{Depth: depth}, func(i Info) {
				if continued {
					run.Continue(p, i.PV, 3000)
				}
			})
			nodes = append(nodes, run.Search().Nodes)
		}
		return nodes
	}
	require.Equal(t, search(false), search(true))
}
