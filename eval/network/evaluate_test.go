package network

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/internal/evaltest"
)

// way is a way to evaluate a position: from the biases if c is nil, else from the columns of other positions.
type way struct {
	name     string
	evaluate func(n *Network, c *stageColumns, p board.Position) eval.Score
}

// forward is a way to the sum of the second layer.
type forward func(t *table, c *columns, p board.Position, weights []int16) int32

// wayOf returns the way to evaluate by a sum of the second layer.
func wayOf(name string, sum forward) way {
	return way{name, func(n *Network, c *stageColumns, p board.Position) eval.Score {
		stage, bucket := Stage(p, board.Black), Bucket(p.Pieces())
		return n.score(sum(n.table(stage), c.of(stage), p, n.outputRow(p.Turn, bucket)), bucket)
	}}
}

// ways returns all fast ways that this CPU has.
func ways() []way {
	list := []way{wayOf("go", (*table).forwardGo)}
	if accelerated {
		list = append(list, wayOf("assembly", (*table).forwardAssembly))
	}
	return append(list, way{"Evaluate", (*Network).evaluate})
}

// networks returns networks of all sizes: with weights as they may be learned, and with the largest that are allowed.
func networks(t testing.TB) (list []*Network) {
	for seed, hidden := range []int{64, 128, 192, 256, 1024} {
		list = append(list, network(t, randomWeights(hidden, uint64(seed))))
	}
	for seed, hidden := range []int{64, 128} {
		list = append(list, extremeNetwork(t, hidden, uint64(seed)))
	}
	return list
}

// network returns the network of weights.
func network(t testing.TB, w *Weights) *Network {
	t.Helper()
	n, err := w.Network()
	require.NoError(t, err)
	n.pack()
	return n
}

// pack makes what forwardGo needs.
func (n *Network) pack() {
	for i := range n.tables {
		n.table(i).pack(2 * n.hidden)
	}
}

// extremeNetwork returns a network with the largest weights that the checks let pass. In its first column the sum of
// 24 pieces can be the largest number of 16 bits, in the second the smallest.
func extremeNetwork(t testing.TB, hidden int, seed uint64) *Network {
	t.Helper()
	const row = math.MaxInt16 / allPieces
	random := rand.New(rand.NewPCG(seed, 0))
	n := newNetwork("made for a test", hidden)
	for i := range n.input { // in the third column pieces and shared inputs share the room
		n.input[i] = []int16{row, -row, int16(random.IntN(row+1) - row/2)}[min(i%hidden, 2)]
	}
	for i := range n.shared {
		n.shared[i] = []int16{0, 0, int16(random.IntN(row/2+1) - row/4)}[min(i%hidden, 2)]
	}
	for stage := range Stages {
		bias := n.inputBias[stage*hidden:]
		bias[0], bias[1] = math.MaxInt16-allPieces*row, math.MinInt16+allPieces*row
	}
	for i := range n.output {
		n.output[i] = maxOutput
		if bucket := i / (2 * hidden); bucket%2 == 1 {
			n.output[i] = -maxOutput
		}
	}
	for bucket := range n.outputBias {
		n.outputBias[bucket] = []int32{math.MaxInt32, math.MinInt32, 0, 1}[bucket%4]
	}
	require.NoError(t, n.complete())
	n.pack()
	return n
}

// The definition, assembly and Go without assembly give the same score for every position, and so does the mirrored
// position.
func TestWaysAgree(t *testing.T) {
	for i, n := range networks(t) {
		t.Run(fmt.Sprintf("network %d of %d columns", i, n.hidden), func(t *testing.T) {
			evaltest.Every(t, func(t *rapid.T, p board.Position) { requireWaysAgree(t, n, p) })
		})
	}
}

