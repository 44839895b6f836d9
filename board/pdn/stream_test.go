package pdn

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// longGame is a whole game, as programs write it.
const longGame = `[Event "match"]
[Date "2026.01.31"]
[Black "first"]
[White "second"]
[Result "1/2-1/2"]
1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x11 5. 7x16 20x11 *
`

func TestReadIsStreaming(t *testing.T) {
	from, to := io.Pipe()
	r := NewReader(from)
	for range 3 {
		go io.WriteString(to, "1. 11-15 23-19 *\n")
		g, err := r.Read()
		require.NoError(t, err)
		require.Equal(t, "11-15 23-19", moves(g))
	}
	to.Close()
	_, err := r.Read()
	require.Equal(t, io.EOF, err)
}

func TestReadBytewise(t *testing.T) {
	names, err := filepath.Glob("testdata/*.pdn")
	require.NoError(t, err)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		whole, wholeErrs := readAll(t, strings.NewReader(string(text)))
		parts, partErrs := readAll(t, iotest.OneByteReader(strings.NewReader(string(text))))
		require.Equal(t, whole, parts)
		require.Equal(t, wholeErrs, partErrs)
	}
}

// Whatever swells a game, the one behind it is still read, and memory is bounded.
func TestHugeGamesAreCut(t *testing.T) {
	const limit = 1 << 18
	const many = limit + limit/4
	for _, c := range []struct{ name, text, tail string }{
		{"comments", "{a}", "*"},
		{"one comment", "{" + strings.Repeat("a", many), "} *"},
		{"comment never closed", "{" + strings.Repeat("a ", many), ""},
		{"brackets", "((((", ""},
		{"pairs of brackets", "()(", ""},
		{"bare tags", `[Annotator "b"]` + "\n", "*"},
		{"tag on one line", `[Annotator "` + strings.Repeat("a", many), "\"]\n*"},
		{"broken tags on one line", `[A "`, "\n*"},
		{"a word", strings.Repeat("w", many), " *"},
		{"a number", strings.Repeat("1", many), " *"},
		{"a chain", "1-1-", "\n*"},
		{"blanks in a move", "1" + strings.Repeat(" ", many), "-5 *"},
		{"glyphs", "$1 ", "*"},
		{"slashes", "/ ", "*"},
		{"words before moves", strings.Repeat("ab ", 300) + "8-11\n", "*"},
		{"results in words before moves", strings.Repeat("drawn. ", 130) + "8-11\n", "*"},
		{"dashes", "- ", "*"},
		{"moves", "1-5 32-28 5-1 28-32 ", "*"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := 1 + many/len(c.text)
			head := fmt.Sprintf("[Event %q]\n[FEN \"B:WK32:BK1\"]\n", "huge")
			r := newReader(io.MultiReader(
				strings.NewReader(head), strings.NewReader(strings.Repeat(c.text, n)),
				strings.NewReader(c.tail+"\n\n[Event \"behind\"]\n11-15 *")), limit)
			before := heap()
			g, err := r.Read()
			require.ErrorContains(t, err, "game 1, line ")
			require.Equal(t, "huge", g.Tags.Get("Event"))
			require.Less(t, heap()-before, int64(64*limit))
			g = last(t, r)
			require.Equal(t, "behind", g.Tags.Get("Event"))
			require.Equal(t, "11-15", moves(g))
		})
	}
}

// A long piece is not cut again and again while it arrives, and what begins in many places is not searched to its end in each.
func TestLongLinesAreLinear(t *testing.T) {
	const bytes = 1 << 19
	for _, unit := range []string{"w", "*", "[a ", "{a", "{\n\n1.", "{\n[event \"\n1.} ", "f6-", "a1", "9-"} {
		r := NewReader(strings.NewReader(strings.Repeat(unit, bytes/len(unit))))
		tried := 0
		r.scan.Split(func(data []byte, atEOF bool) (int, []byte, error) {
			wait := r.lex.wait
			n, piece, err := r.lex.split(data, atEOF)
			if n == 0 && r.lex.wait != wait {
				tried += len(data)
			}
			return n, piece, err
		})
		before := allocated()
		for g := new(Game); g != nil; {
			g, _ = r.Read()
		}
		require.Less(t, tried, 4*bytes, "%q", unit)
		if !testing.Short() { // the race detector throws away what could be used again
			require.Less(t, allocated()-before, uint64(256*bytes), "%q", unit)
		}
	}
}

// allocated returns the bytes that the program has allocated since it began.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// last returns the last game of r.
func last(t *testing.T, r *Reader) (g *Game) {
	for {
		next, err := r.Read()
		if err == io.EOF {
			return g
		}
		require.NotNil(t, next)
		g = next
	}
}

func TestNestingIsBounded(t *testing.T) {
	deep := strings.Repeat("11-15 (", 1000) + "11-15" + strings.Repeat(")", 1000)
	g := readOne(t, deep)
	depth := 0
	for l := &g.Line; len(l.Moves[0].Variations) > 0; depth++ {
		l = &l.Moves[0].Variations[0]
	}
	require.Equal(t, MaxDepth, depth)
	r := NewReader(strings.NewReader(deep))
	_, err := r.Read()
	require.NoError(t, err)
	require.ErrorContains(t, r.Warnings()[0].Err, "deeper than 64")
	require.Equal(t, g, readOne(t, written(t, g)))
}

func BenchmarkRead(b *testing.B) {
	const games = 1000
	text := strings.Repeat(longGame, games)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		all, _ := readAll(b, strings.NewReader(text))
		require.Len(b, all, games)
	}
	b.ReportMetric(float64(games*b.N)/b.Elapsed().Seconds(), "games/s")
}
