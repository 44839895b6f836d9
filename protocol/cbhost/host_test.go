package cbhost

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/checkerboard"
)

const patience = time.Minute

// fake is a library of a test.
type fake struct {
	command func(text string) (string, bool)
	getMove func(checkerboard.Call) checkerboard.Claim
}

func (f fake) Command(text string) (string, bool) {
	if f.command == nil {
		return "?", false
	}
	return f.command(text)
}

func (f fake) GetMove(c checkerboard.Call) checkerboard.Claim { return f.getMove(c) }

// answer puts the position after a move on the board of a call.
func answer(c checkerboard.Call, choose func([]board.Move) board.Move) {
	p, err := c.Board.Position(c.Color)
	if err != nil {
		panic(err)
	}
	var all []board.Move
	for m := range p.Legal() {
		all = append(all, m)
	}
	c.Board.Put(p.Play(choose(all)))
}

func first(all []board.Move) board.Move { return all[0] }

// atOnce is a library that plays the first move.
func atOnce(command func(string) (string, bool)) fake {
	return fake{command, func(c checkerboard.Call) checkerboard.Claim {
		answer(c, first)
		return checkerboard.ClaimNothing
	}}
}

// talk is a conversation with a host.
type talk struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string
	ended chan error
}

func begin(t *testing.T, l Library) *talk {
	return talkTo(t, func(in io.Reader, out io.Writer) error { return Serve(t.Context(), l, in, out) })
}

// talkTo begins a conversation with what answers the lines of a reader.
func talkTo(t *testing.T, serve func(io.Reader, io.Writer) error) *talk {
	in, stdin := io.Pipe()
	stdout, out := io.Pipe()
	c := &talk{t, stdin, make(chan string, 1000), make(chan error, 1)}
	go func() {
		err := serve(in, out)
		_ = out.Close()
		c.ended <- err
	}()
	go func() {
		defer close(c.lines)
		for s := bufio.NewScanner(stdout); s.Scan(); {
			c.lines <- s.Text()
		}
	}()
	t.Cleanup(func() { _ = stdin.Close() })
	return c
}

func (c *talk) send(format string, arguments ...any) {
	c.t.Helper()
	_, err := fmt.Fprintf(c.in, format+"\n", arguments...)
	require.NoError(c.t, err)
}

// until returns the lines up to the first with a beginning.
func (c *talk) until(beginning string) (lines []string) {
	c.t.Helper()
	late := time.After(patience)
	for {
		select {
		case line, more := <-c.lines:
			require.True(c.t, more, "%s is missing after %q", beginning, lines)
			if lines = append(lines, line); strings.HasPrefix(line, beginning) {
				return lines
			}
		case <-late:
			require.Fail(c.t, "late", "%s is missing after %q", beginning, lines)
		}
	}
}

// last returns the last line up to one with a beginning.
func (c *talk) last(beginning string) string {
	lines := c.until(beginning)
	return lines[len(lines)-1]
}

// quit ends the conversation.
func (c *talk) quit() {
	c.t.Helper()
	c.send("quit")
	select {
	case err := <-c.ended:
		require.NoError(c.t, err)
	case <-time.After(patience):
		require.Fail(c.t, "quit does not end it")
	}
}

