package uci

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

var moveLine = regexp.MustCompile(`^move (\S+) result ([0-3]) fen (\S+)$`)

// TestGetMovePlaysAGame lets the engine play against itself: every position that it
// returns is the one after the move it names, and no result is claimed that is not
// true in the end.
func TestGetMovePlaysAGame(t *testing.T) {
	t.Parallel()
	c := newTalk(t)
	p := position(t, "B:W18,19,22,27,30:B3,5,10,12,K24")
	claimed := map[board.Color]string{}
	for range 60 {
		lines := c.ask("move .*", fmt.Sprintf("getmove %s 0.005", p.FEN()))
		for _, status := range lines[:len(lines)-1] {
			require.Regexp(t, `^status depth \d+/\d+/\d+\.\d time \d+\.\d\ds value=(win|loss|draw|(win |loss )?-?\d+) nodes \d+( \d+kN/s)? pv [-x0-9 ]+$`, status)
			require.NotRegexp(t, `[(){}]`, status)
		}
		found := moveLine.FindStringSubmatch(lines[len(lines)-1])
		require.NotNil(t, found, lines)
		if found[1] == noMove {
			require.Equal(t, "2", found[2])
			require.NotEqual(t, "1", claimed[p.Turn], "a claim that was not true")
			require.NotEqual(t, "2", claimed[p.Turn.Opponent()], "a claim that was not true")
			break
		}
		claimed[p.Turn] = found[2]
		p = after(t, p, found[1])
		require.Equal(t, p.FEN(), found[3])
	}
	c.finish()
}
