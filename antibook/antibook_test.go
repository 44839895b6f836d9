package antibook

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// positions returns positions of a random game.
func positions(seed uint64) (all []board.Position) {
	random := rand.New(rand.NewPCG(seed, 0))
	p := board.Start()
	for range 60 {
		var moves board.MoveList
		p.Moves(&moves)
		if p.Finished() || moves.Len() == 0 {
			break
		}
		all = append(all, p)
		p = p.Play(moves.At(random.IntN(moves.Len())))
	}
	return all
}

// The table answers like a set of positions and their mirrors.
func TestSetIsASet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := positions(rapid.Uint64().Draw(t, "in"))
		in = in[:rapid.IntRange(0, len(in)).Draw(t, "taken")]
		var entries []Entry
		want := map[board.Position]bool{}
		minimum := 0
		for i, p := range in {
			entries = append(entries, Entry{Position: p})
			if i == 0 || p.Pieces() < minimum {
				minimum = p.Pieces()
			}
			want[p], want[p.Mirror()] = true, true
		}
		s := NewSet(append(entries, entries...))
		require.Equal(t, len(want)/2, s.Len())
		require.Equal(t, minimum, s.Fewest())
		for _, p := range append(positions(rapid.Uint64().Draw(t, "asked")), in...) {
			require.Equal(t, want[p], s.Contains(p))
			require.Equal(t, want[p], s.Contains(p.Mirror()))
		}
		require.False(t, s.Has(0))
	})
}

// The positions that are read quickly are those of the entries.
func TestBuiltInPositions(t *testing.T) {
	entries, err := BuiltIn()
	require.NoError(t, err)
	quick, err := BuiltInPositions()
	require.NoError(t, err)
	require.Len(t, quick, len(entries))
	for i, e := range entries {
		require.Equal(t, Entry{Position: e.Position}, quick[i])
	}
}

func BenchmarkHas(b *testing.B) {
	entries, err := BuiltIn()
	require.NoError(b, err)
	s := NewSet(entries)
	key, found := uint64(1), 0
	for b.Loop() {
		if s.Has(key) {
			found++
		}
		key = key*0x9E3779B97F4A7C15 + 1
	}
	require.Less(b, found, 10)
}

func TestParse(t *testing.T) {
	const text = "# a comment\n\nW:W21-32:B1-8,10-13\t9-13 is no good \tsomebody\nB:W21-32:B1-12 just a reason, with blanks\r\nb:w18:b1\n"
	entries, err := Parse("mine.txt", strings.NewReader(text))
	require.NoError(t, err)
	require.Len(t, entries, 3)
	require.Equal(t, "9-13 is no good", entries[0].Reason)
	require.Equal(t, "somebody", entries[0].Source)
	require.Equal(t, board.Black, entries[0].Loser())
	require.Equal(t, "just a reason, with blanks", entries[1].Reason)
	require.Equal(t, "mine.txt", entries[1].Source)
	require.Empty(t, entries[2].Reason)
}

func TestParseNamesTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"B:W21-32:B1-12\nB:W21-32:B1-13 x":   "anti-book a:2: FEN \"B:W21-32:B1-13\": Black has 13 pieces",
		"nonsense":                           "anti-book a:1: FEN \"nonsense\"",
		"W:W:B1":                             "anti-book a:1: W:W:B1: the game is over",
		"W:W29,30,31,32:B1,2\nB:W5:B1,9 who": "anti-book a:2: FEN",
		"\n\nB:W32:B32":                      "anti-book a:3: FEN",
		"#\n" + strings.Repeat("x", 1<<17):   "anti-book a:2: the line is longer",
	} {
		_, err := Parse("a", strings.NewReader(text))
		if strings.Contains(text, "B:W5:B1,9 who") {
			require.NoError(t, err) // a king may stand anywhere, and so may a man here
			continue
		}
		require.ErrorContains(t, err, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("B:W21-32:B1-12\treason\tsource\n# comment\n")
	f.Add("W:W18:B9 x")
	f.Fuzz(func(t *testing.T, text string) {
		entries, err := Parse("fuzz", strings.NewReader(text))
		if err != nil {
			return
		}
		var again []string
		for _, e := range entries {
			again = append(again, e.String())
		}
		read, err := Parse("again", strings.NewReader(strings.Join(again, "\n")))
		require.NoError(t, err)
		require.Len(t, read, len(entries))
		for i := range entries {
			require.Equal(t, entries[i].Position, read[i].Position)
			require.Equal(t, entries[i].Reason, read[i].Reason)
		}
	})
}

func TestAppend(t *testing.T) {
	all := positions(1)
	old := "# mine\n" + all[3].FEN() + "\tsome reason" // no line end
	var out bytes.Buffer
	added, err := Append(&out, "mine", []byte(old), []Entry{
		{Position: all[4], Reason: "new\tline\n"}, {Position: all[3].Mirror()}, {Position: all[4].Mirror()},
	})
	require.NoError(t, err)
	require.Len(t, added, 1)
	require.Equal(t, old+"\n"+all[4].FEN()+"\tnew line\t\n", out.String())

	out.Reset()
	_, err = Append(&out, "mine", []byte("nonsense\n"), nil)
	require.ErrorContains(t, err, "mine:1")
	require.Zero(t, out.Len())
}

// An entry is added to any text that can be parsed, once, and the text before it stays.
func FuzzAppend(f *testing.F) {
	f.Add([]byte("# mine\nB:W21-32:B1-12\treason"), "the reason", "me")
	f.Add([]byte("\n\r\n"), "a\tb\n", "c\x00")
	f.Fuzz(func(t *testing.T, old []byte, reason, source string) {
		entry := Entry{Position: positions(1)[3], Reason: reason, Source: source}
		var once, twice bytes.Buffer
		if _, err := Append(&once, "f", old, []Entry{entry}); err != nil {
			require.Zero(t, once.Len())
			return
		}
		require.True(t, bytes.HasPrefix(once.Bytes(), old))
		added, err := Append(&twice, "f", once.Bytes(), []Entry{entry})
		require.NoError(t, err)
		require.Empty(t, added)
		require.Equal(t, once.String(), twice.String())
	})
}
