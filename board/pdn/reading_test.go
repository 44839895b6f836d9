package pdn

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

const (
	// The captures 6x13x22 and 6x15x22 share both ends and take different men.
	twoWays = `[FEN "B:W9,10,17,18,31,32:B1,6"]` + "\n"
	// So do 15x22x31 and 15x24x31, and on the way back, as a king, the man takes the others.
	thereAndBack = `[FEN "B:W12,18,19,26,27,32:B1,15"]` + "\n"
)

func TestAmbiguousMoves(t *testing.T) {
	first := `2: move "6x22" is ambiguous, 6x13x22 or 6x15x22: 6x13x22 is taken, for the game goes on from there`
	second := strings.Replace(first, ": 6x13x22 is", ": 6x15x22 is", 1)
	open := `2: move "6x22" is ambiguous, 6x13x22 or 6x15x22: the moves behind it do not tell which; the rest of the game is kept as a comment`
	for _, c := range []struct{ name, text, moves, warning, wrong string }{
		{"the first way", twoWays + "6x22 10-7 *", "6x13x22 10-7", first, ""},
		{"the second way", twoWays + "6x22 9-5 *", "6x15x22 9-5", second, ""},
		{"a later move tells", twoWays + "6x22 31-27 1-5\n10-7 *", "6x13x22 31-27 1-5 10-7", first, ""},
		{"comments and variations are passed over", twoWays + "{a} 6x22 $1 {b} (or 1-5) (6x15x22 9-5) 2. 10-7 *", "6x13x22 10-7", first, ""},
		{"words are passed over", twoWays + "6x22 31-27 hm1 1-5 9-6 *", "6x15x22 31-27 1-5 9-6", second, `2: "hm1" is neither a move nor a comment; it is kept as a comment`},
		{"named in full", twoWays + "6x15x22 9-5 *", "6x15x22 9-5", "", ""},
		{"nothing follows", twoWays + "6x22 *", "", "", open},
		{"a result tells nothing", twoWays + "6x22 1-0", "", "", open},
		{"both go on to the end", twoWays + "6x22 31-27 1-5 32-28 *", "", "", open},
		{"neither goes on", twoWays + "6x22 1-5 *", "", "", open},
		{"unknown moves end the line", twoWays + "6x22 $1 - 9-5 *", "", "", open},
		{"a bracket that is never closed ends the line", twoWays + "6x22 ( 9-5 *", "", "", open},
		{"one goes on to an illegal move", twoWays + "6x22 10-7 1-5\n32-20 *", "6x13x22 10-7 1-5", first, "3: move 32-20 is illegal: the piece on 32 can move 32-27 or 32-28; the rest of the game is kept as a comment"},
		{"stops short", `[FEN "B:W10,18,19,31,32:B1,6"]` + "\n6x15 18-15 *", "6x24 18-15",
			`2: move "6x15" is ambiguous, 6x15x22 or 6x15x24: 6x15x24 is taken, for the game goes on from there`, ""},
		{"both lead to the same position", thereAndBack + "15x31 12-8 31x15 8-4 *", "15x22x31 12-8 31x15 8-4",
			`2: move "15x31" is ambiguous, 15x22x31 or 15x24x31: 15x22x31 is taken, for the game goes on from there`, ""},
		{"no longer than it lasts", thereAndBack + "15x31 12-8 *", "", "",
			`2: move "15x31" is ambiguous, 15x22x31 or 15x24x31: the moves behind it do not tell which; the rest of the game is kept as a comment`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := NewReader(strings.NewReader(c.text))
			g, err := r.Read()
			require.NotNil(t, g)
			var wrong, warnings []string
			if err != nil {
				wrong = texts(err.(*GameError).Problems)
			}
			warnings = texts(r.Warnings())
			require.Equal(t, c.moves, moves(g))
			require.Equal(t, c.wrong, strings.Join(wrong, "|"))
			require.Equal(t, c.warning, strings.Join(warnings, "|"))
		})
	}
}

// texts returns problems as their lines and texts.
func texts(problems []Problem) (all []string) {
	for _, p := range problems {
		all = append(all, fmt.Sprintf("%d: %v", p.Line, p.Err))
	}
	return all
}

