package hub

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/hub/notation"
)

// middleGames returns positions of random play with fewer than 24 pieces in which the side to move
// has a choice.
func middleGames(n int) (positions []board.Position) {
	random := rand.New(rand.NewPCG(19, 4))
	for len(positions) < n {
		p := board.Start()
		for range 16 + random.IntN(50) {
			var l board.MoveList
			p.Moves(&l)
			if l.Len() == 0 || p.Finished() {
				break
			}
			p = p.Play(l.At(random.IntN(l.Len())))
		}
		var l board.MoveList
		if p.Moves(&l); l.Len() > 1 && !p.Finished() && p.Pieces() < 2*board.MaxPieces {
			positions = append(positions, p)
		}
	}
	return positions
}

// game is a game as a library keeps it: it sends the first position and all moves since.
type game struct {
	*library
	written string // the first position as the library writes it
	board   *board.Game
	moves   []string
}

// play asks for a move, plays it if it is legal for the library, and answers with the first
// legal move. It reports whether the game goes on.
func (g *game) play() bool {
	g.t.Helper()
	g.send("pos pos=%s%s", g.written, movesArgument(g.moves))
	g.send("level depth=2")
	g.send("go think")
	move, _ := g.done()
	g.add(move)
	var l board.MoveList
	if g.board.Position().Moves(&l); l.Len() == 0 || g.board.Position().Finished() {
		return false
	}
	g.add(notation.MoveText(l.At(0)))
	p := g.board.Position()
	return p.HasMove() && !p.Finished()
}

func (g *game) add(move string) {
	g.t.Helper()
	g.board.Play(g.find(g.board.Position(), move))
	g.moves = append(g.moves, move)
}

// TestPositionsOfTheLibraryThatTurnsTheBoard: pydraughts can begin at any position of the
// middle game. Each one is the first of its conversation, with the default frame.
func TestPositionsOfTheLibraryThatTurnsTheBoard(t *testing.T) {
	t.Parallel()
	l := begin(t, "variant=english")
	for _, p := range middleGames(60) {
		l.greet()
		g := game{library: l, written: positionText(p.Mirror()), board: board.NewGame(p)}
		for range 3 {
			if !g.play() {
				break
			}
		}
	}
	l.finish()
}

// TestPositionsOfOtherHosts: a host that writes positions in the usual way is understood from
// its first evidence on.
func TestPositionsOfOtherHosts(t *testing.T) {
	t.Parallel()
	for name, evidence := range map[string]string{
		"a position of the opening": "pos pos=" + positionText(position(t, "B:W17,21,23-32:B1-10,12,15")),
		"the start":                 "pos pos=" + positionText(board.Start()),
		"the start by name":         "pos start",
		"moves":                     `pos pos=BbbeeeeeeeeeeeeeeeeeeeeeeeeeeeewW moves="1-6"`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := begin(t)
			l.send("%s", evidence)
			for _, p := range middleGames(15) {
				g := game{library: l, written: positionText(p), board: board.NewGame(p)}
				g.play()
				l.send("new-game")
			}
			l.finish()
		})
	}
}

// TestFramesAreFound: a game with its moves is understood in the frame it was written in,
// whatever was found before.
func TestFramesAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGame(t)
		var moves []string
		for _, m := range g.Moves() {
			moves = append(moves, notation.MoveText(m))
		}
		turned := rapid.Bool().Draw(t, "turned")
		start, want := g.Start(), acf
		if turned {
			start, want = start.Mirror(), rotated
		}
		found := frame(rapid.SampledFrom(frames).Draw(t, "found before"))
		f := framing{wanted: auto, found: found, proven: len(moves) > 0 && rapid.Bool().Draw(t, "proven")}
		back, err := f.game(start, moves)
		require.NoError(t, err)
		require.Equal(t, g.Position(), back.Position())
		require.Equal(t, g.Moves(), back.Moves())
		require.Equal(t, framing{auto, want, len(moves) > 0}, f)
	})
}

// TestFirstMover: a position with all men, in either frame, tells who began; captures and
// positions of no game tell nothing.
func TestFirstMover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := board.Start()
		for range rapid.IntRange(0, 20).Draw(t, "plies") {
			var l board.MoveList
			if p.Moves(&l); l.Len() == 0 || l.At(0).IsCapture() {
				break
			}
			p = p.Play(l.At(rapid.IntRange(0, l.Len()-1).Draw(t, "move")))
		}
		first, known := firstMover(p)
		require.True(t, known)
		require.Equal(t, board.Black, first)
		first, known = firstMover(p.Mirror())
		require.True(t, known)
		require.Equal(t, board.White, first)
	})
	for _, fen := range []string{
		"B:W18,19:B6,7",
		"W:W21-32:B1-11,K12",
		"B:W21-32:B1-11",
		"W:W21-32:B1-8,13-16", // Black has made four moves more
		"W:W17-20,25-32:B1-12",
	} {
		_, known := firstMover(position(t, fen))
		require.False(t, known, fen)
	}
}

// TestFramesOfAConversation follows what is known of a host over several positions. U stands for
// the usual frame, T for the turned one, and the letter in front of the colon is the frame in
// which the last position is understood.
func TestFramesOfAConversation(t *testing.T) {
	const (
		open    = "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29" // may be either
		usual   = "B:W17,21,23-32:B1-10,12,15"                   // Black began
		turned  = "W:W18,21,23-32:B1-8,10-13"                    // White began
		illegal = "9-13 9-13"
	)
	for _, c := range []struct {
		name string
		said [][2]string // position and moves
		want frame
	}{
		{"nothing is known", [][2]string{{open}}, rotated},
		{"a position tells", [][2]string{{usual}}, acf},
		{"a position tells later ones", [][2]string{{usual}, {open}}, acf},
		{"a turned position tells", [][2]string{{turned}, {open}}, rotated},
		{"the last position tells", [][2]string{{usual}, {turned}, {open}}, rotated},
		{"moves tell", [][2]string{{open, "24-19"}, {open}}, acf},
		{"moves tell the other frame", [][2]string{{usual}, {open, "23-19"}, {open}}, rotated},
		{"moves count more than a position", [][2]string{{open, "24-19"}, {turned}}, acf},
		{"moves contradict moves", [][2]string{{open, "24-19"}, {open, "23-19"}, {open}}, rotated},
		{"errors tell nothing", [][2]string{{usual}, {open, illegal}, {turned, illegal}, {open}}, acf},
	} {
		f := framing{wanted: auto, found: auto}
		var last *board.Game
		for _, said := range c.said {
			p := position(t, said[0])
			if game, err := f.game(p, strings.Fields(said[1])); err == nil {
				last = game
			} else {
				require.Equal(t, illegal, said[1], c.name)
			}
		}
		want := position(t, c.said[len(c.said)-1][0])
		if c.want == rotated {
			want = want.Mirror()
		}
		require.Equal(t, want, last.Start(), fmt.Sprint(c.name, ": ", f))
	}
}
