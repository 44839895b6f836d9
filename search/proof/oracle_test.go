package proof

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// long reports whether the deep tests run too.
func long() bool { return os.Getenv("ZONDA_LONG") != "" }

// library opens the databases in the program.
func library(t testing.TB) *egdb.DB {
	l, err := egdb.Open(egdb.Options{ValuesOnly: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	return l
}

// testTable is the memory of a solver in the tests, in MiB.
const testTable = 16

// newTestSolver returns a solver over leaves of this number of pieces.
func newTestSolver(l *egdb.DB, pieces int) *Solver {
	return NewSolver(l, certificate.Leaves{Pieces: pieces, Sum: l.Sum(pieces)}, Options{Table: testTable})
}

// ending returns a random position with a number of pieces in which neither side has lost all pieces.
func ending(random *rand.Rand, pieces int) board.Position {
	for {
		p := board.Position{Turn: board.Color(random.IntN(2))}
		for _, s := range random.Perm(board.Squares)[:pieces] {
			bit := board.Square(s).Bit()
			color := board.Color(random.IntN(2))
			if color == board.Black {
				p.Black |= bit
			} else {
				p.White |= bit
			}
			if random.IntN(2) == 0 || bit&board.CrowningRow(color) != 0 {
				p.Kings |= bit
			}
		}
		if p.Black.Count() <= board.MaxPieces && p.White.Count() <= board.MaxPieces && !p.Finished() {
			return p
		}
	}
}

// method is a way to answer a question whose root is not known.
type method struct {
	name  string
	solve func(s *Solver, q certificate.Question, budget uint64) Result
}

// methods are all ways to answer a question.
var methods = []method{
	{"all", func(s *Solver, q certificate.Question, budget uint64) Result {
		return s.Solve(context.Background(), q, budget)
	}},
	{"graph", func(s *Solver, q certificate.Question, budget uint64) Result {
		return s.alone(q, budget, func(a *attempt) { a.tryGraph(budget) })
	}},
	{"closure", func(s *Solver, q certificate.Question, budget uint64) Result {
		return s.alone(q, budget, func(a *attempt) { a.tryClosure(budget) })
	}},
	{"search", func(s *Solver, q certificate.Question, budget uint64) Result {
		return s.alone(q, budget, func(a *attempt) { a.tryTactics(budget / 2) })
	}},
	{"df-pn", func(s *Solver, q certificate.Question, budget uint64) Result {
		return s.alone(q, budget, func(a *attempt) {
			a.beginDepthFirst()
			a.tryDepthFirst(budget / 2)
		})
	}},
}

// alone answers a question by one search.
func (s *Solver) alone(q certificate.Question, budget uint64, try func(*attempt)) Result {
	a := newAttempt(context.Background(), s, q, budget)
	if a.ended() {
		return a.told()
	}
	if !a.closing {
		a.beginClosure()
		a.closing = true
	}
	try(a)
	return a.told()
}

// longTimes is how many times as many questions the deep test asks: 6300 in all.
const longTimes = 21

// TestOracle asks random questions over leaves of one piece less, whose answers the databases know, and checks every
// certificate.
func TestOracle(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	databases := library(t)
	for _, c := range []struct {
		pieces, questions int
		budget            uint64
		least             map[string]float64 // the share of questions that each method answers at least
	}{
		{3, 40, 100_000, map[string]float64{"all": 1, "graph": 0.99, "closure": 1, "search": 0.4}},
		{4, 10, 100_000, map[string]float64{"all": 0.3, "graph": 0.3}},
		{5, 10, 40_000, map[string]float64{"all": 0.5, "graph": 0.5, "closure": 0.3, "search": 0.3}},
	} {
		if long() {
			c.questions *= longTimes
		}
		for _, m := range methods {
			t.Run(fmt.Sprintf("%d/%s", c.pieces, m.name), func(t *testing.T) {
				random := rand.New(rand.NewPCG(uint64(c.pieces), 1))
				s, answered := newTestSolver(databases, c.pieces-1), 0
				for range c.questions {
					if ask(t, databases, s, m, random, c.pieces, c.budget) {
						answered++
					}
				}
				t.Logf("%d of %d answered", answered, c.questions)
				require.GreaterOrEqual(t, float64(answered)/float64(c.questions), c.least[m.name])
			})
		}
	}
}

// ask asks a random question by one method and reports whether it was answered.
func ask(t *testing.T, databases *egdb.DB, s *Solver, m method, random *rand.Rand, pieces int, budget uint64) bool {
	q := certificate.Question{Position: ending(random, pieces), Attacker: board.Color(random.IntN(2))}
	r := m.solve(s, q, budget)
	if r.Answer == Unknown {
		require.Nil(t, r.Certificate)
		return false
	}
	win := trueAnswer(databases, q)
	require.Equal(t, win, r.Answer == Yes, "%v %s attacks: %s says %s", q.Position, q.Attacker, r.Method, r.Answer)
	requireProof(t, databases, r)
	return true
}

// requireProof checks the certificate of a result.
func requireProof(t *testing.T, databases *egdb.DB, r Result) {
	t.Helper()
	c, err := certificate.Decode(r.Certificate)
	require.NoError(t, err)
	require.NoError(t, check.Check(c, databases))
}

// trueAnswer returns the answer of the databases.
func trueAnswer(databases *egdb.DB, q certificate.Question) bool {
	value := board.Loss
	if q.Position.HasMove() {
		value = databases.Probe(q.Position)
	}
	return certificate.KnownWin(q.Position, q.Attacker, value)
}