// TestAmbiguousVariations: a variation is decided by its own moves. One that is not stays a comment.
func TestAmbiguousVariations(t *testing.T) {
	r := NewReader(strings.NewReader(twoWays + "6x13x22 (6x22 (6x15x22 9-5) 10-7) (6x22 9-5) (6x22) 10-7 *\n\n1. 11-15 *"))
	g, err := r.Read()
	require.NoError(t, err)
	require.Equal(t, "6x13x22 10-7", moves(g))
	variations := g.Moves[0].Variations
	require.Len(t, variations, 2)
	require.Equal(t, "6x13x22 10-7", g.Start.LineText([]board.Move{variations[0].Moves[0].Move, variations[0].Moves[1].Move}))
	require.Equal(t, []string{"6x22"}, g.Moves[0].Comments)
	require.Len(t, r.Warnings(), 3)
	require.ErrorContains(t, r.Warnings()[2].Err, "the moves behind it do not tell which; the variation is kept as a comment")
	_, err = r.Read()
	require.NoError(t, err)
	require.Empty(t, r.Warnings())
}

// TestMergedReadings: where two ways lead to the same position their choices are open, though a later
// choice is made on both.
func TestMergedReadings(t *testing.T) {
	raw, err := NewReader(strings.NewReader(thereAndBack + "15x31 12-8 31x15 *")).next()
	require.NoError(t, err)
	p := parse(raw, false)
	r := lineReader{parser: p, line: &Line{}, next: p.game.Start, end: p.ending}
	readings := []reading{{position: p.game.Start}}
	var counts [][2]int // of readings, and of what the first has agreed
	for i := range p.ending {
		readings, _ = r.after(readings, i)
		counts = append(counts, [2]int{len(readings), readings[0].agreed})
	}
	require.Equal(t, [][2]int{{2, 1}, {2, 1}, {1, 0}}, counts)

	later := readings[0]
	later.last = &choice{token: 3, before: later.last}
	other := reading{last: &choice{token: 3, before: later.last.before}, agreed: 2}
	require.Len(t, later.choices(), 2)
	require.Empty(t, shared([]reading{other, later}))
}

// TestReadingsAreBounded: many readings for a long time cost no more than a fixed multiple of the text,
// and the game is given up at the ambiguous move.
func TestReadingsAreBounded(t *testing.T) {
	long := strings.Repeat("32-28 4-8 28-32 8-4 ", 20_000)
	r := NewReader(strings.NewReader(`[FEN "B:W9,10,17,18,K32:BK4,6"]` + "\n6x22 " + long + "*"))
	g, err := r.Read()
	require.ErrorContains(t, err, "do not tell which")
	require.Empty(t, g.Moves)
}

// TestReadingsAgainstAllHistories writes random games with two squares a capture, and holds what is read
// to all the games that the text can mean, found without merging or bounds.
func TestReadingsAgainstAllHistories(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 19))
	decided, open, merged := 0, 0, 0
	for range 4_000 {
		start := diamond(random)
		game, words := shortGame(random, start)
		all, ambiguous := histories(start, words)
		if !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, "x") }) {
			continue
		}
		text := fmt.Sprintf("[FEN %q]\n%s *", start.FEN(), strings.Join(words, " "))
		g, err := NewReader(strings.NewReader(text)).Read()
		ends := map[board.Position]bool{}
		for _, h := range all {
			ends[end(start, h)] = true
		}
		read := g.History().Moves()
		if len(ends) > 1 {
			open++
			require.ErrorContains(t, err, "is ambiguous", text)
			require.ErrorIs(t, err, board.ErrAmbiguous)
			require.Less(t, len(read), len(game), text)
			// As many moves are read as all histories pass through.
			for _, h := range all {
				require.Equal(t, end(start, h[:len(read)]), g.History().Position(), text)
			}
			continue
		}
		require.NoError(t, err, text)
		require.Equal(t, end(start, game), g.History().Position(), text)
		require.True(t, slices.ContainsFunc(all, func(h []board.Move) bool { return slices.Equal(h, read) }), text)
		switch {
		case len(all) > 1:
			merged++
		case ambiguous:
			decided++
		}
	}
	require.NotZero(t, decided)
	require.NotZero(t, open)
	require.NotZero(t, merged)
}

