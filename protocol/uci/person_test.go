package uci

import (
	"bytes"
	"context"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/protocol/session"
	"github.com/zonda-checkers/zonda/search"
)

// terminal is where a person reads and types. A line is typed when a prompt is shown; what is typed is shown too.
type terminal struct {
	text    bytes.Buffer
	prompts chan struct{}
}

func (s *terminal) Write(text []byte) (int, error) {
	n, err := s.text.Write(text)
	if bytes.HasSuffix(text, []byte("> ")) {
		s.prompts <- struct{}{}
	}
	return n, err
}

// conversation returns what a person sees who types lines, one at each prompt, and then ends the input. A line with line ends in it
// is typed at one prompt.
func conversation(t testing.TB, lines ...string) string {
	t.Helper()
	e := session.New()
	defer func() { require.NoError(t, e.Close()) }()
	in, typed := io.Pipe()
	screen := &terminal{prompts: make(chan struct{}, 100)}
	ended := make(chan error, 1)
	go func() { ended <- NewConversation(e, screen).Run(context.Background(), in) }()
	for _, line := range append(lines, "") {
		select {
		case <-screen.prompts:
		case <-time.After(patience):
			require.FailNow(t, "no prompt", "before %q", line)
		}
		if line == "" {
			require.NoError(t, typed.Close())
			break
		}
		_, _ = screen.text.WriteString(line + "\n")
		_, err := io.WriteString(typed, line+"\n")
		require.NoError(t, err)
	}
	require.NoError(t, <-ended)
	return screen.text.String()
}

// The picture of the README is what a person sees who types the lines of the session: its answers come from the book and from
// distances, so that they are the same on every machine.
func TestThePictureOfAConversation(t *testing.T) {
	folder := filepath.Join("..", "..", "docs", "pictures")
	session, err := os.ReadFile(filepath.Join(folder, "session.txt"))
	require.NoError(t, err)
	picture, err := os.ReadFile(filepath.Join(folder, "prompt.svg"))
	require.NoError(t, err)
	var drawn []string
	for _, line := range regexp.MustCompile(`<text .*?>(.*)</text>`).FindAllStringSubmatch(string(picture), -1) {
		drawn = append(drawn, html.UnescapeString(regexp.MustCompile(`</?tspan.*?>`).ReplaceAllString(line[1], "")))
	}
	seen := strings.Split(conversation(t, strings.Split(strings.TrimSpace(string(session)), "\n")...), "\n")
	require.Equal(t, drawn, seen[:len(seen)-2], "draw the picture anew: docs/pictures/draw")
}

