package board

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Leaves up to which rows of the perft table are counted, and the environment
// variable that asks for the long run.
const (
	usualLeaves = 2e7
	longLeaves  = 1e10
	longRun     = "ZONDA_LONG"
)

// long reports whether the deep part of the tests is asked for.
func long() bool { return os.Getenv(longRun) != "" }

func leafLimit() uint64 {
	if long() {
		return longLeaves
	}
	return usualLeaves
}

// perftRow is a line of testdata/perft.csv: a position, a depth and its leaves.
type perftRow struct {
	position   Position
	depth      int
	sequences  uint64
	results    uint64
	hasResults bool // whether results is known
}

// verifiedRows returns the rows of the table that were counted independently.
func verifiedRows(t testing.TB) (rows []perftRow) {
	file, err := os.Open("../testdata/perft.csv")
	require.NoError(t, err)
	defer file.Close()
	reader := csv.NewReader(file)
	reader.Comment = '#'
	records, err := reader.ReadAll()
	require.NoError(t, err)
	require.Equal(t, "position,fen,depth,count_sequences,count_results,published_by,verified",
		strings.Join(records[0], ","))
	for _, record := range records[1:] {
		if !strings.HasPrefix(record[6], "not verified") {
			rows = append(rows, newPerftRow(t, record))
		}
	}
	require.Greater(t, len(rows), 100)
	return rows
}

func newPerftRow(t testing.TB, record []string) (row perftRow) {
	var err error
	row.position, err = ParseFEN(record[1])
	require.NoError(t, err)
	row.depth, err = strconv.Atoi(record[2])
	require.NoError(t, err)
	row.sequences, err = strconv.ParseUint(record[3], 10, 64)
	require.NoError(t, err)
	if row.hasResults = record[4] != ""; row.hasResults {
		row.results, err = strconv.ParseUint(record[4], 10, 64)
		require.NoError(t, err)
	}
	return row
}

func TestPerft(t *testing.T) {
	t.Parallel()
	counted := 0
	for _, row := range verifiedRows(t) {
		if row.sequences > leafLimit() {
			continue
		}
		counted++
		t.Run(fmt.Sprintf("%s depth %d", row.position, row.depth), func(t *testing.T) {
			t.Parallel()
			requireLeaves(t, row.sequences, Sequences, row)
			if row.hasResults {
				requireLeaves(t, row.results, Results, row)
			}
		})
	}
	require.Greater(t, counted, 100)
}

func requireLeaves(t *testing.T, expected uint64, convention Convention, row perftRow) {
	n, err := NewPerft(convention).Count(context.Background(), row.position, row.depth)
	require.NoError(t, err)
	require.Equal(t, expected, n)
}

// TestReferencePerft holds the tests' own rules against the table.
func TestReferencePerft(t *testing.T) {
	t.Parallel()
	const maxLeaves = 20_000
	for _, row := range verifiedRows(t) {
		if row.sequences <= maxLeaves {
			require.EqualValues(t, row.sequences, newReference(row.position).Perft(row.depth),
				"%s depth %d", row.position, row.depth)
		}
	}
}

func TestPerftDepthZero(t *testing.T) {
	n, err := NewPerft(Sequences).Count(context.Background(), Start(), 0)
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
}

func TestDivide(t *testing.T) {
	const depth = 6
	shortAndRound := position(t, "B:W9,10,11,17,18:BK15")
	for _, p := range []Position{Start(), kingsPosition(t), circlesPosition(t), shortAndRound} {
		for _, convention := range []Convention{Sequences, Results} {
			perft := NewPerft(convention)
			total, err := perft.Count(context.Background(), p, depth)
			require.NoError(t, err)

			var sum uint64
			reported := map[string]bool{}
			err = perft.Divide(context.Background(), p, depth, func(move string, n uint64) {
				_, err := p.ParseMove(move)
				require.NoError(t, err)
				reported[move] = true
				sum += n
			})
			require.NoError(t, err)
			require.Equal(t, total, sum)

			var l MoveList
			perft.fill(p, &l)
			require.Len(t, reported, l.Len(), "every branch has a text of its own")
		}
	}
}

