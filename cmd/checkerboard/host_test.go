package main_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// host is a running host.exe, spoken to a line at a time.
type host struct {
	t     *testing.T
	in    io.WriteCloser
	lines chan string
	last  string
}

// newHost starts a host, which is ended with the test.
func newHost(t *testing.T, b bench) *host {
	t.Helper()
	c := b.command(context.Background(), "host.exe")
	in, err := c.StdinPipe()
	require.NoError(t, err)
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	c.WaitDelay = hangingOn
	var complaints strings.Builder
	c.Stderr = &complaints
	require.NoError(t, c.Start())
	h := &host{t: t, in: in, lines: make(chan string)}
	ended := make(chan struct{})
	go func() {
		defer close(h.lines)
		s := bufio.NewScanner(out)
		for s.Scan() {
			select {
			case h.lines <- strings.TrimRight(s.Text(), "\r"):
			case <-ended:
			}
		}
	}()
	t.Cleanup(func() {
		close(ended)
		_, _ = io.WriteString(in, "quit\n")
		_ = in.Close()
		killer := time.AfterFunc(patience, func() { _ = c.Process.Kill() })
		err := c.Wait()
		killer.Stop()
		if t.Failed() {
			t.Log(complaints.String())
		} else {
			require.NoError(t, failure(err), "the host ends well\n%s", complaints.String())
		}
	})
	return h
}

// tell sends a line and returns the answer.
func (h *host) tell(format string, arguments ...any) string {
	h.t.Helper()
	line := fmt.Sprintf(format, arguments...)
	_, err := io.WriteString(h.in, line+"\n")
	require.NoError(h.t, err, "%s\nafter: %s", line, h.last)
	select {
	case answer, ok := <-h.lines:
		require.True(h.t, ok, "the host has ended: %s\nafter: %s", line, h.last)
		require.NotContains(h.t, answer, "failed:", line)
		h.last = line + " -> " + answer
		return answer
	case <-time.After(patience):
		require.FailNow(h.t, "the host does not answer", "%s\nafter: %s", line, h.last)
		return ""
	}
}

// load puts a library into a slot.
func (h *host) load(slot int, name string) string {
	h.t.Helper()
	answer := h.tell(`load %d engines\%s.dll`, slot, name)
	require.Regexp(h.t, "^ok ", answer)
	return answer
}

// ask calls enginecommand and returns what it does and what it says.
func (h *host) ask(slot int, command string) (result, text string) {
	h.t.Helper()
	answer, ok := strings.CutPrefix(h.tell("command %d %s", slot, command), "reply ")
	require.True(h.t, ok)
	result, text, _ = strings.Cut(answer, " ")
	return result, text
}

// squares is a host's board, column by column.
type squares [64]int

// unplayable is put where nothing can stand: it must be left alone.
const unplayable = 16

// place returns the index of square n, by the formula of the interface.
func place(n int) int {
	y := (n - 1) / 4
	x := 2 * (3 - (n-1)%4)
	if y%2 == 1 {
		x++
	}
	return 8*x + y
}

// boardOf sets a position up as a host does.
func boardOf(p board.Position) (b squares) {
	for i := range b {
		b[i] = unplayable
	}
	for n := 1; n <= board.Squares; n++ {
		s, _ := board.SquareNumber(n)
		piece := 0
		switch {
		case p.White.Has(s):
			piece = 1
		case p.Black.Has(s):
			piece = 2
		}
		switch {
		case piece == 0:
		case p.Kings.Has(s):
			piece += 8
		default:
			piece += 4
		}
		b[place(n)] = piece
	}
	return b
}

func (b squares) String() string { return strings.Trim(fmt.Sprint([64]int(b)), "[]") }

// colorOf returns the host's number of the side to move.
func colorOf(p board.Position) int {
	if p.Turn == board.White {
		return 1
	}
	return 2
}

// request is what getmove is given besides the position.
type request struct {
	maxTime        float64
	info, moreInfo int32
}

// moved is what came back from getmove.
type moved struct {
	result int
	since  int // milliseconds after playnow
	took   int // milliseconds of getmove
	board  squares
	move   []int // the host's struct, as numbers
	status string
}