func requireWaysAgree(t require.TestingT, n *Network, p board.Position) {
	want := n.evaluateSlow(p)
	for _, w := range ways() {
		require.Equal(t, want, w.evaluate(n, nil, p), "%s: %s", w.name, p.FEN())
		require.Equal(t, want, w.evaluate(n, nil, p.Mirror()), "%s, mirrored: %s", w.name, p.FEN())
	}
	require.Equal(t, want, n.evaluate(nil, p), p.FEN())
	require.False(t, want.IsProven(), p.FEN())
}

// change is the change of columns: less the rows removed, plus the rows added.
type change struct{ removed, added rowList }

// summer does what forwardRows does. It writes no columns if to is nil.
type summer func(rows, weights, from, to []int16, ch change) int32

// assembly is a summer.
func assembly(rows, weights, from, to []int16, ch change) int32 {
	const numberBytes = 2
	return forwardRows(&rows[0], &weights[0], &from[0], unsafe.SliceData(to), &ch.removed.numbers[0], int32(ch.removed.count),
		&ch.added.numbers[0], int32(ch.added.count), int32(len(weights)*numberBytes))
}

// wideAssembly is a summer.
func wideAssembly(rows, weights, from, to []int16, ch change) int32 {
	const numberBytes = 2
	return forwardWide(&rows[0], &weights[0], &from[0], unsafe.SliceData(to), &ch.removed.numbers[0], int32(ch.removed.count),
		&ch.added.numbers[0], int32(ch.added.count), int32(len(weights)*numberBytes))
}

// The assembly computes what its comment says for any numbers, also where columns wrap around, and writes nothing else.
func TestAssembly(t *testing.T) {
	if !accelerated {
		t.Skip("no assembly for this CPU")
	}
	rapid.Check(t, func(t *rapid.T) { requireSums(t, assembly, drawSums(t)) })
}

// TestWideAssembly is TestAssembly for AVX-512.
func TestWideAssembly(t *testing.T) {
	if !wide {
		t.Skip("no AVX-512 here")
	}
	rapid.Check(t, func(t *rapid.T) {
		s := drawSums(t)
		s.width, s.past = wideStep*rapid.IntRange(1, 2*maxHidden/wideStep).Draw(t, "wide blocks"), cacheLine/2
		requireSums(t, wideAssembly, s)
	})
}

// sums are what requireSums takes: a source of numbers, the number of columns, a change, and how many numbers lie between the beginning of
// a cache line and that of each list.
type sums struct {
	random *rand.Rand
	width  int
	change change
	past   int
}

// drawSums returns sums of any kind.
func drawSums(t *rapid.T) sums {
	ch := change{added: drawRows(t, "added", rapid.IntRange(0, maxRows).Draw(t, "count"))}
	if rapid.Bool().Draw(t, "as many removed") {
		ch.removed = drawRows(t, "removed", ch.added.count)
	}
	width := 2 * hiddenStep * rapid.IntRange(1, maxHidden/hiddenStep).Draw(t, "blocks")
	s := sums{rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), width, ch, cacheLine / 4}
	if runtime.GOARCH == "arm64" {
		s.past = s.random.IntN(cacheLine / 4)
	}
	return s
}

// testRows is the number of rows of a table in tests of sums.
const testRows = 100

// drawRows returns a list of count rows.
func drawRows(t *rapid.T, label string, count int) (l rowList) {
	for _, row := range rapid.SliceOfN(rapid.Uint16Range(0, testRows-1), count, count).Draw(t, label) {
		l.numbers[l.count] = row
		l.count++
	}
	return l
}