// TestConversations: each line that a person types is answered by a sentence, and by a prompt that shows whose move it is.
func TestConversations(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typed []string
		want  string // a pattern of the whole answer to the last line, with the next prompt
	}{
		{[]string{"11-15"}, `Zonda plays 22-17 from its book\. It is even\. The opening is called Old Faithful\.\n(.*\n){8}Black> `},
		{[]string{"position startpos moves 11-15 23-19 7-11 22-17", "9-14"}, `Zonda plays .*\. The opening is called Whilter\.\n(.*\n){8}Black> `},
		{[]string{"11-15", "8-11"}, `Zonda plays 23-19 from its book\. It is even\.\n(.*\n){8}Black> `},
		{[]string{"11 15"}, `Zonda plays 22-17 from its book\.(.*\n){9}Black> `},
		{[]string{"play 1115"}, `Zonda plays 22-17 from its book\.(.*\n){9}Black> `},
		{[]string{"11-18"}, `Move 11-18 is illegal: the piece on 11 can move 11-15 or 11-16\.\nBlack> `},
		{[]string{"22-18"}, `Move 22-18 is illegal: Black, who is to move, has no piece on 22\.\nBlack> `},
		{[]string{"11-99"}, `Move "11-99": "99" is not a square, 1 to 32\.\nBlack> `},
		{[]string{"surrender"}, `Unknown command "surrender"; help lists them\.\nBlack> `},
		{[]string{"11-15", "resign"}, `Black resigns: White wins\. A new game begins\.\n    b   b   b   b         1     2     3     4\n(.*\n){7}Black> `},
		{[]string{"11-15", "draw"}, `Zonda accepts: the game is a draw\. A new game begins\.\n    b   b   b   b         1     2     3     4\n(.*\n){7}Black> `},
		{[]string{"position fen W:WK29:BK1,K2", "draw"}, `Zonda plays on\. Black wins in \d+ moves\.\nWhite> `},
		{[]string{"position fen B:WK29:BK1,K2", "draw"}, `Zonda accepts: the game is a draw\. .*\n(.*\n){8}Black> `},
		{[]string{"11-15", "Board"}, `(.*\n){8}fen B:.*\nBlack to move\nBlack> `},
		{[]string{"play"}, `A move is missing\.\nBlack> `},
		{[]string{"hint"}, `\S+ is a good move\. It is even\. Play may go on (\S+ ){8}and so on\.\nBlack wins \d+ %, draws \d+ %, loses \d+ %\.\nBlack> `},
		{[]string{"explain"}, `The endgame databases do not know this position\.\nBlack> `},
		{[]string{"position fen B:W18:B15", "15x22", "explain"}, `The game is over: no pieces\.\ngame over> `},
		{[]string{"position fen W:WK32:BK26", "explain"}, `(32-28 looks natural .*\n)?White wins in 5 moves with one of 2 moves: 32-27\.\n(.*\n){1,2}White> `}, // the time for all sentences may be over
		{[]string{"undo"}, `There is no move to take back\.\nBlack> `},
		{[]string{"11-15", "undo"}, `Taken back: 11-15 22-17\n(.*\n){8}Black> `},
		{[]string{"11-15", "Undo", "undo"}, `There is no move to take back\.\nBlack> `},
		{[]string{"11-15", "new"}, `    b   b   b   b         1     2     3     4\n(.*\n){7}Black> `},
		{[]string{"level 3"}, `Zonda plays at level 3\.\nBlack> `},
		{[]string{"level 3", "level"}, `Zonda plays at level 3\.\nBlack> `},
		{[]string{"level 3", "level 0"}, `Zonda plays at full strength\.\nBlack> `},
		{[]string{"level 11"}, `Option Level: "11" is not between 0 and 10\.\nBlack> `},
		{[]string{"go depth x"}, `Depth: "x" is not a whole number\.\nBlack> `},
		{[]string{"setoption"}, `Want: setoption name N value V\.\nBlack> `},
		{[]string{"go depth 2"}, `Depth 1: .*\. It is even\.\nDepth 2: .*\n\S+ is a good move\..*\nBlack wins .*\nBlack> `},
		{[]string{"position startpos moves 11-15"}, `White> `},
		{[]string{"position startpos moves 11-15", "23 19"}, `Zonda plays .*\n(.*\n){8}White> `},
		{[]string{"position startpos moves 11-15", "23 19", "undo"}, `Taken back: 23-19 \S+\n(.*\n){8}White> `},
		{[]string{"position fen B:W22:B13", "13-17"}, `Zonda plays 22x13 and wins\.\n(.*\n){8}White wins: no pieces\.\ngame over> `},
		{[]string{"position fen B:W22:B13", "13-17", "undo"}, `Taken back: 13-17 22x13\n(.*\n){8}Black> `},
		{[]string{"position fen B:W18:B15", "15x22"}, `(.*\n){8}Black wins: no pieces\.\ngame over> `},
		{[]string{"position fen B:W18:B15", "15x22", "undo"}, `Taken back: 15x22\n(.*\n){8}Black> `},
		{[]string{"position fen B:W18:B15", "15x22", "resign"}, `The game is over: no pieces\.\ngame over> `},
		{[]string{"position fen B:W18:B15", "15x22", "9-13"}, `The game is over: no pieces\.\ngame over> `},
		{[]string{"position fen B:W18:B15", "15x22", "hint"}, `The game is over: no pieces\.\ngame over> `},
		{[]string{"position fen B:WK29:BK1,K2", "hint"}, `1-5 is a good move\. Black wins in \d+ moves\. Play may go on .*\nBlack> `},
		{[]string{"position fen W:WK29:BK1", "hint"}, `\S+ is a good move\. It is a draw\..*\nWhite> `},
		{[]string{"help"}, `Type a move, .*\n(  .*\n){11}Commands for programs, .*: uci .*\nBlack> `},
		{[]string{"isready"}, `readyok\nBlack> `},
	} {
		seen := conversation(t, c.typed...)
		last := c.typed[len(c.typed)-1] + "\n"
		answer := seen[strings.LastIndex(seen, "> "+last)+len("> "+last):]
		require.Regexp(t, whole(c.want+`\n`), answer, c.typed)
		require.NotRegexp(t, `(?m)^(info|bestmove)`, seen, c.typed)
	}
}

