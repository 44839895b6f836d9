package hub

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/hub/notation"
)

// library drives a session in the way of the Python libraries, as strict in what it reads
// as the stricter of them.
type library struct {
	*talk
	params map[string]string
	info   map[string]string // of the last info line
}

// strict reads the words of a line, each name=value with one "=", and values in quotes with
// blanks in them.
func (l *library) strict(text string) map[string]string {
	l.t.Helper()
	values := map[string]string{}
	var words []string
	quoted := false
	for _, piece := range strings.Split(text, " ") {
		if quoted {
			words[len(words)-1] += " " + piece
		} else if piece != "" {
			words = append(words, piece)
		}
		if strings.Count(piece, `"`)%2 == 1 {
			quoted = !quoted
		}
	}
	require.False(l.t, quoted, text)
	for _, word := range words {
		pair := strings.Split(word, "=")
		require.Len(l.t, pair, 2, "%q in %q", word, text)
		values[pair[0]] = pair[1]
	}
	return values
}

// begin shakes hands. A library that treats an error as the end must not see one.
func begin(t *testing.T, settings ...string) *library {
	l := &library{talk: newTalk(t), params: map[string]string{}}
	l.greet()
	require.NotEmpty(t, l.params["variant"])
	for _, s := range settings {
		name, value, _ := strings.Cut(s, "=")
		l.send("set-param name=%s value=%s", name, value)
	}
	l.send("init")
	for text := l.next(); text != "ready"; text = l.next() {
		require.Regexp(t, `^init message="[^"]+"$`, text)
	}
	return l
}

// greet begins a conversation.
func (l *library) greet() {
	l.t.Helper()
	l.send("hub")
	for text := l.next(); text != "wait"; text = l.next() {
		command, rest, _ := strings.Cut(text, " ")
		require.Contains(l.t, []string{"id", "param"}, command)
		values := l.strict(rest)
		if command == "param" {
			require.Contains(l.t, values, "type")
			l.params[values["name"]] = values["values"]
		}
	}
}

// done waits for the end of a search.
func (l *library) done() (move, ponder string) {
	l.t.Helper()
	for {
		command, rest, _ := strings.Cut(l.next(), " ")
		switch command {
		case "info":
			l.info = l.strict(rest)
			for _, name := range []string{"depth", "nodes"} {
				_, err := strconv.Atoi(l.info[name])
				require.NoError(l.t, err, rest)
			}
			for _, name := range []string{"mean-depth", "score", "time", "nps"} {
				_, err := strconv.ParseFloat(l.info[name], 64)
				require.NoError(l.t, err, rest)
			}
		case "done":
			words := strings.Fields(rest)
			require.Contains(l.t, []int{1, 2}, len(words), rest)
			move, ok := strings.CutPrefix(words[0], "move=")
			require.True(l.t, ok, rest)
			if len(words) == 2 {
				ponder, ok = strings.CutPrefix(words[1], "ponder=")
				require.True(l.t, ok, rest)
			}
			return move, ponder
		default:
			require.FailNow(l.t, "not an answer to a search", "%s %s", command, rest)
		}
	}
}

// find returns the legal move that a text names, as the libraries look for it: among all
// that they write themselves.
func (l *library) find(p board.Position, text string) board.Move {
	l.t.Helper()
	for m := range p.Legal() {
		if notation.MoveText(m) == text {
			return m
		}
	}
	require.FailNow(l.t, "no such move", "%s in %s", text, p)
	return board.Move{}
}

// TestTheLibraryThatTurnsTheBoard plays as the library that sends the first position of the game turned and all
// moves since, with its ways to tell the time, and lets the engine ponder.
func TestTheLibraryThatTurnsTheBoard(t *testing.T) {
	for name, fen := range map[string]string{
		"from the start":  board.Start().FEN(),
		"from a position": "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := begin(t, "variant=english", "initial-time=60", "Hash=8")
			start := position(t, fen)
			g, moves, clock := board.NewGame(start), []string{}, 2.0
			play := func(text string) {
				g.Play(l.find(g.Position(), text))
				moves = append(moves, text)
			}
			pos := func(more ...string) {
				l.send(`pos pos=%s%s`, positionText(start.Mirror()), movesArgument(append(moves[:len(moves):len(moves)], more...)))
			}
			for ply := 0; ply < 80; ply++ {
				if o, over := g.Outcome(); over && o.By != board.Threefold && o.By != board.MoveRule {
					break
				}
				const inc = 0.01
				pos()
				l.send("level time=%g inc=%g", clock-inc, inc) // below 0 in the end
				l.send("go think")
				move, ponder := l.done()
				clock = math.Max(clock-0.1, 0)
				play(move)
				if ponder == "" {
					continue
				}
				expected := g.Position().Play(l.find(g.Position(), ponder))
				if expected.Finished() || !expected.HasMove() {
					continue // no host asks about a game that is over
				}
				pos(ponder)
				l.send("level time=%g inc=%g", clock-inc, inc)
				l.send("go ponder")
				hit := ply%2 == 0
				if hit {
					l.send("ponder-hit")
				} else {
					l.send("stop")
				}
				answer, _ := l.done()
				if hit {
					play(ponder)
					play(answer)
				}
			}
			l.finish()
		})
	}
}

