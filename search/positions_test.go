package search

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// propertyChecks is the number of cases a property is tried on: more than rapid
// would, for small positions are cheap. The flag -rapid.checks overrules it.
const propertyChecks = "300"

func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", propertyChecks); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// startFEN is the position in which games begin.
const startFEN = "B:W21-32:B1-12"

// long skips a test that takes minutes, unless ZONDA_LONG is set.
func long(t *testing.T) {
	if !longTests() {
		t.Skip("set ZONDA_LONG=1 to run this")
	}
}

// longTests reports whether the deep tests were asked for.
func longTests() bool { return os.Getenv("ZONDA_LONG") != "" }

// position reads a FEN.
func position(t require.TestingT, fen string) board.Position {
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// game plays moves, separated by blanks, from a FEN.
func game(t require.TestingT, fen, moves string) *board.Game {
	g := board.NewGame(position(t, fen))
	for text := range strings.FieldsSeq(moves) {
		m, err := g.Position().ParseMove(text)
		require.NoError(t, err)
		g.Play(m)
	}
	return g
}

// move reads a move of p.
func move(t require.TestingT, p board.Position, text string) board.Move {
	m, err := p.ParseMove(text)
	require.NoError(t, err)
	return m
}

// legalMoves returns the moves of p.
func legalMoves(p board.Position) []board.Move {
	var l board.MoveList
	p.Moves(&l)
	return append([]board.Move(nil), l.Slice()...)
}

// ending draws a position with pieces on both sides and a move to make.
func ending(minimum, maximum int) *rapid.Generator[board.Position] {
	draw := rapid.Custom(func(t *rapid.T) board.Position {
		squares := rapid.SliceOfNDistinct(rapid.IntRange(0, board.Squares-1), minimum, maximum, rapid.ID).Draw(t, "squares")
		p := board.Position{Turn: board.Color(rapid.IntRange(0, 1).Draw(t, "turn"))}
		for i, n := range squares {
			side := &p.Black
			if i == 1 || i > 1 && rapid.Bool().Draw(t, "white") {
				side = &p.White
			}
			*side |= board.Square(n).Bit()
			if rapid.Bool().Draw(t, "king") {
				p.Kings |= board.Square(n).Bit()
			}
		}
		p.Kings |= p.Black&board.CrowningRow(board.Black) | p.White&board.CrowningRow(board.White)
		return p
	})
	return draw.Filter(board.Position.HasMove)
}

// wandered draws a game that begins at start and goes on at random for some plies,
// so that the position on the board has a past.
func wandered(t *rapid.T, start board.Position, maximum int) *board.Game {
	g := board.NewGame(start)
	for range rapid.IntRange(0, maximum).Draw(t, "plies") {
		moves := legalMoves(g.Position())
		m := rapid.SampledFrom(moves).Draw(t, "move")
		if next := g.Position().Play(m); next.Finished() || !next.HasMove() {
			break
		}
		g.Play(m)
	}
	return g
}

// middlegame draws a game of random moves from the start position.
func middlegame(t *rapid.T) *board.Game { return wandered(t, board.Start(), 60) }

// requireLine checks that moves can be played one after the other from p.
func requireLine(t require.TestingT, p board.Position, moves []board.Move) {
	for _, m := range moves {
		require.Contains(t, legalMoves(p), m, "in %s", p)
		p = p.Play(m)
	}
}

// with returns no technique but those named.
func with(names ...string) Techniques {
	var use Techniques
	for _, s := range use.switches() {
		for _, name := range names {
			if s.name == name {
				*s.on = true
			}
		}
	}
	return use
}

// searcher returns a small Searcher on one thread.
func searcher(use Techniques) *sourced {
	s := newWith(1)
	s.SetTechniques(use)
	return s
}