// TestPerftOfFinishedGame has a side that could move, but nobody to play against.
func TestPerftOfFinishedGame(t *testing.T) {
	for _, fen := range []string{"B:W:B1", "W:W32:B", "B:W32:B"} {
		perft := NewPerft(Results)
		n, err := perft.Count(context.Background(), position(t, fen), 1)
		require.NoError(t, err)
		require.Zero(t, n)
		err = perft.Divide(context.Background(), position(t, fen), 1, func(move string, _ uint64) {
			t.Error("a move in a finished game", move)
		})
		require.NoError(t, err)
	}
}

func TestPerftStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	perft := NewPerft(Sequences)
	_, err := perft.Count(ctx, Start(), MaxPerftDepth)
	require.ErrorIs(t, err, context.Canceled)

	err = perft.Divide(ctx, Start(), MaxPerftDepth, func(string, uint64) {
		t.Error("a count that was stopped is reported")
	})
	require.ErrorIs(t, err, context.Canceled)

	n, err := perft.Count(context.Background(), Start(), pollDepth)
	require.NoError(t, err)
	require.EqualValues(t, 36768, n, "a Perft that was stopped counts again")
}

func kingsPosition(t testing.TB) Position {
	return position(t, "W:WK6,K10,K12,K15,K20:BK26,K27,K31,K32")
}

// circlesPosition has captures that several paths lead to.
func circlesPosition(t testing.TB) Position {
	return position(t, "B:W6,7,8,14,15,16,22,23,24:BK2")
}

// position reads a FEN that must be good.
func position(t require.TestingT, fen string) Position {
	p, err := ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// BenchmarkPerft counts from the start position as Perft does: no hashing, one
// thread, and in bulk, that is the moves at the last ply are counted but not made.
func BenchmarkPerft(b *testing.B) {
	benchmarkLeaves(b, Start(), 10, bulkCount)
}

// BenchmarkPerftKings is the same in a position of kings alone.
func BenchmarkPerftKings(b *testing.B) {
	benchmarkLeaves(b, kingsPosition(b), 8, bulkCount)
}

// BenchmarkPerftEveryMove makes the moves at the last ply too: a leaf is a
// position that was reached.
func BenchmarkPerftEveryMove(b *testing.B) {
	benchmarkLeaves(b, Start(), 9, func(p Position, depth int) uint64 {
		var lists [MaxPerftDepth + 1]MoveList
		return visitLeaves(p, lists[:depth+1])
	})
}

func benchmarkLeaves(b *testing.B, p Position, depth int, count func(Position, int) uint64) {
	var leaves uint64
	for b.Loop() {
		leaves += count(p, depth)
	}
	b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
}

func bulkCount(p Position, depth int) uint64 {
	n, _ := NewPerft(Sequences).Count(context.Background(), p, depth)
	return n
}

// visitLeaves makes every move down to the last list, one for each ply.
func visitLeaves(p Position, lists []MoveList) uint64 {
	if len(lists) == 1 {
		leafSink = p
		return 1
	}
	l := &lists[len(lists)-1]
	p.sequences(l)
	n := uint64(0)
	for _, m := range l.Slice() {
		n += visitLeaves(p.Play(m), lists[:len(lists)-1])
	}
	return n
}

// leafSink keeps the compiler from leaving the last move out.
var leafSink Position

// TestPerftRefusesDepths that it cannot count.
func TestPerftRefusesDepths(t *testing.T) {
	perft := NewPerft(Sequences)
	for _, depth := range []int{-1, MaxPerftDepth + 1} {
		_, err := perft.Count(context.Background(), Start(), depth)
		require.EqualError(t, err, fmt.Sprintf("depth %d is not between 0 and 28", depth))
	}
	for _, depth := range []int{0, MaxPerftDepth + 1} {
		err := perft.Divide(context.Background(), Start(), depth, func(string, uint64) { t.Error("nothing is counted") })
		require.EqualError(t, err, fmt.Sprintf("depth %d is not between 1 and 28", depth))
	}
}

const diagram = `
    .   b   .   .         1     2     3     4
  w   .   .   .        5     6     7     8
    .   .   .   .         9    10    11    12
  .   .   B   .       13    14    15    16
    .   .   .   .        17    18    19    20
  .   .   .   B       21    22    23    24
    .   .   .   .        25    26    27    28
  .   W   .   .       29    30    31    32
`

func TestDiagram(t *testing.T) {
	require.Equal(t, diagram, "\n"+position(t, "B:W5,K30:B2,K15,K24").Diagram())
}

func TestLetters(t *testing.T) {
	require.Equal(t, "b....W........................Bw", position(t, "B:W32,K6:B1,K31").Letters())
}
