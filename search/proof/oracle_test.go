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
		return a.outcome()
	}
	if !a.closing {
		a.beginClosure()
	}
	try(a)
	return a.outcome()
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
		min               map[string]float64 // the share of questions that each method answers at least
	}{
		{3, 40, 100_000, map[string]float64{"all": 1, "graph": 0.99, "closure": 1, "search": 0.4}},
		{4, 10, 100_000, map[string]float64{"all": 0.3, "graph": 0.3}},
		{5, 10, 40_000, map[string]float64{"all": 0.5, "graph": 0.5, "closure": 0.3, "search": 0.3}},
	} {
		if long() {
			c.questions *= longTimes
		} else if c.pieces == 3 {
			c.questions /= 2 // each must be answered, which needs the budget
		} else {
			c.budget /= 2
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
				require.GreaterOrEqual(t, float64(answered)/float64(c.questions), c.min[m.name])
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

// naive is a depth-first search with the mistake that the solver must not make: it takes a repetition as a draw, and
// stores a "no" that rests on it as if it held for every line.
type naive struct {
	leaves *leaves
	known  map[board.Position]state // open while the position is on the line
}

// wins reports whether the attacker wins p, as far as this search can tell.
func (s *naive) wins(p board.Position) bool {
	if v := s.leaves.known(p); v != open {
		return v == won
	}
	if v, seen := s.known[p]; seen {
		return v == won
	}
	s.known[p] = open
	win := s.decided(p)
	s.known[p] = stateOf(win)
	return win
}

// decided tries the moves of p until one decides it.
func (s *naive) decided(p board.Position) bool {
	var moves board.MoveList
	p.Moves(&moves)
	attacks := p.Turn == board.Black
	for _, m := range moves.Slice() {
		if s.wins(p.Play(m)) == attacks {
			return attacks
		}
	}
	return !attacks
}

// TestNaive asks questions of 3 pieces over leaves of 2, in which kings wander. The naive search must be wrong somewhere,
// or the questions are too easy to show that the solver is right. All its wrong answers are false "no".
func TestNaive(t *testing.T) {
	databases := library(t)
	s := newTestSolver(databases, 2)
	random := rand.New(rand.NewPCG(8, 9))
	const questions, budget = 30, 300_000
	wrong := 0
	for range questions {
		q := certificate.Question{Position: ending(random, 3), Attacker: board.Color(random.IntN(2))}
		win := trueAnswer(databases, q)
		require.Equal(t, stateOf(win).answer(), s.Solve(context.Background(), q, budget).Answer)
		n := naive{&s.leaves, map[board.Position]state{}}
		if says := n.wins(q.Turned().Position); says != win {
			require.False(t, says)
			wrong++
		}
	}
	t.Logf("%d of %d naive answers are wrong", wrong, questions)
	require.Positive(t, wrong)
}

// speedFENs are positions with which the speed of the searches is measured.
var speedFENs = map[string]string{
	"10 pieces": "B:W18,19,22,26,29:B3,5,8,10,12",
	"kings":     "W:WK5,K9,13,28:BK18,K22,3,12",
	"16 pieces": "B:W19,21,22,25,26,27,30,31:B2,3,5,6,8,10,12,14",
}

// BenchmarkGraph measures the expansions of the graph search over leaves of six pieces.
func BenchmarkGraph(b *testing.B) {
	const examined = 1_000_000
	databases := library(b)
	s := NewSolver(databases, certificate.Leaves{Pieces: 6}, Options{Table: 512})
	for name, fen := range speedFENs {
		b.Run(name, func(b *testing.B) {
			p, err := board.ParseFEN(fen)
			require.NoError(b, err)
			expanded, positions, edges := 0, 0, 0
			for b.Loop() {
				s.graph.begin(context.Background(), certificate.Question{Position: p, Attacker: board.White}.Turned().Position)
				s.graph.search(examined)
				expanded += s.graph.expansions
				positions += len(s.graph.nodes)
				edges += len(s.graph.edges)
			}
			b.ReportMetric(float64(expanded)/b.Elapsed().Seconds(), "expansions/s")
			b.ReportMetric(float64(positions)/float64(expanded), "positions/expansion")
			b.ReportMetric(float64(edges)/float64(positions), "edges/position")
			b.ReportMetric(examined*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
