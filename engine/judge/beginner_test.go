package judge

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine/explain/prose"
	"github.com/zonda-checkers/zonda/engine/lesson"
)

// beginnersGame is a game in which Black plays at random: COACH, section 4.
const beginnersGame = `1. 11-15 22-18 2. 15x22 25x18 3. 10-15 18x11 4. 7x16 30-25 5. 16-19 24x15 6. 8-11 15x8 7. 4x11 27-24 8. 12-16 25-22 9. 6-10 29-25 10. 2-6 22-18 11. 11-15 18x11 12. 3-7 11x2 13. 16-20 32-27 14. 9-14 2x18 15. 10-15 18x11 *`

// TestMaterialOfABeginner: Black gives men away at once at plies 9, 21, 23, 27 and 29, two of them at 27, and White never.
func TestMaterialOfABeginner(t *testing.T) {
	given := map[int]int{}
	for _, s := range readGames(t, beginnersGame).Studies {
		ply := 0
		for p, m := range s.Game.History().Positions() {
			ply++
			if l := lesson.LossOf(p, m); l.Given {
				require.Zero(t, l.Quiet)
				given[ply] = l.Lost
			}
		}
	}
	require.Len(t, given, 5)
	for ply, least := range map[int]int{9: lesson.Man, 21: lesson.Man, 23: lesson.Man, 27: 2 * lesson.Man, 29: lesson.Man} {
		require.GreaterOrEqual(t, given[ply], least, "ply %d", ply)
	}
}

// TestBeginner: of a beginner's game the report names each man that was given away, and what else costs a beginner points. The move at
// ply 5 is one of the book, which is no fault whatever a search says. That at ply 17 loses 0.03 of a beginner's chance, which is less than a
// fault: only a search of 20 million nodes sees it lose 0.7 of a man.
func TestBeginner(t *testing.T) {
	c := readGames(t, beginnersGame)
	nodes, wantWhite := uint64(8000), []int{}
	if os.Getenv("ZONDA_LONG") != "" {
		nodes, wantWhite = DefaultNodes, []int{18} // 24-20 keeps 0.4 of a man more
	}
	run(t, c, Settings{Nodes: nodes, Threads: 1, HashMiB: 16, Concurrency: 2, Rating: 415})
	faults, white := []int{}, []int{}
	told := map[int]string{}
	for _, j := range c.Studies[0].Judgements() {
		switch {
		case !j.Mark.Fault():
		case j.At.Turn == board.White:
			white = append(white, j.Ply+1)
		case j.Reason == Gift:
			told[j.Ply+1] = prose.Lesson(j.Lesson())
		default:
			faults = append(faults, j.Ply+1)
		}
	}
	require.Equal(t, []int{15, 19}, faults)
	require.Equal(t, wantWhite, white)
	require.GreaterOrEqual(t, Sheets(c.Studies[0].Judgements())[board.Black].Men, 6.0)
	require.Equal(t, map[int]string{
		9:  "16-19 steps into a jump: White takes 24x15.",
		21: "11-15 steps into a jump: White takes 18x11.",
		23: "3-7 steps into a jump: White takes 11x2 and crowns on 2.",
		27: "9-14 steps into a jump: White takes 2x18.",
		29: "10-15 steps into a jump: White takes 18x11.",
	}, told)
}
