package problems

import (
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/gain"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/egdb"
)

// databases opens those in the program.
func databases(t *testing.T) *egdb.DB {
	db, err := egdb.Open(egdb.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

// position reads a FEN.
func position(t *testing.T, fen string) board.Position {
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

func TestFinder(t *testing.T) {
	f := NewFinder(databases(t))
	for fen, want := range map[string]Reason{
		"B:WK16,K18,21:B13,K27,K31":                                   kept,
		"B:W18,20,23:B11,13,28":                                       kept,
		"B:W9,20,23,24,28,29,30,31:B4,8,11,12,14,15,22":               kept,
		"B:WK18,21,23:BK8,K12,13,14":                                  kept,
		"B:W15,K18,K23,30:BK3,K5,K22":                                 open,
		"B:W13,18,19,20,21,23,24,28,29,30,31:B2,4,5,6,7,8,9,11,12,14": kept,
		"B:WK6,K8:BK20,K28":                                           several,
		"B:W30:B5":                                                    forced,
		"B:W15,18:B10,14,1":                                           capturing,
		"B:WK10,K11,31:B1,2,12,20":                                    alike,
		"B:WK10,K11,K19:B1,2":                                         lost,
		"B:W21-32:B1-12":                                              alike,
		"B:W25,26,27,28,29,30,31,32:B1-12":                            uneven,
		"B:WK6,K7,K8,K10,28,29,30,31:B1,2,3,4,5,12,13,20,21,22,9":     "",
	} {
		p, why := f.examine(position(t, fen), false)
		if want == "" {
			require.NotEqual(t, kept, why)
			continue
		}
		require.Equal(t, want, why, fen)
		if why == kept {
			g := board.NewGame(p.Position)
			require.NoError(t, g.PlayText(board.MoveWords(p.Line)...))
		}
	}
	p, _ := f.examine(position(t, "B:WK16,K18,21:B13,K27,K31"), false)
	require.Equal(t, "27-23 18x27 31x24", p.Line[:17])
	require.Equal(t, "WIN", p.Result)
	require.Equal(t, suite.Value, p.Claim)
	require.InDelta(t, 1260, p.Rating, 200)
	_, why := f.examine(p.Position, true)
	require.Equal(t, sameGame, why)
	shot, _ := f.examine(position(t, "B:W13,18,19,20,21,23,24,28,29,30,31:B2,4,5,6,7,8,9,11,12,14"), false)
	require.Equal(t, "11-16 20x11 8x22", shot.Line)
	require.Equal(t, suite.Man, shot.Claim)
	require.Empty(t, shot.Result)
	save, _ := f.examine(position(t, "B:W9,20,23,24,28,29,30,31:B4,8,11,12,14,15,22"), false)
	require.Equal(t, "22-26 31x22 15-18 22x15 11x27 24-19 14-18 29-25", save.Line, "to where the way is wide")
	require.Equal(t, suite.Save, save.Claim)
	require.Empty(t, save.Result)
	proven, _ := f.examine(position(t, "B:WK18,21,23:BK8,K12,13,14"), false)
	require.Equal(t, "11-15", strings.Fields(proven.Line)[2], "beyond the databases")
	require.Equal(t, "WIN", proven.Result)
	require.True(t, proven.Proven && !p.Proven)
}

// TestTreesAgree compares both copies of the rules, and the trees with plain minimax.
func TestTreesAgree(t *testing.T) {
	deck, err := openings.Open("3move", false)
	require.NoError(t, err)
	one, other := gain.Board(), referenceTree()
	rapid.Check(t, func(t *rapid.T) {
		p := deck[rapid.IntRange(0, len(deck)-1).Draw(t, "opening")].Game().Position()
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range rapid.IntRange(0, 60).Draw(t, "plies") {
			if p.Over() {
				return
			}
			moves := legal(p)
			p = p.Play(moves[random.IntN(len(moves))])
		}
		need, quiet := p.Lead(p.Turn)+rapid.IntRange(-1, 2).Draw(t, "need"), rapid.IntRange(1, 3).Draw(t, "quiet")
		places, err := one.Keeping(p, need, quiet, treePositions)
		require.NoError(t, err)
		want := map[board.Position]bool{}
		for _, place := range places {
			want[p.Play(legal(p)[place])] = true
		}
		left := quiet
		if p.Jumpers() == 0 {
			left--
		}
		for _, m := range legal(p) {
			require.Equal(t, want[p.Play(m)], -plain(p.Play(m), left) >= need)
		}
		places, err = other.Keeping(independent(p), need, quiet, treePositions)
		require.NoError(t, err)
		after, _ := other.Children(independent(p))
		got := map[board.Position]bool{}
		for _, place := range places {
			child, err := dependent(after[place])
			require.NoError(t, err)
			got[child] = true
		}
		require.Equal(t, want, got)
	})
	_, err = one.Keeping(board.Start(), 1, 9, 100)
	require.ErrorIs(t, err, gain.ErrTooLarge)
}

// plain returns by how many pieces the side to move is ahead after quiet plies.
func plain(p board.Position, quiet int) int {
	const lost = -100
	if p.Over() {
		return lost
	}
	if p.Jumpers() == 0 {
		if quiet == 0 {
			return p.Lead(p.Turn)
		}
		quiet--
	}
	best := lost
	for _, m := range legal(p) {
		best = max(best, -plain(p.Play(m), quiet))
	}
	return best
}

func TestRatings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Float64Range(650, 2100).Draw(t, "rating")
		var chances, better [len(levelRatings)]float64
		for i, rating := range levelRatings {
			chances[i] = solving(rating, want)
			better[i] = math.Min(1, chances[i]+0.05)
		}
		rating, scatter := fitted(chances)
		require.InDelta(t, want, rating, 120, "the players at the ends pull it to the middle")
		require.Less(t, scatter, 0.06)
		easier, _ := fitted(better)
		require.Less(t, easier, rating)
	})
	var none, all [len(levelRatings)]float64
	for i := range all {
		all[i] = 1
	}
	hardest, _ := fitted(none)
	easiest, _ := fitted(all)
	require.True(t, 2200 < hardest && hardest < surely && never < easiest && easiest < 600, "%v %v", easiest, hardest)
	scattered := none
	scattered[0], scattered[1] = 1, 1
	_, scatter := fitted(scattered)
	require.Greater(t, scatter, maxScatter)
}