// A distance counts the moves behind the one that Zonda makes: so it becomes less from move to move, to the last.
func TestTheDistanceOfAWinIsStillToCome(t *testing.T) {
	p := board.Start()
	for n, want := range map[int]string{1: "Zonda plays 11-15 and wins.", 3: "Zonda plays 11-15. Black wins with the next move.", 5: "Zonda plays 11-15. Black wins in 2 moves."} {
		m, err := p.ParseMove("11-15")
		require.NoError(t, err)
		require.Equal(t, want, reply(p, search.Info{PV: []board.Move{m}, Score: eval.WinIn(n)}))
	}
	require.Equal(t, "Black is ahead by 4.61 men.", ahead(board.Black, 461))
	require.Equal(t, "\nBlack wins 3 %, draws 94 %, loses 3 %.", prospects(board.Start(), search.Info{}))
	require.Empty(t, prospects(board.Start(), search.Info{Known: board.Draw}))
	require.Empty(t, prospects(board.Start(), search.Info{Proven: board.Loss}))
	require.Equal(t, "Black is ahead by 0.61 of a man.", ahead(board.Black, 61))
}

// exit ends the conversation.
func TestExit(t *testing.T) {
	e := session.New()
	defer func() { require.NoError(t, e.Close()) }()
	in, typed := io.Pipe()
	defer typed.Close()
	go func() { _, _ = io.WriteString(typed, "exit\n") }()
	require.NoError(t, NewConversation(e, io.Discard).Run(t.Context(), in))
}

// A person who types while Zonda thinks is told so, and may stop it.
func TestAPersonIsToldOfThinking(t *testing.T) {
	t.Parallel()
	seen := conversation(t, "setoption name OwnBook value off", "11-15\nundo\nstop")
	require.Regexp(t, `Zonda is thinking; stop ends that\.\nZonda plays \S+\. .*\n(.*\n){8}Black> \n$`, seen)
}

// TestAnyTalkOfAPerson strings words together: every answer is for a person, and the conversation ends with its input.
func TestAnyTalkOfAPerson(t *testing.T) {
	t.Parallel()
	words := append(vocabulary(), "undo", "hint", "new", "level", "UNDO", "level", "12", "3")
	rapid.Check(t, func(t *rapid.T) {
		typed := rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 3).Draw(t, "words"), " ")
		}).Filter(func(line string) bool { return !heavy.MatchString(line) })
		input := strings.Join(rapid.SliceOfN(typed, 1, 8).Draw(t, "lines"), "\n")
		e := session.New()
		var out bytes.Buffer
		require.NoError(t, NewConversation(e, &out).Run(context.Background(), strings.NewReader(input)))
		require.NoError(t, e.Close())
		require.NotRegexp(t, `(info (string|depth)|bestmove) `, out.String())
		require.NotContains(t, out.String(), "%!")
	})
}
