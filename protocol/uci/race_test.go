package uci

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// The tests here are worth most under the race detector.

const cycles = 300

func TestStopRightAfterGo(t *testing.T) {
	t.Parallel()
	for _, threads := range []int{1, 2} {
		c := newTalk(t)
		c.send(fmt.Sprintf("setoption name Threads value %d", threads))
		for range cycles {
			c.ask(`bestmove \S+.*`, "go infinite", "stop")
		}
		c.finish()
	}
}

// TestACommandMayFollowTheAnswerAtOnce: who has read the last line of an answer is never
// told that the search still runs.
func TestACommandMayFollowTheAnswerAtOnce(t *testing.T) {
	t.Parallel()
	c := newTalk(t)
	for range cycles {
		c.ask("bestmove .*", "go depth 1")
		c.ask("move .*", "getmove B:W18:B15 1")
		c.ask("total 7", "position startpos", "perft 1")
	}
	c.finish()
}

// TestAWholeBurstIsAnswered sends many searches before it reads anything.
func TestAWholeBurstIsAnswered(t *testing.T) {
	t.Parallel()
	c := newTalk(t)
	var burst []string
	for i := range cycles {
		burst = append(burst, "go infinite", []string{"stop", "playnow"}[i%2], "isready")
	}
	c.send(burst...)
	for range cycles {
		c.until("bestmove .*")
		require.Equal(t, "readyok", c.next())
	}
	c.finish()
}

// TestQuestionsDuringASearch asks all that may be asked while two threads search, and
// pokes the search meanwhile.
func TestQuestionsDuringASearch(t *testing.T) {
	t.Parallel()
	c := newTalk(t)
	c.send("setoption name Threads value 2", "setoption name MultiPV value 3")
	for range 20 {
		c.send("go ponder movetime 50")
		for _, question := range []string{"name", "get hashsize", "get allscores", "islegal B:W18:B15 15 22", "staticevaluation W:W18:B9"} {
			c.ask("reply 1 .*", question)
		}
		c.ask("reply 0 .*", "set allscores 1")
		c.ask("info string error: .*", "position startpos")
		c.ask("readyok", "isready")
		c.ask("bestmove .*", "ponderhit", "ponderhit", "stop")
	}
	c.finish()
}

// TestTwoSessions talk about an engine each, at once.
func TestTwoSessions(t *testing.T) {
	t.Parallel()
	answers := make([][]string, 2)
	var both sync.WaitGroup
	for i := range answers {
		c := newTalk(t)
		both.Go(func() {
			for range 3 {
				c.send("ucinewgame")
				answers[i] = c.answer("go depth 8")
			}
			c.finish()
		})
	}
	both.Wait()
	require.Equal(t, answers[0], answers[1], "they do not disturb each other")
}

// TestALimitAndStopMeet: a search that ends of itself just when it is stopped gives one
// answer.
func TestALimitAndStopMeet(t *testing.T) {
	t.Parallel()
	c := newTalk(t)
	for n := range cycles {
		c.ask("bestmove .*", fmt.Sprintf("go nodes %d", 1+5*n), "stop", "stop")
		require.Equal(t, []string{"readyok"}, c.ask("readyok", "isready"))
	}
	c.finish()
}