// loadAndBegin loads a library and calls getmove at once: the host has both lines before it answers the first.
func (h *host) loadAndBegin(name string, p board.Position, r request) {
	h.t.Helper()
	begin := fmt.Sprintf("begin 0 %d %g %d %d %s", colorOf(p), r.maxTime, r.info, r.moreInfo, boardOf(p))
	require.Regexp(h.t, "^ok ", h.tell("load 0 engines\\%s.dll\n%s", name, begin))
	require.Equal(h.t, "ok", <-h.lines)
}

// begin calls getmove in a thread of its own.
func (h *host) begin(slot int, p board.Position, r request) {
	h.t.Helper()
	require.Equal(h.t, "ok", h.tell("begin %d %d %g %d %d %s", slot, colorOf(p), r.maxTime, r.info, r.moreInfo, boardOf(p)))
}

// thinks waits until getmove shows what it thinks.
func (h *host) thinks(slot int) {
	h.t.Helper()
	for begin := time.Now(); !strings.HasPrefix(h.tell("peek %d", slot), "status depth"); h.tell("sleep 5") {
		require.Less(h.t, time.Since(begin), patience, "getmove shows nothing")
	}
}

// end waits for getmove.
func (h *host) end(slot int) (m moved) {
	h.t.Helper()
	answer := h.tell("wait %d %d", slot, patience.Milliseconds()*9/10)
	words := strings.SplitN(answer, " ", 4+64+67+1)
	require.Len(h.t, words, 4+64+67+1, answer)
	require.Equal(h.t, "moved", words[0], "getmove does not return")
	numbers := make([]int, len(words)-2)
	for i := range numbers {
		n, err := strconv.Atoi(words[i+1])
		require.NoError(h.t, err, answer)
		numbers[i] = n
	}
	m.result, m.since, m.took = numbers[0], numbers[1], numbers[2]
	copy(m.board[:], numbers[3:])
	m.move, m.status = numbers[3+64:], words[len(words)-1]
	return m
}

// getMove calls getmove and waits for it.
func (h *host) getMove(slot int, p board.Position, r request) moved {
	h.t.Helper()
	h.begin(slot, p, r)
	return h.end(slot)
}

// made returns the legal move that leads to the board that came back, as CheckerBoard
// finds it: all 64 numbers must be the same.
func (h *host) made(p board.Position, m moved) board.Move {
	h.t.Helper()
	var l board.MoveList
	p.Moves(&l)
	for _, move := range l.Slice() {
		if boardOf(p.Play(move)) == m.board {
			h.checkStruct(p, move, m.move)
			return move
		}
	}
	require.FailNow(h.t, "the board is after no legal move", "%s\nbefore %s\nafter  %s\n%s", p, boardOf(p), m.board, m.status)
	return board.Move{}
}

// checkStruct holds the host's struct to the move that was made.
func (h *host) checkStruct(p board.Position, m board.Move, numbers []int) {
	h.t.Helper()
	const newPiece, oldPiece, from, to, path, captured, pieces = 1, 2, 3, 5, 7, 31, 55
	at := func(i int) int { return 8*numbers[i] + numbers[i+1] }
	before, after := boardOf(p), boardOf(p.Play(m))
	jumps := m.Captured.Count()
	require.Equal(h.t, jumps, numbers[0], "pieces captured")
	require.Equal(h.t, place(m.From.Number()), at(from))
	require.Equal(h.t, place(m.To.Number()), at(to))
	require.Equal(h.t, before[at(from)], numbers[oldPiece])
	require.Equal(h.t, after[at(to)], numbers[newPiece])
	landings := max(jumps, 1)
	require.Equal(h.t, at(from), at(path))
	require.Equal(h.t, at(to), at(path+2*landings))
	for i := range jumps {
		over := at(captured + 2*i)
		require.Equal(h.t, before[over], numbers[pieces+i])
		require.Equal(h.t, 2*over, at(path+2*i)+at(path+2*i+2), "between the squares of the jump")
		require.Zero(h.t, after[over])
	}
}
