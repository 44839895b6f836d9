package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/endings"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search"
)

// TestValuesAreKept: whatever the limits, the move chosen is worth as much as the
// position was.
func TestValuesAreKept(t *testing.T) {
	t.Parallel()
	library, err := egdb.Open(egdb.Options{ValuesOnly: true})
	require.NoError(t, err)
	positions := 100
	if os.Getenv(programtest.Long) != "" {
		positions = 5000
	}
	for threads := 1; threads <= 2; threads++ {
		s := search.New(1, threads)
		random := endings.NewSampler(library.Complete())
		for range positions {
			p := random.Position()
			if !p.HasMove() {
				continue
			}
			limits := search.Limits{Nodes: uint64(1 + random.IntN(2000))}
			best := s.NewRun(board.NewGame(p), limits, search.Sources{Databases: library}, nil).Search()
			require.Equal(t, library.Probe(p), library.Probe(p.Play(best.Move())).Opposite(), p.FEN())
		}
	}
}