// requireSums checks the sum and the columns of a summer.
func requireSums(t require.TestingT, run summer, s sums) {
	extremes := []int16{math.MinInt16, math.MinInt16 + 1, -1, 0, 1, inputUnit - 1, inputUnit, inputUnit + 1, math.MaxInt16}
	extreme, inPlace := s.random.IntN(2) == 1, s.random.IntN(2) == 1
	numbers := func(n int) []int16 {
		list := aligned(s.past + n)[s.past:]
		for i := range list {
			list[i] = int16(s.random.Uint32())
			if extreme {
				list[i] = extremes[s.random.IntN(len(extremes))]
			}
		}
		return list
	}
	rows, weights, from := numbers(testRows*s.width), numbers(s.width), numbers(s.width)
	for i, w := range weights {
		weights[i] = max(int16(int8(w)), -maxOutput)
	}
	const guard = cacheLine / 2 // numbers before and after the columns
	memory := numbers(guard + s.width + guard)
	to := memory[guard:][:s.width]
	if inPlace {
		from = to
	}

	want, sum, ch := slices.Clone(from), int32(0), s.change
	for column := range want {
		c := &want[column]
		for _, row := range ch.removed.rows() {
			*c -= rows[int(row)*len(want)+column]
		}
		for _, row := range ch.added.rows() {
			*c += rows[int(row)*len(want)+column]
		}
		activation := int32(min(max(*c, 0), inputUnit))
		sum += activation * activation * int32(weights[column])
	}
	written := slices.Clone(memory)
	require.Equal(t, sum, run(rows, weights, from, nil, ch))
	require.Equal(t, written, memory)
	copy(written[guard:], want)
	require.Equal(t, sum, run(rows, weights, from, to, ch))
	require.Equal(t, written, memory)
}

func FuzzEvaluate(f *testing.F) {
	list := networks(f)
	f.Add(uint32(0xFFF), uint32(0xFFF00000), uint32(0), false, uint8(0))
	f.Add(uint32(0), uint32(0), uint32(0), true, uint8(5))
	f.Add(^uint32(0), ^uint32(0), ^uint32(0), true, uint8(6))
	f.Fuzz(func(t *testing.T, black, white, kings uint32, whiteToMove bool, which uint8) {
		requireWaysAgree(t, list[int(which)%len(list)], evaltest.Position(black, white, kings, whiteToMove))
	})
}

// The scores of the largest weights are not cut in the middle: more than enough for a known win becomes MaxUnproven.
func TestScoresOfExtremeNetworks(t *testing.T) {
	n := extremeNetwork(t, 128, 1)
	seen := map[eval.Score]bool{}
	for _, p := range evaltest.Quiet(1 << 10) {
		seen[n.Evaluate(p)] = true
	}
	require.True(t, seen[eval.MaxUnproven])
	require.True(t, seen[-eval.MaxUnproven])
}

// Weights that are whole numbers in their units lose nothing: only the score is rounded.
func TestNetworkIsItsWeights(t *testing.T) {
	n := network(t, randomWeights(64, 7))
	exact := n.Weights()
	evaltest.Every(t, func(t *rapid.T, p board.Position) {
		const rounding = 0.51
		require.InDelta(t, exact.Evaluate(p), float64(n.evaluate(nil, p)), rounding, p.FEN())
	})
}

// Weights with fractions lose little: the bound is twice what was measured, in hundredths of a man.
func TestRoundingOfWeights(t *testing.T) {
	const measured = 1.8
	w := randomWeights(128, 3)
	n := network(t, w)
	list, sum := evaltest.Quiet(1<<11), 0.0
	for _, p := range list {
		sum += math.Abs(w.Evaluate(p) - float64(n.evaluate(nil, p)))
	}
	t.Logf("mean difference %.2f hundredths", sum/float64(len(list)))
	require.Less(t, sum/float64(len(list)), 2*measured)
}

func TestBucket(t *testing.T) {
	want := map[int]int{24: 0, 22: 0, 21: 1, 20: 1, 19: 2, 18: 2, 17: 3, 15: 4, 13: 4, 12: 5, 10: 6, 9: 6, 8: 7, 7: 7, 6: 7, 1: 7}
	for pieces, bucket := range want {
		require.Equal(t, bucket, Bucket(pieces), "%d pieces", pieces)
	}
}

