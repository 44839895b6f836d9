package eval

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// What a trade may do to the evaluation, in hundredths of a man. Over the 3,649 trades of the
// sample, by the weights learned in round 4, the position changed by 31 in the middle (median),
// 115 at most in 99 of 100 and 172 at most; weights for fewer pieces were 2.2 a piece in the
// middle, 10.5 and 15.7. The bounds leave half as much again for other weights.
const (
	maxByTrade = 260 // beside the men and kings that are gone or crowned
	maxByPhase = 24  // for each piece gone: the weights are those for fewer pieces
)

// No single trade makes the score jump by more than the material it changes and what it does
// to the position, and little of that is the phase's (the blemish effect of WC92 section 3.2).
// With -v the distribution is shown.
func TestNoTradeMakesTheScoreJump(t *testing.T) {
	var byTrade, byPhase []float64
	for _, before := range gamePositions(t) {
		for _, after := range trades(before) {
			old, now := worthOf(before, before.Pieces()), worthOf(after, after.Pieces())
			gone := before.Pieces() - after.Pieces()
			jump := size(now.position - old.position)
			require.LessOrEqual(t, jump, float64(maxByTrade), "%s and %s", before, after)
			unchanged := worthOf(after, before.Pieces())
			phase := size(now.total()-unchanged.total()) / float64(gone)
			require.LessOrEqual(t, phase, float64(maxByPhase), "%s and %s", before, after)
			byTrade, byPhase = append(byTrade, jump), append(byPhase, phase)
		}
	}
	const minimum = 3000 // trades, or the sample is not what it was
	require.Greater(t, len(byTrade), minimum)
	for name, list := range map[string][]float64{"by trade": byTrade, "by phase, a piece": byPhase} {
		slices.Sort(list)
		last := len(list) - 1
		t.Logf("%s: %d, median %.1f, 90 %% %.1f, 99 %% %.1f, most %.1f", name, len(list),
			list[last/2], list[last*9/10], list[last*99/100], list[last])
	}
}

// worth is what a position is worth to Black with the weights for some number of pieces.
type worth struct{ material, position Weight }

func (w worth) total() Weight { return w.material + w.position }

func worthOf(p board.Position, pieces int) (w worth) {
	var f Features
	f.Take(p)
	for h, count := range f.Counts {
		adds := Weight(count) * BuiltIn().rows[pieces][h]
		if heuristic(h) == men || heuristic(h) == kings {
			w.material += adds
		} else {
			w.position += adds
		}
	}
	for i, table := range BuiltIn().patterns {
		own, foe := table.lookup(f.Black[i]), table.lookup(f.White[i])
		w.position += patternWeight(own-foe, pieces)
	}
	return w
}

// size returns a weight without its sign, in hundredths of a man.
func size(w Weight) float64 { return max(w, -w).Hundredths() }

// The sum that the test of trades computes is the score that Evaluate returns.
func TestWorthIsTheEvaluation(t *testing.T) {
	for _, p := range gamePositions(t) {
		score := worthOf(p, p.Pieces()).total().Score()
		if p.Turn == board.White {
			score = -score
		}
		require.Equal(t, BuiltIn().Evaluate(p), score, p.FEN())
	}
}

// gamePositions returns the sample of quiet positions.
func gamePositions(t testing.TB) (list []board.Position) {
	t.Helper()
	file, err := os.Open("testdata/played.fen")
	require.NoError(t, err)
	defer file.Close() // only read
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if !strings.HasPrefix(lines.Text(), "#") {
			list = append(list, position(t, lines.Text()))
		}
	}
	require.NoError(t, lines.Err())
	return list
}

// trades returns the quiet positions to which a move in the quiet position p leads, if
// captures follow it in which both sides lose pieces, whichever are chosen.
func trades(p board.Position) (ends []board.Position) {
	var moves board.MoveList
	p.Moves(&moves)
	for _, m := range moves.Slice() {
		for _, end := range quieted(p.Play(m)) {
			if end.Black.Count() < p.Black.Count() && end.White.Count() < p.White.Count() && !end.Finished() {
				ends = append(ends, end)
			}
		}
	}
	return ends
}

// quieted returns the quiet positions to which captures lead from p.
func quieted(p board.Position) (ends []board.Position) {
	var captures board.MoveList
	p.Captures(&captures)
	if captures.Len() == 0 {
		return []board.Position{p}
	}
	for _, m := range captures.Slice() {
		ends = append(ends, quieted(p.Play(m))...)
	}
	return ends
}
