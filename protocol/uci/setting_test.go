package uci

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/protocol/checkerboard"
)

// TestRepliesFitCheckerBoard: whatever is asked, a reply fits the buffers of 256 bytes
// that CheckerBoard keeps for it, its end included.
func TestRepliesFitCheckerBoard(t *testing.T) {
	t.Parallel()
	const checkerBoardBuffer = 255
	long := strings.Repeat("0", 10_000)
	requests := []string{
		"name", "staticevaluation B:W21-32:B1-12",
		"staticevaluation W:W9,13,14,K17,18,21,22,K26,27,29,30,K31:B1,2,3,4,5,6,7,8,10,11,12,K32",
		"islegal B:W6,7,14,15:BK2 2 2", "set check_wld_dir " + long, "set check_mtc_dir " + long,
		"set gamehist B:W21-32:B1-12 11-15", "get " + long, "set " + long + " 1",
	}
	for _, name := range checkerboard.Settings() {
		requests = append(requests, "get "+name, "set "+name+" "+long, "set "+name+" "+long+"1")
	}
	c := newTalk(t)
	for _, request := range requests {
		c.send(request)
		reply := c.next()
		require.Regexp(t, `^reply (0 \?|1( .*)?)$`, reply)
		require.Less(t, len(reply), checkerBoardBuffer, reply)
	}
	c.finish()
}

// TestEverySettingOfCheckerBoardIsKnown holds the list of what its dialogs ask for.
func TestEverySettingOfCheckerBoardIsKnown(t *testing.T) {
	t.Parallel()
	c := newTalk(t)
	names := "protocolversion gametype hashsize dbmbytes book allscores solve dbpath enable_wld max_dbpieces " +
		"enable_mtc mtcpath bookfile searchthreads cpus"
	for name := range strings.FieldsSeq(names) {
		c.send("get " + name)
		value := strings.TrimPrefix(strings.TrimPrefix(c.next(), "reply 1"), " ")
		if name == "protocolversion" || name == "cpus" {
			continue
		}
		c.send(strings.TrimSpace("set " + name + " " + value))
		require.Equal(t, strings.TrimSpace("reply 1 "+name+" set to "+value), c.next(), "what get says can be set")
	}
	c.finish()
}

// TestDistancesAreSwitchedOff by CheckerBoard's dialog: an endgame of known distance is then
// searched.
func TestDistancesAreSwitchedOff(t *testing.T) {
	t.Parallel()
	const endgame, exact = "getmove B:W17,18:BK10 0.05", "value=loss 22 nodes 0"
	c := newTalk(t)
	c.send("get enable_mtc")
	require.Equal(t, "reply 1 1", c.next())
	require.Contains(t, c.ask("move .*", endgame)[0], exact)
	c.send("set enable_mtc 2")
	require.Equal(t, "reply 0 ?", c.next())
	c.send("set enable_mtc 0")
	require.Equal(t, "reply 1 enable_mtc set to 0", c.next())
	require.NotContains(t, c.ask("move .*", endgame)[0], exact)
	c.finish()
}

// A button has no value, all other options have one.
func TestButton(t *testing.T) {
	c := newTalk(t)
	require.Equal(t, []string{"readyok"}, c.ask("readyok", "setoption name Clear Hash", "setoption name clear hash value", "isready"))
	for _, line := range []string{"setoption name Hash", "setoption name", "setoption", "setoption name Nothing", "setoption Clear Hash"} {
		require.Regexp(t, "^info string error: setoption: want: ", c.ask("info string error.*", line)[0], line)
	}
	require.Contains(t, c.ask("uciok", "uci"), "option name Clear Hash type button")
	c.finish()
}