func TestStage(t *testing.T) {
	men := board.Position{Black: 0xFFF, White: 0xFFF00000}
	for white, want := range map[board.Bitboard]int{0xFFF00000: stageOpening, 0x7F000000: stageOpening, 0x3F000000: stageMiddle, 1 << 31: stageMiddle} {
		men.White = white
		require.Equal(t, want, Stage(men, board.Black))
		require.Equal(t, want, Stage(men, board.White))
	}
	few := board.Position{Black: 0xFF, White: 0xF0000000}
	require.Equal(t, stageLate, Stage(few, board.White))
	for kings, want := range map[board.Bitboard][2]int{
		1: {stageOwnKings, stageEnemyKings}, 1 << 31: {stageEnemyKings, stageOwnKings}, 1 | 1<<31: {stageBothKings, stageBothKings},
	} {
		few.Kings = kings
		require.Equal(t, want, [2]int{Stage(few, board.Black), Stage(few, board.White)})
	}
}

// The stage of White's view follows from that of Black's.
func TestEnemyStage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := evaltest.Position(rapid.Uint32().Draw(t, "black"), rapid.Uint32().Draw(t, "white"), rapid.Uint32().Draw(t, "kings"), false)
		require.Equal(t, Stage(p, board.White), enemyStage(Stage(p, board.Black)))
		require.Equal(t, Stage(p, board.White), Stage(p.Mirror(), board.Black))
	})
}

// A side sees its own men move down: White's view is Black's of the mirrored position.
func TestIndex(t *testing.T) {
	require.Equal(t, 0, Index(board.Black, board.Black, false, 0))
	require.Equal(t, 31, Index(board.White, board.Black, false, 0)-2*board.Squares)
	require.Equal(t, 3*board.Squares+5, Index(board.Black, board.White, true, 5))
	seen := map[int]bool{}
	for s := range board.Square(board.Squares) {
		for _, king := range []bool{false, true} {
			for _, owner := range colors {
				black := Index(board.Black, owner, king, s)
				require.Equal(t, black, Index(board.White, owner.Opponent(), king, board.Squares-1-s))
				seen[black] = true
			}
		}
	}
	require.Len(t, seen, Inputs)
}

// Evaluations do not use the memory of the heap, and any number of them may run.
func TestEvaluateAllocatesNothing(t *testing.T) {
	p := board.Start()
	require.Zero(t, testing.AllocsPerRun(10, func() { BuiltIn().Evaluate(p) }))
	fork := BuiltIn().Fork()
	require.Zero(t, testing.AllocsPerRun(10, func() { fork.Evaluate(p) }))
}

// The assembly needs rows, weights and columns at multiples of 32 bytes.
func TestTableIsAligned(t *testing.T) {
	for _, n := range networks(t) {
		slices := [][]int16{n.weights, newColumns(2 * n.hidden).numbers}
		for stage := range Stages {
			slices = append(slices, n.table(stage).rows)
		}
		for _, slice := range slices {
			require.Zero(t, uintptr(unsafe.Pointer(&slice[0]))%cacheLine)
		}
	}
	for n := range 100 {
		require.Len(t, aligned(n), n)
	}
}

// The positions are those that searches evaluate, one after the other: with all their pieces, or what changed since the
// position before.
func BenchmarkEvaluate(b *testing.B) {
	list := searchedPositions(b, 64)
	slow := way{"slow", func(n *Network, _ *stageColumns, p board.Position) eval.Score { return n.evaluateSlow(p) }}
	for _, w := range append(ways(), slow) {
		for _, hidden := range []int{64, 128, 256} {
			n, last := network(b, randomWeights(hidden, 1)), newStageColumns(2*hidden)
			run := func(kind string, c *stageColumns) {
				b.Run(fmt.Sprintf("%s/%s/%d", w.name, kind, hidden), func(b *testing.B) {
					for i := 0; b.Loop(); i++ {
						w.evaluate(n, c, list[i%len(list)])
					}
				})
			}
			run("pieces", nil)
			run("changes", last)
		}
	}
}