func TestIntroduction(t *testing.T) {
	c := begin(t, atOnce(func(text string) (string, bool) {
		replies := map[string]string{"name": "My\nEngine ", "get hashsize": "64", "get book": "", "get level": "?", "set hashsize 128": "ok", "about": "a\nb", "set dbpath C:\\a b": ""}
		reply, ok := replies[text]
		return reply, ok
	}))
	c.send("uci")
	require.Equal(t, []string{
		"id name My Engine", "id author of a library for CheckerBoard",
		"option name hashsize type string default 64", "option name book type string default <empty>", "uciok",
	}, c.until("uciok"))
	for command, want := range map[string]string{
		"setoption name hashsize value 128":           "readyok",
		`setoption name dbpath value C:\a b`:          "readyok",
		"setoption name hashsize value 3":             `info string error: setoption: the library does not take "set hashsize 3": ""`,
		"about":                                       `reply 1 a\nb`,
		"get nothing":                                 "reply 0 ",
		"get " + strings.Repeat("x", 300):             "info string error: get: a command has at most 255 bytes",
		"nonsense":                                    `info string error: nonsense: unknown command "nonsense"`,
		"position":                                    "info string error: position: want startpos or fen FEN, and perhaps moves",
		"position fen B:W33:B0":                       "info string error: position: ",
		"position startpos move 11-15":                `info string error: position: "move" is not the word moves`,
		"position startpos moves 11-15 11-15":         "info string error: position: ",
		strings.Repeat("y", 1<<17):                    "info string error: yyy",
		"ponderhit":                                   "readyok",
		"stop":                                        "readyok",
		"setoption name x value \x80" + "":            "info string error: setoption: ",
		"position fen B:W18:B15 moves 15x22":          "readyok",
		"position fen B:W21-32:B1-12. moves 11-15":    "readyok",
		"setoption name hashsize value <empty>":       `info string error: setoption: the library does not take "set hashsize": ""`,
		"staticevaluation B:W18:B15":                  "reply 0 ",
		"register later\ndebug on\n\n":                "readyok",
		"position startpos moves 11-15 22-18 15x22 z": "info string error: position: ",
	} {
		c.send("%s\nisready", command)
		line := c.until("")[0]
		require.True(t, strings.HasPrefix(line, want), "%s: %s", command, line)
		if line != "readyok" {
			require.Equal(t, []string{"readyok"}, c.until(""), command)
		}
	}
	c.quit()
}

// The move that leads to the library's board is told: of both colours, quiet moves, captures by several paths, and moves that crown.
func TestMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var want string
	c := begin(t, fake{getMove: func(c checkerboard.Call) checkerboard.Claim {
		p, err := c.Board.Position(c.Color)
		if err != nil {
			panic(err)
		}
		answer(c, func(all []board.Move) board.Move {
			m := all[random.IntN(len(all))]
			want = p.Play(m).FEN()
			return m
		})
		return checkerboard.ClaimNothing
	}})
	kinds := map[string]bool{}
	for range 30 {
		g := board.NewGame(board.Start())
		for {
			if _, over := g.Outcome(); over {
				break
			}
			c.send("position startpos moves %s\ngo movetime 1000", g.Start().LineText(g.Moves()))
			text := strings.TrimPrefix(c.last("bestmove"), "bestmove ")
			p := g.Position()
			m, err := p.ParseMove(text)
			require.NoError(t, err, text)
			require.Equal(t, want, p.Play(m).FEN())
			kinds[fmt.Sprint(p.Turn, m.IsCapture(), p.Play(m).Kings.Has(m.To) && !p.Kings.Has(m.From))] = true
			g.Play(m)
		}
	}
	require.Len(t, kinds, 8, "colours, captures, crownings")
	c.quit()
}

// A board that is left alone is no move, unless the library describes one.
func TestMoveThatIsDescribed(t *testing.T) {
	for name, test := range map[string]struct {
		do   func(checkerboard.Call)
		want string
	}{
		"described": {func(c checkerboard.Call) {
			c.Move.From, c.Move.To = checkerboard.Coordinate{X: 2, Y: 2}, checkerboard.Coordinate{X: 3, Y: 3} // 11 and 15
		}, "bestmove 11-15"},
		"described wrongly": {func(c checkerboard.Call) {
			c.Move.From, c.Move.To = checkerboard.Coordinate{X: 2, Y: 2}, checkerboard.Coordinate{X: 3, Y: 1}
		}, "the library has not moved in B:"},
		"off the board": {func(c checkerboard.Call) { c.Move.From.X = 77 }, "the library has not moved in B:"},
		"none":          {func(checkerboard.Call) {}, "the library has not moved in B:"},
		"nonsense":      {func(c checkerboard.Call) { c.Board[2][2] = 77 }, "the library's board is none: there is no piece 77, on square 11"},
		"illegal":       {func(c checkerboard.Call) { c.Board[2][2], c.Board[3][3], c.Board[4][4] = 0, 0, 6 }, "no move leads from B:"},
	} {
		c := begin(t, fake{getMove: func(call checkerboard.Call) checkerboard.Claim { test.do(call); return checkerboard.ClaimNothing }})
		c.send("go movetime 10")
		lines := c.until("bestmove")
		require.Contains(t, strings.Join(lines, "\n"), test.want, name)
		if !strings.HasPrefix(test.want, "bestmove") {
			require.Equal(t, "bestmove ?", lines[len(lines)-1], name)
		}
		c.quit()
	}
}

