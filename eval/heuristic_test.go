package eval

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHeuristicsAreNamedApart(t *testing.T) {
	list := Heuristics()
	require.Len(t, list, 22)
	names := map[string]bool{}
	for _, h := range list {
		require.NotEmpty(t, h.Name)
		require.NotEmpty(t, h.Sees, h.Name)
		require.False(t, names[h.Name], h.Name)
		names[h.Name] = true
	}
}

// Every heuristic counts what its sentence says, and nothing in a position that
// only looks alike.
func TestCounts(t *testing.T) {
	tests := []struct {
		of           heuristic
		says         string
		fen          string
		black, white int32
	}{
		{men, "a man is one", "B:W21,22,K23:B1", 1, 2},
		{men, "a king is not a man", "B:WK21:BK1", 0, 0},

		{kings, "a king is one", "B:W21,K22:BK1,K2,3", 2, 1},
		{kings, "a man is no king", "B:W21:B1", 0, 0},

		{tempo, "rows from the own back row", "B:W32,21:B1,13,28", 0 + 3 + 6, 0 + 2},
		{tempo, "kings do not advance", "B:WK5:BK28", 0, 0},

		{backRow, "men at home", "B:W29,28:B1,2,5", 2, 1},
		{backRow, "kings do not guard it", "B:WK29:BK1", 0, 0},

		{bridge, "1 and 3, 30 and 32", "B:W30,32:B1,3", 1, 1},
		{bridge, "a bridge has two ends, and they are men", "B:W30,31:B1,K3", 0, 0},

		{doubleCorner, "1 and 5, 28 and 32", "B:W32:B1,5", 2, 1},
		{doubleCorner, "not the enemy's, not the single corner", "B:W5,29:B28,4", 0, 0},
		{doubleCorner, "kings have no home", "B:WK28:BK5", 0, 0},

		{dogHole, "28 shut in by 32", "B:W32:B28", 1, 0},
		{dogHole, "5 shut in by 1", "B:W5:B1", 0, 1},
		{dogHole, "a king in the corner can leave it", "B:WK32:B28", 0, 0},
		{dogHole, "a king in the hole can leave it too", "B:W32:BK28", 0, 0},

		{centreMen, "men on the eight squares", "B:W22,18:B10,11,15", 3, 2},
		{centreMen, "not beside them, and no kings", "B:W21,K23:B9,12,K14", 0, 0},

		{runningMen, "one move to go", "B:WK4:B25", 5, 0},
		{runningMen, "two moves to go", "B:WK4:B22", 4, 0},
		{runningMen, "three moves to go", "B:WK4:B18", 3, 0},
		{runningMen, "two runners", "B:W10,5:B4", 0, 4 + 5},
		{runningMen, "four moves are too far", "B:WK4:B15", 0, 0},
		{runningMen, "a man at home stops it", "B:W30:B22", 0, 0},
		{runningMen, "a king that comes in time stops it", "B:WK32:B20", 0, 0},
		{runningMen, "no square to crown on", "B:W32:B28", 0, 0},
		{runningMen, "a king behind it stops it", "B:WK22:B21", 0, 0},
		{runningMen, "a man behind it does not, nor does our own king change that", "B:W22:B21,K1", 4, 0},
		{runningMen, "a king that is beside the second step in time stops it", "B:WK26:B17", 0, 0},
		{runningMen, "kings are crowned", "B:WK4:BK25", 0, 0},

		{safeMoves, "two steps, or one at the edge", "B:W28:B2", 2, 1},
		{safeMoves, "a step that loses the man is not safe", "B:W22,24:B15", 0, 2},
		{safeMoves, "a step that is taken back is", "B:W22,24:B11,15", 3, 2},

		{blockedMen, "no empty square before it", "B:W25:B21", 1, 0},
		{blockedMen, "its own men block a man too", "B:W32:B1,5,6", 1, 0},
		{blockedMen, "one empty square is enough", "B:W26:B22", 0, 0},

		{supportedMen, "an own piece behind", "B:W31:B1,6", 1, 0},
		{supportedMen, "a king supports too", "B:W31:BK2,6", 1, 0},
		{supportedMen, "an own piece beside or before does not", "B:W31:B6,7,11", 1, 0},

		{exposedPieces, "one takes the other", "B:W19:B15", 1, 1},
		{exposedPieces, "a piece that is taken back is not lost", "B:W19:B6,15", 0, 1},
		{exposedPieces, "nobody is beside", "B:W23:B15", 0, 0},

		{tiedMen, "one man holds two", "B:W25:B17,21", 2, 0},
		{tiedMen, "two men that hold two pay with as many", "B:W25,29:B17,21", 0, 0},
		{tiedMen, "the holder on the other wing", "B:W27:B2,1", 0, 0},

		{lopsidedMen, "three on the left", "B:W32:B1,5,9", 3, 1},
		{lopsidedMen, "on both wings alike", "B:W29,32:B1,4", 0, 0},
		{lopsidedMen, "kings on the left do not count", "B:W29,32:B1,4,K5", 0, 0},
		{lopsidedMen, "kings on the right do not count", "B:W29,32:B1,4,K8", 0, 0},

		{kingMoves, "four steps in the open", "B:W32:BK18", 4, 0},
		{kingMoves, "a step that loses the king is not safe", "B:W30:BK29", 0, 0},

		{trappedKings, "its only step loses the king", "B:W30:BK29", 1, 0},
		{trappedKings, "a way out", "B:W31:BK29", 0, 0},

		{centreKings, "kings on the eight squares", "B:WK14:BK18,K19", 2, 1},
		{centreKings, "no men", "B:W14:B18,K1", 0, 0},

		{refuge, "the outnumbered king in a corner", "B:WK14,K15:BK1", 1, 0},
		{refuge, "either double corner, either side", "B:WK28:BK14,K15", 0, 1},
		{refuge, "nobody is outnumbered", "B:WK14:BK1", 0, 0},
		{refuge, "the single corner is none", "B:WK14,K15:BK4", 0, 0},
		{refuge, "men need none", "B:WK14,K15,K18:B1,K10", 0, 0},

		{hunt, "one step and two steps away", "B:WK27,K23:BK32", 0, 3 + 2},
		{hunt, "three steps away", "B:WK18,K4:BK32", 0, 1},
		{hunt, "nobody is stronger", "B:WK27:BK32", 0, 0},
		{hunt, "four steps are too far", "B:WK14,K13:BK32", 0, 0},
		{hunt, "men do not hunt", "B:WK4,19,23,27:BK32", 0, 0},

		{theMove, "White has it at the start", "B:W21-32:B1-12", 0, 1},
		{theMove, "it changes with the turn", "W:W21-32:B1-12", 1, 0},
		{theMove, "who must give way does not have it", "W:WK26:BK18", 1, 0},
		{theMove, "pieces must be even", "B:W21-32:B1-11", 0, 0},

		{turn, "Black to move", "B:W32:B1", 1, 0},
		{turn, "White to move", "W:W32:B1", 0, 1},
	}
	shown := map[heuristic]int{}
	for _, tt := range tests {
		black, white := countsOf(position(t, tt.fen))
		require.Equal(t, tt.black, black[tt.of], "Black, %s: %s: %s", descriptions[tt.of].Name, tt.says, tt.fen)
		require.Equal(t, tt.white, white[tt.of], "White, %s: %s: %s", descriptions[tt.of].Name, tt.says, tt.fen)
		shown[tt.of]++
	}
	for h := range heuristics {
		require.GreaterOrEqual(t, shown[h], 2, "%s needs a position and a counter-position", descriptions[h].Name)
	}
}
