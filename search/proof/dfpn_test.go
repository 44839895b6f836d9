package proof

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// unscrambled is the inverse of scrambled.
func unscrambled(x uint64) uint64 {
	x = unshifted(x, thirdShift) * inverse(secondFactor)
	x = unshifted(x, secondShift) * inverse(firstFactor)
	return unshifted(x, firstShift)
}

// unshifted returns the x for which x ^ x>>shift is y. The shift is at least a third of 64.
func unshifted(y uint64, shift int) uint64 { return y ^ y>>shift ^ y>>(2*shift) }

// inverse returns the number that gives 1 with an odd factor, modulo 2^64, by Newton's iteration.
func inverse(factor uint64) uint64 {
	x := factor
	for range 6 { // each doubles the bits that are right, 3 at first
		x *= 2 - factor*x
	}
	return x
}

// unmixed is the inverse of mixed.
func (k exactKey) unmixed() exactKey {
	k.low = unscrambled(k.low) ^ uint64(k.high)*goldenFactor
	k.high ^= uint32(k.low >> (64 - highBits))
	k.low = unscrambled(k.low)
	return k
}

// position returns the position with the key k.
func (k exactKey) position() board.Position {
	k = k.unmixed()
	taken := board.Bitboard(k.low)
	colors := k.low >> squareBits
	kinds := k.low>>(squareBits+pieceBits) | uint64(k.high)&(1<<(highBits-1)-1)<<lowKindBits
	p := board.Position{Turn: board.Color(k.high >> (highBits - 1))}
	for i := 0; taken != 0; taken &= taken - 1 {
		bit := taken.First().Bit()
		if colors>>i&1 != 0 {
			p.White |= bit
		} else {
			p.Black |= bit
		}
		if kinds>>i&1 != 0 {
			p.Kings |= bit
		}
		i++
	}
	return p
}

// TestMix inverts the mix of any key.
func TestMix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := exactKey{low: rapid.Uint64().Draw(t, "low"), high: rapid.Uint32Range(0, 1<<highBits-1).Draw(t, "high")}
		mixed := k.mixed()
		require.Less(t, mixed.high, uint32(1<<highBits))
		require.Equal(t, k, mixed.unmixed())
	})
}

// TestExactKey reads positions of 2 to 24 pieces back from their keys.
func TestExactKey(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 13))
	for range 10_000 {
		p := ending(random, 2+random.IntN(2*board.MaxPieces-1))
		require.Equal(t, p, exactKeyOf(p).position())
	}
}

// TestRecord packs and unpacks records.
func TestRecord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Uint32Range(0, deepInfinite)
		r := record{
			numbers: deepNumbers{number.Draw(t, "proof"), number.Draw(t, "disproof")},
			move:    rapid.Uint8Range(0, board.MaxMoves-1).Draw(t, "move"),
			work:    rapid.Uint8Range(0, 1<<workBits-1).Draw(t, "work"),
			place:   rapid.Uint8Range(0, lastPlace).Draw(t, "place"),
		}
		require.Equal(t, r, unpacked(r.packed()))
		require.Equal(t, r.work, workOf(r.packed()>>(2*deepBits+moveBits)))
	})
}

// positionsOf calls each with the positions of a table and their records.
func (t *table) positionsOf(each func(p board.Position, r record)) {
	for i := range t.buckets {
		for _, e := range t.buckets[i] {
			if e.record != 0 {
				each(exactKey{uint32(uint64(i) / t.share), e.low}.position(), unpacked(e.record))
			}
		}
	}
}

// TestTable finds each record in the table again unless more important ones have taken its place.
func TestTable(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 15))
	for _, bytes := range []int{0, 3 * smallestTable} {
		table := newTable(bytes)
		require.LessOrEqual(t, len(table.buckets)*64, max(bytes, smallestTable))
		kept := map[board.Position]record{}
		for i := range 10_000 {
			p := ending(random, 6)
			kept[p] = record{numbers: deepNumbers{uint32(i + 1), 1}, work: uint8(i % 20), place: 3}
			table.put(exactKeyOf(p), kept[p])
		}
		table.positionsOf(func(p board.Position, r record) {
			require.Equal(t, kept[p], r)
			found, ok := table.get(exactKeyOf(p))
			require.True(t, ok)
			require.Equal(t, r, found)
			delete(kept, p)
		})
		require.Less(t, len(kept), 10)
	}
}

// deepQuestions asks questions of some pieces over leaves of one piece less by df-pn alone, and checks every position
// that its table holds as solved, not only the root. It returns how many positions of each state there were.
func deepQuestions(t *testing.T, databases *egdb.DB, pieces, questions int, visits uint64) map[state]int {
	random := rand.New(rand.NewPCG(uint64(pieces), 16))
	l := &newTestSolver(databases, pieces-1).leaves
	s, seen := newTestSolver(databases, pieces-1), map[state]int{}
	d := newDepthFirst(l, s.estimate, smallestTable)
	for range questions {
		p := ending(random, pieces)
		if l.known(p) != open {
			continue
		}
		d.begin()
		d.search(context.Background(), p, visits)
		require.Empty(t, d.supposed)
		d.table.positionsOf(func(p board.Position, r record) {
			if says := r.numbers.state(); says != open {
				win := trueAnswer(databases, certificate.Question{Position: p, Attacker: board.Black})
				require.Equal(t, stateOf(win), says, "%v", p)
			}
			seen[r.numbers.state()]++
		})
	}
	return seen
}

