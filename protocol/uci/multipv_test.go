package uci

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var rankedLine = regexp.MustCompile(`^info depth (\d+) seldepth \d+ multipv (\d+) score (win|loss|draw|cp)(?: (-?\d+))? .* pv (\S+)`)

// ranked is what a line says of its place among the others.
type ranked struct {
	depth, rank, score int
	move               string
}

func readRanked(t *testing.T, line string) (r ranked) {
	t.Helper()
	found := rankedLine.FindStringSubmatch(line)
	require.NotNil(t, found, line)
	const won, unknown = 100_000, 10_000 // more than any score that is not proven, or number of plies
	numbers := [3]int{}
	for i, field := range []string{found[1], found[2], found[4]} {
		n, err := strconv.Atoi(field)
		if field == "" && found[3] == "draw" {
			n, err = 0, nil
		} else if field == "" {
			n, err = unknown, nil
		}
		require.NoError(t, err)
		numbers[i] = n
	}
	switch found[3] {
	case "win":
		numbers[2] = won - numbers[2]
	case "loss":
		numbers[2] -= won
	}
	return ranked{numbers[0], numbers[1], numbers[2], found[5]}
}

// TestBestLinesComeInOrder: lines of one depth follow each other from the best to the
// worst, each with another move, also if a limit cuts the last iteration short.
func TestBestLinesComeInOrder(t *testing.T) {
	t.Parallel()
	c := newTalk(t)
	c.send("setoption name MultiPV value 4")
	for _, limit := range []string{"depth 6", "nodes 1", "nodes 5", "nodes 1000", "nodes 1500", "nodes 20000"} {
		for _, position := range []string{"startpos", "fen W:W18,26,27,K5:B11,12,K29", "fen W:W6,K23:B5,28"} {
			lines := c.ask("bestmove .*", "position "+position, "go "+limit)
			requireOrder(t, lines[:len(lines)-1])
		}
	}
	c.finish()
}

func requireOrder(t *testing.T, lines []string) {
	t.Helper()
	const wanted = 4
	var last ranked
	moves := map[string]bool{}
	for _, line := range lines {
		r := readRanked(t, line)
		if r.rank == 1 {
			moves = map[string]bool{}
		} else {
			require.Equal(t, last.rank+1, r.rank, line)
			if r.depth == last.depth {
				require.LessOrEqual(t, r.score, last.score, "%s\nin\n%s", line, strings.Join(lines, "\n"))
			}
		}
		require.NotContains(t, moves, r.move, line)
		moves[r.move] = true
		last = r
	}
	require.Equal(t, wanted, last.rank, "all lines, also in the last report")
}
