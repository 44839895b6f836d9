package cbhost

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/protocol/checkerboard"
	"github.com/zonda-checkers/zonda/protocol/session"
	"github.com/zonda-checkers/zonda/protocol/uci"
)

var iteration = regexp.MustCompile(`(?m)^info depth (\d+) .* nodes (\d+) .*pv (\S+)`)

// iterations returns the depth, the nodes and the move of each iteration that is told, and the greatest depth.
func iterations(text string) (all []string, deepest int) {
	for _, found := range iteration.FindAllStringSubmatch(text, -1) {
		all = append(all, strings.Join(found[1:], " "))
		_, _ = fmt.Sscan(found[1], &deepest)
	}
	return all, deepest
}

// The engine as a library plays through the host as the engine itself: each whole iteration that is told has the same nodes and
// the same move.
func TestOwnLibrary(t *testing.T) {
	for _, fen := range []string{"B:W21-32:B1-12", "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", "B:W19,21,23,25-27,29-32:B1-5,7-11", "W:W13,17,21,22,25,30:B5,6,10,14,15,K28"} {
		var told []string
		deepest := 0
		for milliseconds := 600; len(told) == 0 && milliseconds < 30_000; milliseconds *= 2 { // a busy host may need longer
			c := begin(t, checkerboard.New(filepath.Join(t.TempDir(), "x.json")))
			c.send("setoption name book value 0\nposition fen %s\ngo movetime %d", fen, milliseconds)
			told, deepest = iterations(strings.Join(c.until("bestmove"), "\n"))
			c.quit()
			told = slices.DeleteFunc(told, func(i string) bool { return strings.HasPrefix(i, fmt.Sprint(deepest, " ")) }) // it may be cut
		}
		require.NotEmpty(t, told, fen)

		c := talkTo(t, func(in io.Reader, out io.Writer) error {
			return uci.NewSession(session.New(), out).Run(t.Context(), in)
		})
		c.send("setoption name OwnBook value off\nposition fen %s\ngo depth %d", fen, deepest)
		itself, _ := iterations(strings.Join(c.until("bestmove"), "\n"))
		c.quit()
		require.Subset(t, itself, told, fen)
		t.Logf("%s: %d iterations to depth %d", fen, len(told), deepest)
	}
}