// diamond returns a position in which a piece of the side to move has two ways around four others, and
// some pieces more.
func diamond(random *rand.Rand) board.Position {
	at := func(row, column int) board.Bitboard { return board.Square(row*4 + column/2).Bit() }
	row, column := random.IntN(4), 2+random.IntN(4)
	if column%2 == row%2 {
		column = 7 - column // a dark square
	}
	p := board.Position{Turn: board.Black, Black: at(row, column)}
	free := at(row+2, column-2) | at(row+2, column+2) | at(row+4, column)
	for _, side := range []int{-1, 1} {
		p.White |= at(row+1, column+side) | at(row+3, column+side)
	}
	for range 2 + random.IntN(6) {
		s := board.Square(4 + random.IntN(24)).Bit()
		switch {
		case s&(free|p.Black|p.White) != 0:
		case random.IntN(2) == 0:
			p.White |= s
		default:
			p.Black |= s
		}
		if random.IntN(2) == 0 {
			p.Kings |= s & (p.Black | p.White)
		}
	}
	if random.IntN(2) == 0 {
		return p.Mirror()
	}
	return p
}

// shortGame returns some legal moves from start, and their texts.
func shortGame(random *rand.Rand, start board.Position) (game []board.Move, words []string) {
	for p := start; len(game) < 14; {
		var l board.MoveList
		if p.Moves(&l); l.Len() == 0 {
			break
		}
		m := l.At(random.IntN(l.Len()))
		text := m.From.String() + "x" + m.To.String()
		if fitting := p.FindMoves(board.Path{m.From, m.To}); !slices.Contains(fitting, m) {
			text = p.MoveText(m) // two squares name a shorter capture
		}
		game, words, p = append(game, m), append(words, text), p.Play(m)
	}
	return game, words
}

// histories returns all the games that the texts can mean, and whether there were several in between.
func histories(start board.Position, words []string) (all [][]board.Move, ambiguous bool) {
	all = [][]board.Move{nil}
	for _, text := range words {
		path, _ := board.ParsePath(text)
		var next [][]board.Move
		for _, h := range all {
			for _, m := range end(start, h).FindMoves(path) {
				next = append(next, append(h[:len(h):len(h)], m))
			}
		}
		all, ambiguous = next, ambiguous || len(next) > 1
	}
	return all, ambiguous
}

// end returns the position behind the moves.
func end(p board.Position, moves []board.Move) board.Position {
	for _, m := range moves {
		p = p.Play(m)
	}
	return p
}

// Nothing makes the reader fail, and what it reads without complaint is written and
// read again the same, without any leniency.
func FuzzRead(f *testing.F) {
	names, err := filepath.Glob("testdata/*.pdn")
	require.NoError(f, err)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(string(text))
		for part := range strings.SplitSeq(string(text), "*\n") {
			f.Add(part)
		}
	}
	f.Add(twoWays + "6x22 (6x22 10-7) 31-27 1-5 9-6 *")
	f.Add(thereAndBack + "15x31 12-8 31x15 8-4 *")
	for _, cases := range foreignCases {
		for text := range cases {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		games, errs := readAll(t, strings.NewReader(text))
		for i, g := range games {
			if errs[i] != nil {
				continue
			}
			text := written(t, g)
			again, errs := readAll(t, strings.NewReader(text))
			require.Len(t, again, 1)
			require.Nil(t, errs[0])
			require.Equal(t, g, again[0])
			require.Empty(t, leniencies(t, text), text)
		}
	})
}

// TestSpan: the spans of games hold their games and nothing of the others.
func TestSpan(t *testing.T) {
	const text = "% head\n\n[Event \"a\"]\n1. 11-15 *\n\n\n  1. 9-14 {x} 1-0\r\n%between\r\n1. 10-14 * 1. 10-15*[Event \"b\"]\n1. 12-16 \n\n"
	r := NewReader(strings.NewReader(text))
	var games []string
	for {
		_, err := r.Read()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		begin, end := r.Span()
		games = append(games, text[begin:end])
	}
	require.Equal(t, []string{"[Event \"a\"]\n1. 11-15 *", "1. 9-14 {x} 1-0", "1. 10-14 *", "1. 10-15*", "[Event \"b\"]\n1. 12-16"}, games)
}