// TestMeasure: measured ratings are near those that were computed, which know the moves alone that have no other beside them.
func TestMeasure(t *testing.T) {
	f := NewFinder(databases(t))
	tries, fens := 10, []string{"B:WK16,K18,21:B13,K27,K31"}
	if os.Getenv("ZONDA_LONG") != "" {
		tries, fens = 20, append(fens, "B:W13,18,19,20,21,23,24,28,29,30,31:B2,4,5,6,7,8,9,11,12,14")
	}
	for _, fen := range fens {
		found, why := f.examine(position(t, fen), false)
		require.Equal(t, kept, why)
		g := board.NewGame(found.Position)
		require.NoError(t, g.PlayText(board.MoveWords(found.Line)...))
		p := suite.Problem{Position: found.Position, Line: g.Moves(), Claim: found.Claim}
		if found.Result == "WIN" {
			p.Result = board.Win
		}
		measured := f.Measure(p, tries, 1)
		require.InDelta(t, found.Rating, measured, 250, fen)
		require.Equal(t, measured, f.Measure(p, tries, 1))
	}
	require.InDelta(t, 1, RankCorrelation([]float64{1, 2, 5}, []float64{10, 30, 31}), 1e-9)
	require.InDelta(t, -1, RankCorrelation([]float64{1, 2, 5}, []float64{3, 2, 1}), 1e-9)
	require.Equal(t, []float64{0.5, 2, 0.5, 3}, ranks([]float64{1, 2, 1, 9}))
}