func TestClaims(t *testing.T) {
	for claim, want := range map[checkerboard.Claim]string{0: "a draw", 1: "a win", 2: "a loss", 3: "", 9: ""} {
		c := begin(t, fake{getMove: func(call checkerboard.Call) checkerboard.Claim { answer(call, first); return claim }})
		c.send("go movetime 10")
		lines := strings.Join(c.until("bestmove"), "\n")
		require.Equal(t, want != "", strings.Contains(lines, "claims "+want) && want != "", "%d: %s", claim, lines)
		require.NotContains(t, lines, "score", "a claim may be a guess")
		c.quit()
	}
}

// What the library is told of the game: gamehist with the moves since the last irreversible one, and the flag of a new game.
func TestHistory(t *testing.T) {
	var told []string
	var infos []int32
	library := fake{
		func(text string) (string, bool) { told = append(told, text); return "", true },
		func(c checkerboard.Call) checkerboard.Claim {
			infos = append(infos, c.Info&forgetHistory)
			answer(c, first)
			return checkerboard.ClaimNothing
		},
	}
	c := begin(t, library)
	ask := func(position string) string {
		c.send("position %s\ngo movetime 10", position)
		return strings.TrimPrefix(c.last("bestmove"), "bestmove ")
	}
	const start = "fen B:WK31,K32,28:BK1,K2 moves "
	moves := "1-6 31-26"
	m := ask(start + moves)
	moves += " " + m + " 26-31"
	ask(start + moves)
	ask("startpos moves 11-15 24-19 15x24")
	c.send("ucinewgame\nisready")
	c.until("readyok")
	c.quit()
	require.Equal(t, []string{
		"set gamehist B:W28,K31,K32:BK1,K2 1-6 31-26",
		"set gamehist B:W28,K31,K32:BK1,K2 1-6 31-26 " + m + " 26-31",
		"set gamehist W:W21,22,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,24",
	}, told)
	require.Equal(t, []int32{1, 0, 1}, infos)
}

// A library that does not take the history is not asked again.
func TestHistoryThatIsRefused(t *testing.T) {
	asked := 0
	c := begin(t, atOnce(func(string) (string, bool) { asked++; return "?", false }))
	for range 3 {
		c.send("go movetime 10")
		c.until("bestmove")
	}
	c.quit()
	require.Equal(t, 1, asked)
}

// slowAfter is where a host's answers go. A write that has the words takes a while, in which the front end has read them.
type slowAfter struct {
	io.Writer
	words string
}

func (s slowAfter) Write(text []byte) (int, error) {
	n, err := s.Writer.Write(text)
	if strings.Contains(string(text), s.words) {
		time.Sleep(50 * time.Millisecond)
	}
	return n, err
}

// A front end may send its next lines as soon as it has read a move.
func TestNextLineAfterAMove(t *testing.T) {
	c := begin(t, atOnce(nil))
	for range 1000 {
		c.send("position startpos\ngo movetime 1000")
		for _, line := range c.until("bestmove") {
			require.NotContains(t, line, "error")
		}
	}
	c.quit()
}

