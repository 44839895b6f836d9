package solve

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// keeping returns the moves of a problem that keep its result, or false if the value after a move is not known.
func keeping(p suite.Problem, valueOf func(board.Position) board.Result) (kept []board.Move, ok bool) {
	for m := range p.Position.Legal() {
		switch valueOf(p.Position.Play(m)).Opposite() {
		case board.Unknown:
			return nil, false
		case p.Result:
			kept = append(kept, m)
		}
	}
	return kept, true
}

// value returns the value of a position of up to six pieces by the databases, and of up to eight by the proof solver with
// a budget, if solver is true.
func value(t *testing.T, databases *egdb.DB, solver bool) func(board.Position) board.Result {
	const budget, provable, table = 1 << 21, 8, 512
	prover := proof.NewProver(databases, certificate.Leaves{Pieces: databases.Pieces()}, proof.Options{Table: table})
	return func(p board.Position) board.Result {
		switch {
		case !p.HasMove():
			return board.Loss
		case p.Pieces() <= databases.Pieces():
			return databases.Probe(p)
		case solver && p.Pieces() <= provable:
			return prover.Value(t.Context(), p, budget, 1).Known()
		}
		return board.Unknown
	}
}

// Every key move in the files that come with the engine keeps the result, and problems.csv has all the moves that do; the
// other file has the move that a paper plays. Where neither the databases nor, in a long test, the proof solver know the
// values of all moves, nothing is compared.
func TestBundledKeyMovesKeepTheResult(t *testing.T) {
	databases, err := egdb.Open(egdb.Options{ValuesOnly: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, databases.Close()) }()
	long := os.Getenv("ZONDA_LONG") != ""
	const complete = "problems.csv"
	compared := map[string]int{}
	for name := range suites {
		known := value(t, databases, long && name == complete)
		for _, p := range bundled(t, name).Problems {
			kept, ok := keeping(p, known)
			if !ok || len(p.KeyMoves) == 0 {
				continue
			}
			compared[name]++
			require.Subset(t, kept, p.KeyMoves, "%s %s: %s", name, p.ID, p.Position.LineText(kept))
			if name == complete {
				require.Len(t, p.KeyMoves, len(kept), "%s: %s", p.ID, p.Position.LineText(kept))
			}
		}
	}
	require.Equal(t, 6, compared["paper_positions.csv"])
	if long {
		require.Equal(t, 15, compared[complete])
	} else {
		require.Equal(t, 12, compared[complete])
	}
}
