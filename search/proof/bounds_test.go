package proof

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// partial are bounds of positions of some pieces: of each position the value, a half of it, or nothing.
type partial struct {
	*egdb.DB
	pieces int
}

func (b partial) BoundedPieces() (minimum, maximum int) { return b.pieces, b.pieces }

func (b partial) StoredBounds(p board.Position) (low, high board.Result) {
	if p.Jumpers() != 0 {
		return board.Loss, board.Win
	}
	return b.Bounds(p)
}

func (b partial) Bounds(p board.Position) (low, high board.Result) {
	value := b.Probe(p)
	switch p.Hash() % 4 {
	case 0:
		return value, value
	case 1:
		return value, board.Win
	case 2:
		return board.Loss, value
	}
	return board.Loss, board.Win
}

// TestBoundedLeaves asks random questions with bounds of one piece more than the leaves have. All answers are right, there are more
// of them than without bounds, and none has a certificate.
func TestBoundedLeaves(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	databases := library(t)
	questions := 40
	if long() {
		questions = 4000
	}
	const leaves, budget = 3, 20_000
	names := certificate.Leaves{Pieces: leaves, Sum: databases.Sum(leaves)}
	answered := map[bool]int{}
	for _, bounded := range []bool{false, true} {
		random, o := rand.New(rand.NewPCG(1, 1)), Options{Table: testTable}
		if bounded {
			o.Bounds = partial{databases, leaves + 1}
		}
		s := NewSolver(databases, names, o)
		for range questions {
			q := certificate.Question{Position: ending(random, leaves+2), Attacker: board.Color(random.IntN(2))}
			r := s.Solve(context.Background(), q, budget)
			if r.Answer == Unknown {
				continue
			}
			answered[bounded]++
			require.Equal(t, trueAnswer(databases, q), r.Answer == Yes, "%v %s attacks: %s says %s", q.Position, q.Attacker, r.Method, r.Answer)
			require.Equal(t, bounded, r.Certificate == nil)
		}
	}
	t.Logf("%d of %d answered without bounds, %d with", answered[false], questions, answered[true])
	require.Greater(t, answered[true], answered[false])
}