// TestDepthFirst answers a question by df-pn after the memory of the graph is used up.
func TestDepthFirst(t *testing.T) {
	if !long() {
		t.Skip("several seconds")
	}
	const smallest, budget = 37, 4_000_000 // MiB with room for df-pn's table
	databases := library(t)
	s := NewSolver(databases, certificate.Leaves{Pieces: 6, Sum: databases.Sum(6)}, Options{Table: smallest})
	r := s.Solve(context.Background(), question(t, "W:W9,18,24,26,27:B1,10,16,17,20", board.Black), budget)
	require.Equal(t, No, r.Answer)
	require.Equal(t, ByDFPN, r.Method)
	requireProof(t, databases, r)
}

// TestSolvedEntries compares all that df-pn stores for good with the databases: with the least set of won positions that
// the answer is defined by. The endings are of kings who can wander, so that the masks of suppositions matter.
func TestSolvedEntries(t *testing.T) {
	questions := 12
	if long() {
		questions *= longTimes
	}
	databases := library(t)
	for _, pieces := range []int{3, 4} {
		seen := deepQuestions(t, databases, pieces, questions, 20_000)
		t.Logf("%d pieces: %d won, %d refuted, %d open", pieces, seen[won], seen[lost], seen[open])
		require.Positive(t, seen[won])
		require.Positive(t, seen[lost])
	}
}

// TestKey reads positions back from their keys and finds each in a set under its own number.
func TestKey(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	set := newPositions(1)
	numbers := map[board.Position]uint32{}
	for range 10_000 { // more than the first slots hold
		p := ending(random, 2+random.IntN(9))
		require.Equal(t, p, keyOf(p).position())
		number, found := set.find(p)
		if want, known := numbers[p]; known {
			require.True(t, found)
			require.Equal(t, want, number)
			continue
		}
		require.False(t, found)
		numbers[p] = set.add(p)
	}
	require.Len(t, set.keys, len(numbers))
	set.clear()
	for p := range numbers {
		_, found := set.find(p)
		require.False(t, found)
	}
}

// TestTurn tells positions apart that differ by their side to move alone.
func TestTurn(t *testing.T) {
	set := newPositions(2)
	p := board.Start()
	q := p
	q.Turn = board.White
	require.NotEqual(t, keyOf(p), keyOf(q))
	set.add(p)
	_, found := set.find(q)
	require.False(t, found)
}

// watched are databases of two pieces that call see before each question.
type watched struct {
	search.Databases
	see func(p board.Position)
}

func (watched) Pieces() int { return 2 * board.MaxPieces }

func (w watched) Probe(p board.Position) board.Result {
	const known = 2
	if w.see(p); p.Pieces() > known {
		return board.Unknown
	}
	return w.Databases.Probe(p)
}

// trace writes the visits of a depth-first search, each with its line, and the refutations that suppose the root.
type trace struct {
	*depthFirst
	text    strings.Builder
	visit   uint64
	written map[key]bool   // the suppositions that are written
	lines   map[key]string // by position: the line of its first visit
}

// see is called before the search asks for the value of a child.
func (t *trace) see(child board.Position) {
	t.suppositions()
	if t.visit == t.visited {
		return
	}
	t.visit = t.visited
	line, moves := "", ""
	for ply, f := range t.frames {
		if _, found := moveBetween(f.position, child); found {
			line = moves
			t.lines[f.key] = cmp.Or(t.lines[f.key], line)
		}
		if ply+1 == len(t.frames) {
			break
		}
		m, found := moveBetween(f.position, t.frames[ply+1].position)
		if !found {
			break // frames of an earlier line
		}
		moves = strings.TrimSpace(moves + " " + f.position.MoveText(m))
	}
	fmt.Fprintf(&t.text, "    visit %d  %s\n", t.visit, cmp.Or(line, "the root"))
}

// suppositions writes the new suppositions, the longest line first.
func (t *trace) suppositions() {
	var lines []string
	for k, s := range t.supposed {
		if s.mask == 1 && !t.written[k] {
			t.written[k] = true
			lines = append(lines, t.lines[k])
		}
	}
	slices.SortFunc(lines, func(a, b string) int { return len(b) - len(a) })
	for _, line := range lines {
		fmt.Fprintf(&t.text, "             %s is refuted if the root is\n", line)
	}
}

// moveBetween returns the move that leads from one position to another.
func moveBetween(from, to board.Position) (m board.Move, found bool) {
	for m := range from.Legal() {
		if from.Play(m) == to {
			return m, true
		}
	}
	return m, false
}

// TestWorkedExample runs the example of a repetition in docs/proofs.md: its visits and suppositions are those of the search.
func TestWorkedExample(t *testing.T) {
	x := &trace{written: map[key]bool{}, lines: map[key]string{}}
	l := &leaves{databases: watched{library(t), x.see}, pieces: 2 * board.MaxPieces}
	x.depthFirst = newDepthFirst(l, newEstimator(eval.BuiltIn(), 0), smallestTable)
	root := question(t, "B:WK16,24,31:BK32", board.Black).Position
	require.Equal(t, lost, x.search(t.Context(), root, 1000))
	require.Len(t, x.written, 3)
	for k := range x.written {
		r, found := x.table.get(exactKeyOf(k.position()))
		require.True(t, found && r.numbers.state() == lost, "the refutations hold when the root is refuted")
	}
	require.Empty(t, x.supposed)
	docs, err := os.ReadFile("../../docs/proofs.md")
	require.NoError(t, err)
	require.True(t, strings.Contains(string(docs), x.text.String()), "docs/proofs.md does not have this search:\n%s", &x.text)
}
