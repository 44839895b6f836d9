package search

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// newWorker returns a worker ready to search p.
func newWorker(p board.Position, use Techniques) *worker {
	s := searcher(use)
	r := s.NewRun(board.NewGame(p), Limits{}, nil)
	s.workers[0].reset(r, s.table, use, r.game)
	return s.workers[0]
}

// picked returns the moves in the order in which they are tried.
func picked(f *frame) (order []board.Move) {
	for i := range f.moves.Len() {
		order = append(order, f.pick(i))
	}
	return order
}

func TestEveryMoveIsPickedOnce(t *testing.T) {
	w := newWorker(board.Start(), AllTechniques())
	rapid.Check(t, func(t *rapid.T) {
		p := middlegame(t).Position()
		moves := legalMoves(p)
		first := rapid.OneOf(rapid.IntRange(0, len(moves)-1), rapid.Just(noIndex)).Draw(t, "first")
		f := &w.frames[0]
		w.generate(p, f, first)
		order := picked(f)
		require.ElementsMatch(t, moves, order)
		if first != noIndex {
			require.Equal(t, moves[first], order[0])
		}
		for i, m := range order {
			require.Equal(t, slices.Index(moves, m), int(f.index[i]))
			require.True(t, i == 0 || f.priority[i-1] >= f.priority[i])
		}
	})
}

// An index from a torn or foreign entry may lie beyond the list, and beyond the room for its moves.
func TestForeignIndexIsPassedOver(t *testing.T) {
	w := newWorker(board.Start(), AllTechniques())
	w.generate(board.Start(), &w.frames[0], board.MaxMoves)
	require.ElementsMatch(t, legalMoves(board.Start()), picked(&w.frames[0]))
}

func TestPriorities(t *testing.T) {
	p := position(t, startFEN)
	w := newWorker(p, AllTechniques())
	f := &w.frames[0]
	killer, second, known := move(t, p, "11-16"), move(t, p, "9-13"), move(t, p, "10-15")
	f.killers = [2]board.Move{killer, second}
	w.history.reward(board.Black, known, []board.Move{move(t, p, "12-16")}, 5)
	w.generate(p, f, noIndex)
	order := picked(f)
	require.Equal(t, []board.Move{killer, second, known}, order[:3])
	require.Equal(t, move(t, p, "12-16"), order[len(order)-1])

	w.use = Techniques{}
	w.generate(p, f, noIndex)
	require.Equal(t, legalMoves(p), picked(f))
}

func TestLargerCapturesComeFirst(t *testing.T) {
	p := position(t, "W:W22,27:B24,18,11,K23,16")
	w := newWorker(p, AllTechniques())
	w.generate(p, &w.frames[0], noIndex)
	taken := 99
	for _, m := range picked(&w.frames[0]) {
		worth := m.Captured.Count() + (m.Captured & p.Kings).Count()
		require.LessOrEqual(t, worth, taken)
		taken = worth
	}
}

func TestCutOffRemembersQuietMoves(t *testing.T) {
	p := board.Start()
	w := newWorker(p, AllTechniques())
	f := &w.frames[3]
	w.generate(p, f, noIndex)
	a, b := f.moves.At(0), f.moves.At(1)
	w.cutOff(p, f, 0, 4)
	w.cutOff(p, f, 1, 4)
	w.cutOff(p, f, 1, 4)
	require.Equal(t, [2]board.Move{b, a}, f.killers)
	require.Positive(t, w.history.of(board.Black, b))
	require.Zero(t, w.history.of(board.White, b))
}

func TestHistoryStaysInBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var h history
		m := board.Move{From: 3, To: 7}
		for range rapid.IntRange(1, 200).Draw(t, "updates") {
			depth := Depth(rapid.IntRange(1, int(MaxDepth)).Draw(t, "depth"))
			if rapid.Bool().Draw(t, "good") {
				h.reward(board.White, m, nil, depth)
			} else {
				h.reward(board.White, board.Move{From: 1, To: 2}, []board.Move{m}, depth)
			}
			require.LessOrEqual(t, max(h.of(board.White, m), -h.of(board.White, m)), int32(historyLimit))
		}
		before := h.of(board.White, m)
		h.fade()
		require.Equal(t, before/2, h.of(board.White, m))
	})
	require.Greater(t, priorityKiller-1, int32(historyLimit))
	require.Greater(t, priorityPiece, int32(historyLimit))
}

// What earlier searches learned counts for half in the next.
func TestHistoryFadesFromSearchToSearch(t *testing.T) {
	w := newWorker(board.Start(), AllTechniques())
	w.history[board.Black][1][2] = 100
	w.reset(w.run, w.table, w.use, board.NewGame(board.Start()))
	require.Equal(t, int32(50), w.history[board.Black][1][2])
}
