package network

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/internal/evaltest"
)

// walk returns positions, one for each step. A step below jump is the number of a move; other steps, and those
// without a move, lead to an unrelated position.
func walk(steps []byte) (list []board.Position) {
	const jump = 240
	var moves board.MoveList
	p := board.Start()
	for i, step := range steps {
		p.Moves(&moves)
		if step < jump && moves.Len() > 0 {
			p = p.Play(moves.At(int(step) % moves.Len()))
		} else {
			random := rand.New(rand.NewPCG(uint64(step), uint64(i)))
			kings := random.Uint32() & random.Uint32() & random.Uint32() // few, so that men are left to crown
			p = evaltest.Position(random.Uint32(), random.Uint32(), kings, step%2 == 1)
		}
		list = append(list, p)
	}
	return list
}

// requireForksAgree checks that every way to change the columns of the last position gives the scores of the
// definition, position by position.
func requireForksAgree(t require.TestingT, n *Network, list []board.Position) {
	kept := make([]*stageColumns, len(ways()))
	for i := range kept {
		kept[i] = newStageColumns(2 * n.hidden)
	}
	forks := []eval.Evaluator{n.Fork(), newAccumulator(n), newCached(n)}
	for at, p := range list {
		want := n.evaluateSlow(p)
		for i, w := range ways() {
			require.Equal(t, want, w.evaluate(n, kept[i], p), "%s: position %d, %s", w.name, at, p.FEN())
		}
		for _, fork := range forks {
			require.Equal(t, n.Evaluate(p), fork.Evaluate(p), "%T: position %d, %s", fork, at, p.FEN())
		}
	}
}

// maxSteps is the largest number of steps of a walk: enough for several games.
const maxSteps = 300

func TestForksAgree(t *testing.T) {
	for i, n := range networks(t) {
		t.Run(fmt.Sprintf("network %d of %d columns", i, n.hidden), rapid.MakeCheck(func(t *rapid.T) {
			requireForksAgree(t, n, walk(rapid.SliceOfN(rapid.Byte(), 0, maxSteps).Draw(t, "steps")))
		}))
	}
}

func FuzzFork(f *testing.F) {
	list := networks(f)
	f.Add([]byte("moves to play, and \xFF\xFE\xFF jumps\xFA"), uint8(0))
	f.Add(slices.Repeat([]byte{3, 1, 4, 1, 5, 9, 2, 6}, 20), uint8(5))
	f.Fuzz(func(t *testing.T, steps []byte, which uint8) {
		requireForksAgree(t, list[int(which)%len(list)], walk(steps[:min(maxSteps, len(steps))]))
	})
}

// Every number of columns that a network may have.
func TestForksOfAllWidths(t *testing.T) {
	list := slices.Concat(evaltest.Quiet(50), searchedPositions(t, 10))
	step := 3 * hiddenStep
	if os.Getenv("ZONDA_LONG") != "" {
		step = hiddenStep
	}
	for hidden := hiddenStep; hidden <= maxHidden; hidden += step {
		requireForksAgree(t, network(t, randomWeights(hidden, uint64(hidden))), list)
	}
}

// Games of the walk have what changes columns in all ways.
func TestWalk(t *testing.T) {
	list := walk(slices.Repeat([]byte{3, 1, 4, 1, 5, 9, 2, 6, 255}, 200))
	var captures, crownings, same int
	for i, p := range list[1:] {
		before := list[i]
		gone, more := before.Pieces()-p.Pieces(), p.Kings.Count()-before.Kings.Count()
		switch {
		case gone == 0 && more == 0:
			same++
		case gone > 0:
			captures++
		case gone == 0 && more == 1:
			crownings++
		}
	}
	require.Greater(t, min(captures, crownings, same), 10)
}

// All rows are added to the biases unless a change is less work.
func TestUpdateOfColumns(t *testing.T) {
	c := newColumns(2 * hiddenStep)
	require.Equal(t, [3]int{0, 4, 1}, updated(&c, board.Start()))
	moved := board.Start() // 10-15, which changes two tiles
	moved.Black ^= 1<<9 | 1<<14
	require.Equal(t, [3]int{2, 2, 0}, updated(&c, moved))
	men := board.Position{Black: 1<<27 | 1<<5 | 1<<8 | 1<<10, White: 1<<16 | 1<<18, Kings: 1 << 5}
	require.Equal(t, [3]int{0, 6, 1}, updated(&c, men), "five tiles and a king")
	crowned := men
	crowned.Black ^= 1<<27 | 1<<31
	crowned.Kings |= 1 << 31
	require.Equal(t, [3]int{2, 2, 0}, updated(&c, crowned), "a tile and a king")
	same := crowned
	same.Kings = 1 << 31 // the other king stays where it is and is a man
	require.Equal(t, [3]int{1, 1, 0}, updated(&c, same))
	require.Equal(t, [3]int{0, 0, 0}, updated(&c, same))
	same.Black |= 1 << 13 // which 17 could take
	require.Equal(t, [3]int{2, 2, 0}, updated(&c, same))
	same.Turn = board.White
	require.Equal(t, [3]int{1, 1, 0}, updated(&c, same), "nothing is threatened")
	require.Equal(t, same, c.position)
}

// updated makes p the position of the columns, and returns the numbers of rows removed and added, and 1 if all are.
func updated(c *columns, p board.Position) (numbers [3]int) {
	if c.update(p) {
		numbers[2] = 1
	}
	numbers[0], numbers[1] = c.removed.count, c.added.count
	return numbers
}

// searchedPositions returns the last n positions, at most 64, that a search of 30,000 nodes from each position of the
// benchmark evaluates, in their order. The searches evaluated by the linear evaluation; the file holds their positions.
func searchedPositions(t testing.TB, n int) (list []board.Position) {
	t.Helper()
	const ofASearch = 64
	data, err := os.ReadFile("testdata/searched.fen")
	require.NoError(t, err)
	for search := range slices.Chunk(strings.Fields(string(data)), ofASearch) {
		for _, fen := range search[len(search)-n:] {
			p, err := board.ParseFEN(fen)
			require.NoError(t, err)
			list = append(list, p)
		}
	}
	return list
}