// No line is answered between what is told at the end of a search and its move.
func TestNextLineBeforeAMove(t *testing.T) {
	l := fake{getMove: func(c checkerboard.Call) checkerboard.Claim {
		answer(c, first)
		return checkerboard.ClaimDraw
	}}
	c := talkTo(t, func(in io.Reader, out io.Writer) error {
		return Serve(t.Context(), l, in, slowAfter{out, "claims a draw"})
	})
	for range 5 {
		c.send("go movetime 1000")
		require.Contains(t, c.last("info string the library claims"), "claims a draw")
		c.send("d")
		var order []string
		for _, line := range c.until("fen") {
			if word, _, _ := strings.Cut(line, " "); word == "bestmove" || word == "fen" {
				order = append(order, word)
			}
		}
		require.Equal(t, []string{"bestmove", "fen"}, order)
	}
	c.quit()
}

// waiting is a library that moves when it is told to.
func waiting() fake {
	return fake{getMove: func(c checkerboard.Call) checkerboard.Claim {
		for atomic.LoadInt32(c.PlayNow) == 0 {
			time.Sleep(time.Millisecond)
		}
		answer(c, first)
		return checkerboard.ClaimNothing
	}}
}

func TestStop(t *testing.T) {
	c := begin(t, waiting())
	c.send("go infinite\nisready\nposition startpos")
	c.until("readyok")
	require.Equal(t, "info string error: position: the library is thinking", c.last("info"))
	c.send("stop\nposition startpos moves 11-15\nd")
	require.Equal(t, "bestmove 9-13", c.last("bestmove"))
	require.Equal(t, "fen W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15", c.last("fen"), "the line after stop waits for the move")
	c.send("go movetime 20") // the library would go on
	c.until("bestmove")
	c.send("go ponder movetime 20\nisready")
	require.Equal(t, []string{"readyok"}, c.until("readyok"))
	c.send("ponderhit")
	c.until("bestmove")
	c.send("go ponder movetime 20\nstop")
	c.until("bestmove")
	c.send("position fen B:W18:B moves\ngo movetime 20")
	require.Equal(t, "bestmove none", c.last("bestmove"))
	c.send("position startpos\ngo depth 5")
	require.Equal(t, `info string error: go: a library for CheckerBoard knows times only, not "depth 5"`, c.until("info")[0])
	c.until("bestmove")
	c.send("go btime 300020 binc 0")
	require.Equal(t, "info string maxtime 27.272727272 info 0x8 moreinfo 0x75300000", c.until("info")[0], "300 s in hundredths, of which a move gets an eleventh")
	c.send("stop")
	c.until("bestmove")
	c.send("go infinite")
	c.quit()
}

// A library that hangs does not stop the conversation.
func TestHang(t *testing.T) {
	free := make(chan struct{})
	defer close(free)
	c := begin(t, fake{getMove: func(checkerboard.Call) checkerboard.Claim { <-free; return 0 }})
	c.send("go movetime 1\nstop\nisready")
	c.until("readyok")
	c.quit()
}

// What the library writes during its search is told.
func TestStatus(t *testing.T) {
	c := begin(t, fake{getMove: func(c checkerboard.Call) checkerboard.Claim {
		copy(c.Status, "depth 3 value=5 pv 11-15\x00")
		for atomic.LoadInt32(c.PlayNow) == 0 {
			time.Sleep(time.Millisecond)
		}
		answer(c, first)
		return checkerboard.ClaimNothing
	}})
	c.send("go infinite")
	require.Equal(t, []string{"info string depth 3 value=5 pv 11-15"}, c.until("info"))
	require.Regexp(t, `^info depth 3 score cp 5 time \d+ pv 11-15$`, c.last("info"))
	c.send("stop")
	lines := c.until("bestmove")
	require.Regexp(t, `^info depth 3 score cp 5 time \d+ pv 9-13$`, lines[len(lines)-2], "the line begins with the move")
	c.quit()
}
