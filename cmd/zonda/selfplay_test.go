package main

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// maxGame bounds a game in plies: the move rule ends every game long before.
const maxGame = 1000

// TestSelfPlay plays whole games from the three-move ballots through the real program
// and checks every move by the rules. The long test plays every ballot at 50 ms a move
// and reports how far moves went over their time; nothing asserts a time.
func TestSelfPlay(t *testing.T) {
	t.Parallel()
	ballots, moveTime := readBallots(t), 50*time.Millisecond
	if os.Getenv(programtest.Long) == "" {
		ballots, moveTime = ballots[:3], 2*time.Millisecond
	}
	e := startProgram(t)
	var late lateness
	endings := map[board.Ending]int{}
	for _, b := range ballots {
		game := board.NewGame(board.Start())
		for _, text := range strings.Fields(b) {
			play(t, game, text)
		}
		e.send("ucinewgame")
		endings[e.playOut(t, game, moveTime, &late)]++
	}
	e.quit(t)
	t.Logf("%d games %v; %s", len(ballots), endings, late)
}

func readBallots(t *testing.T) (moves []string) {
	t.Helper()
	file, err := os.Open(filepath.Join(root, "book", "openings", "ballots3.csv"))
	require.NoError(t, err)
	defer file.Close()
	in := csv.NewReader(file)
	in.Comment = '#'
	rows, err := in.ReadAll()
	require.NoError(t, err)
	for _, row := range rows[1:] {
		moves = append(moves, row[1])
	}
	return moves
}

// play makes the move in the game; it must be legal.
func play(t *testing.T, game *board.Game, text string) {
	t.Helper()
	m, err := game.Position().ParseMove(text)
	require.NoError(t, err, "after %s", game.Start().LineText(game.Moves()))
	game.Play(m)
}

// program is the real engine, as a process.
type program struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
}

func startProgram(t *testing.T, arguments ...string) *program {
	t.Helper()
	command := exec.Command(programtest.Program(t), arguments...)
	in, err := command.StdinPipe()
	require.NoError(t, err)
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	t.Cleanup(func() { _ = command.Process.Kill() })
	return &program{command, in, bufio.NewScanner(out)}
}

func (e *program) send(format string, arguments ...any) {
	_, _ = fmt.Fprintf(e.in, format+"\n", arguments...) // a program that is gone fails the next read
}

// await reads lines until one begins with the word and returns the rest of it.
func (e *program) await(t *testing.T, word string) string {
	t.Helper()
	for e.out.Scan() {
		if rest, ok := strings.CutPrefix(e.out.Text(), word+" "); ok {
			return rest
		}
		require.NotContains(t, e.out.Text(), "error")
	}
	require.FailNow(t, "the program ended", "waiting for %s", word)
	return ""
}

func (e *program) quit(t *testing.T) {
	t.Helper()
	e.send("quit")
	require.NoError(t, e.command.Wait())
}

// playOut lets the program play both sides until the game is over.
func (e *program) playOut(t *testing.T, game *board.Game, moveTime time.Duration, late *lateness) board.Ending {
	t.Helper()
	for range maxGame {
		if o, over := game.Outcome(); over {
			return o.By
		}
		e.send("position startpos moves %s", game.Start().LineText(game.Moves()))
		begin := time.Now()
		e.send("go movetime %d", moveTime.Milliseconds())
		move, _, _ := strings.Cut(e.await(t, "bestmove"), " ")
		late.add(time.Since(begin) - moveTime)
		play(t, game, move)
	}
	require.FailNow(t, "the game does not end")
	return 0
}

// lateness counts how far moves went over their time, as seen from outside.
type lateness struct {
	moves, over50, over200 int
	worst                  time.Duration
}

func (l *lateness) add(over time.Duration) {
	l.moves++
	l.worst = max(l.worst, over)
	if over > 50*time.Millisecond {
		l.over50++
	}
	if over > 200*time.Millisecond {
		l.over200++
	}
}

func (l lateness) String() string {
	return fmt.Sprintf("%d moves, %d over time by 50 ms, %d by 200 ms, the worst by %v", l.moves, l.over50, l.over200, l.worst)
}