func movesArgument(moves []string) string {
	if len(moves) == 0 {
		return ""
	}
	return fmt.Sprintf(` moves="%s"`, strings.Join(moves, " "))
}

// TestTheLibraryThatSendsPositions plays as the one that sends each position alone, as it
// stands, and knows only two levels.
func TestTheLibraryThatSendsPositions(t *testing.T) {
	t.Parallel()
	l := begin(t)
	p := board.Start()
	for ply := 0; ply < 60 && p.HasMove() && !p.Finished(); ply++ {
		l.send("pos pos=%s", positionText(p))
		if ply%2 == 0 {
			l.send("level depth=4")
		} else {
			l.send("level move-time=0.01")
		}
		l.send("go think")
		move, _ := l.done()
		p = p.Play(l.find(p, move))
	}
	l.send("new-game")
	l.send("ping")
	require.Equal(t, "pong", l.next())
	l.finish()
}

// TestScoresThatAreRead: beyond 90 men hosts read the distance of a win; nothing else goes
// there.
func TestScoresThatAreRead(t *testing.T) {
	t.Parallel()
	l := begin(t)
	for fen, want := range map[string]func(float64) bool{
		"B:W10:B6,1":           func(s float64) bool { return s == 99.99 },
		"W:W29,30:BK21,K22":    func(s float64) bool { return s > -100 && s <= -89 },
		"B:WK32:BK1,K2":        func(s float64) bool { return s > 88 },
		"B:WK32,K31,K28:BK1,5": func(s float64) bool { return math.Abs(s) <= 90 || math.Abs(s) > 97 },
		"B:WK4,K32:BK1,K29":    func(s float64) bool { return s == 0 },
	} {
		p := position(t, fen)
		l.send("pos pos=%s", positionText(p))
		l.send("level depth=9")
		l.send("go think")
		l.done()
		score, err := strconv.ParseFloat(l.info["score"], 64)
		require.NoError(t, err)
		require.True(t, want(score), "%s: %g", fen, score)
	}
	l.finish()
}

func position(t require.TestingT, fen string) board.Position {
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// anyGame draws a game of random moves from the start.
func anyGame(t *rapid.T) *board.Game {
	g := board.NewGame(board.Start())
	for range rapid.IntRange(0, 90).Draw(t, "plies") {
		var l board.MoveList
		g.Position().Moves(&l)
		if l.Len() == 0 || g.Position().Finished() {
			break
		}
		g.Play(l.At(rapid.IntRange(0, l.Len()-1).Draw(t, "move")))
	}
	return g
}

// TestMovesAndPositionsGoRound: what we write we read, and captured squares in any order.
func TestMovesAndPositionsGoRound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyGame(t).Position()
		back, err := parsePosition(positionText(p))
		require.NoError(t, err)
		require.Equal(t, p, back)
		var l board.MoveList
		p.Moves(&l)
		texts := map[string]bool{}
		for _, m := range l.Slice() {
			text := notation.MoveText(m)
			require.False(t, texts[text], "two moves are written alike")
			texts[text] = true
			squares := strings.Split(text, "x")
			if m.IsCapture() {
				captured := rapid.Permutation(squares[2:]).Draw(t, "order")
				text = strings.Join(append(squares[:2:2], captured...), "x")
			}
			found, err := notation.ParseMove(p, text)
			require.NoError(t, err, "%s in %s", text, p)
			require.Equal(t, m, found)
			found, err = notation.ParseMove(p, p.MoveText(m))
			require.NoError(t, err)
			require.Equal(t, m, found, "the usual notation is understood")
		}
	})
}

// TestLevelsInAnyOrder: a level means the same however it is spread over commands.
func TestLevelsInAnyOrder(t *testing.T) {
	all := []string{"depth=7", "nodes=900", "move-time=1.5", "time=60.25", "inc=2", "moves=20"}
	rapid.Check(t, func(t *rapid.T) {
		arguments := rapid.Permutation(all).Draw(t, "order")
		var l level
		for len(arguments) > 0 {
			n := rapid.IntRange(1, len(arguments)).Draw(t, "in one command")
			parsed, err := parseRequest("level " + strings.Join(arguments[:n], " "))
			require.NoError(t, err)
			require.NoError(t, l.add(parsed.arguments))
			arguments = arguments[n:]
		}
		limits := l.take()
		require.Equal(t, "1m2.25s 2s 20", fmt.Sprint(limits.Clock.Remaining, limits.Clock.Increment, limits.Clock.MovesToGo))
		require.Equal(t, "7 900 1.5s false", fmt.Sprint(limits.Depth, limits.Nodes, limits.MoveTime, limits.Infinite))
		require.True(t, l.take().Infinite, "used up")
	})
}

// positionText returns a position as parsePosition reads it.
func positionText(p board.Position) string {
	text := []byte{p.Turn.Letter()}
	for s := range board.Square(board.Squares) {
		letter := byte('e')
		switch {
		case p.Men(board.White).Has(s):
			letter = 'w'
		case p.Men(board.Black).Has(s):
			letter = 'b'
		case p.KingsOf(board.White).Has(s):
			letter = 'W'
		case p.KingsOf(board.Black).Has(s):
			letter = 'B'
		}
		text = append(text, letter)
	}
	return string(text)
}
