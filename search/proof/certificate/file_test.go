package certificate

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// drawCertificate draws a certificate that Decode accepts. It proves nothing.
func drawCertificate(t *rapid.T) *Certificate {
	c := &Certificate{
		Claim: Claim{
			Question: Question{drawPosition(t), board.Color(rapid.IntRange(0, 1).Draw(t, "attacker"))},
			Win:      rapid.Bool().Draw(t, "win"),
		},
		Leaves:  Leaves{rapid.IntRange(0, 10).Draw(t, "pieces"), rapid.Uint32().Draw(t, "sum")},
		Entries: []Entry{},
	}
	known := map[Code]bool{}
	for range rapid.IntRange(0, 20).Draw(t, "entries") {
		p := drawPosition(t)
		p.Turn = c.Chooser()
		var l board.MoveList
		if p.Moves(&l); l.Len() == 0 || known[CodeOf(p)] {
			continue
		}
		known[CodeOf(p)] = true
		e := Entry{Position: p, Move: l.At(rapid.IntRange(0, l.Len()-1).Draw(t, "move"))}
		if c.Claim.Win {
			e.Rank = rapid.Uint32().Draw(t, "rank")
		}
		c.Entries = append(c.Entries, e)
	}
	c.Sort()
	return c
}

func TestEncode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCertificate(t)
		back, err := Decode(Encode(c))
		require.NoError(t, err)
		require.Equal(t, c, back)
		for _, e := range c.Entries {
			found, ok := c.Find(e.Position)
			require.True(t, ok)
			require.Equal(t, e, found)
		}
		_, found := c.Find(board.Position{Black: 1, White: 1 << 31, Kings: 1<<31 | 1, Turn: c.Chooser().Opponent()})
		require.False(t, found)
	})
}

// example returns a certificate with three entries.
func example(t testing.TB, win bool) *Certificate {
	c := &Certificate{Claim: Claim{Question{parse(t, "W:WK32,31:B1,K2"), board.White}, win}, Leaves: Leaves{3, 0x12345678}}
	for i, fen := range []string{"B:WK32:BK1,K2", "B:WK31:BK1,K2", "B:WK31:B1,K2"} {
		p := parse(t, fen)
		p.Turn = c.Chooser()
		var l board.MoveList
		p.Moves(&l)
		e := Entry{Position: p, Move: l.At(0)}
		if win {
			e.Rank = uint32(i * 1000)
		}
		c.Entries = append(c.Entries, e)
	}
	c.Sort()
	return c
}

func parse(t testing.TB, fen string) board.Position {
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// Every cut and every flipped bit is an error.
func TestDamage(t *testing.T) {
	for _, win := range []bool{false, true} {
		data := Encode(example(t, win))
		for i := range data {
			_, err := Decode(data[:i])
			require.Error(t, err, "cut to %d bytes", i)
			for bit := range 8 {
				damaged := bytes.Clone(data)
				damaged[i] ^= 1 << bit
				_, err := Decode(damaged)
				require.Error(t, err, "byte %d, bit %d", i, bit)
			}
		}
		_, err := Decode(append(data, 0))
		require.ErrorContains(t, err, "checksum")
	}
}

// resummed returns a file with the right checksum.
func resummed(data []byte) []byte {
	return file.AppendChecksum(bytes.Clone(data[:len(data)-file.ChecksumBytes]))
}

// A file that says more of itself than it holds is refused before its body is read.
func TestHostile(t *testing.T) {
	data := Encode(example(t, true))
	for message, change := range map[string]func(data []byte){
		"not a certificate": func(data []byte) { data[0]++ },
		"version 2":         func(data []byte) { data[versionAt]++ },
		"flags":             func(data []byte) { data[flagsAt] |= firstUnknownFlag },
		"root":              func(data []byte) { data[rootAt+9]++ },
		"too many for":      func(data []byte) { binary.LittleEndian.PutUint32(data[entriesAt:], math.MaxUint32) },
		"too long":          func(data []byte) { binary.LittleEndian.PutUint32(data[lengthAt:], math.MaxUint32) },
		"entry 2 of 4":      func(data []byte) { data[entriesAt]++ },
		"its length is not": func(data []byte) { data[lengthAt]++ },
		"something follows": func(data []byte) { data[flagsAt] &^= winFlag },
	} {
		changed := bytes.Clone(data)
		change(changed)
		_, err := Decode(resummed(changed))
		require.ErrorContains(t, err, message)
	}
}

// What Encode is given must be in order, once, and legal.
func TestRefusedEntries(t *testing.T) {
	for message, change := range map[string]func(c *Certificate){
		"above the one before": func(c *Certificate) { c.Entries[0], c.Entries[1] = c.Entries[1], c.Entries[0] },
		"is not above":         func(c *Certificate) { c.Entries[1] = c.Entries[0] },
		"the number 255":       func(c *Certificate) { c.Entries[0].Move.To = c.Entries[0].Move.From },
		"has a man on 32":      func(c *Certificate) { c.Entries[2].Position = board.Position{Black: 1 << 31, White: 1 << 30} },
	} {
		c := example(t, true)
		change(c)
		name := filepath.Join(t.TempDir(), "a"+Extension)
		require.ErrorContains(t, Write(name, Encode(c)), message)
		require.NoFileExists(t, name)
	}
}

func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a"+Extension)
	_, err := Read(name)
	require.ErrorIs(t, err, os.ErrNotExist)
	c := example(t, false)
	require.NoError(t, Write(name, Encode(c)))
	back, err := Read(name)
	require.NoError(t, err)
	require.Equal(t, c, back)
	require.NoError(t, os.WriteFile(name, []byte("else"), 0o600))
	_, err = Read(name)
	require.ErrorContains(t, err, name+": not a certificate")
}

// FuzzDecode finds no file that panics, or that is accepted and then written differently.
func FuzzDecode(f *testing.F) {
	f.Add(Encode(example(f, true)))
	f.Add(Encode(example(f, false)))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, content := range [][]byte{data, append(bytes.Clone(data), 0, 0, 0, 0)} {
			if len(content) < file.ChecksumBytes {
				continue
			}
			c, err := Decode(resummed(content))
			if err != nil {
				continue
			}
			back, err := Decode(Encode(c))
			require.NoError(t, err)
			require.Equal(t, c, back)
		}
	})
}

// drawPosition draws a position that the rules allow, with pieces on both sides and of any kind.
func drawPosition(t *rapid.T) board.Position {
	squares := rapid.Permutation(allSquares()).Draw(t, "squares")
	black := rapid.IntRange(1, board.MaxPieces).Draw(t, "black")
	white := rapid.IntRange(1, board.MaxPieces).Draw(t, "white")
	p := board.Position{Turn: board.Color(rapid.IntRange(0, 1).Draw(t, "turn"))}
	for _, s := range squares[:black] {
		p.Black |= s.Bit()
	}
	for _, s := range squares[black : black+white] {
		p.White |= s.Bit()
	}
	p.Kings = board.Bitboard(rapid.Uint32().Draw(t, "kings")) &^ p.Empty()
	p.Kings |= p.Black&board.CrowningRow(board.Black) | p.White&board.CrowningRow(board.White)
	return p
}

func allSquares() (all []board.Square) {
	for s := range board.Square(board.Squares) {
		all = append(all, s)
	}
	return all
}

// A code gives its position back, and different positions have different codes.
func TestCode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := drawPosition(t), drawPosition(t)
		back, err := CodeOf(p).Position(p.Turn)
		require.NoError(t, err)
		require.Equal(t, p, back)
		q.Turn = p.Turn
		require.Equal(t, p == q, CodeOf(p) == CodeOf(q))
		require.Equal(t, CodeOf(p).Compare(CodeOf(q)), -CodeOf(q).Compare(CodeOf(p)))
		code := CodeOf(p)
		for _, b := range code[code.Len():] {
			require.Zero(t, b)
		}
	})
}

// The bytes of a code are part of the format.
func TestCodeBytes(t *testing.T) {
	p, err := board.ParseFEN("B:W5,K32:B1,K2")
	require.NoError(t, err)
	require.Equal(t, Code{0x80, 0, 0, 0x13, 0b00_01_10_11}, CodeOf(p))
	require.Equal(t, 5, CodeOf(p).Len())
	require.Equal(t, maxCodeBytes, CodeOf(board.Start()).Len())
}

// Any bytes are refused or are the code of the position that they give.
func TestAnyBytesAsCode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c Code
		binary.BigEndian.PutUint32(c[:], rapid.Uint32().Draw(t, "squares")&rapid.Uint32().Draw(t, "mask"))
		copy(c[squareBytes:], rapid.SliceOfN(rapid.Byte(), 0, maxKindBytes).Draw(t, "kinds"))
		if p, err := c.Position(board.White); err == nil {
			require.NoError(t, p.Check())
			require.Equal(t, c, CodeOf(p))
		}
	})
}

func TestImpossibleCodes(t *testing.T) {
	for message, c := range map[string]Code{
		"empty":           {},
		"has a man on 4":  {0, 0, 0, 8, 0b10_00_00_00},
		"has a man on 29": {0x10, 0, 0, 0, 0},
		"behind the last": {0, 0, 0, 8, 0b11_00_00_01},
		"too many pieces": {0xFF, 0xFF, 0xFF, 0xFF},
		"13 pieces":       {0, 0, 0x1F, 0xFF},
	} {
		_, err := c.Position(board.Black)
		require.ErrorContains(t, err, message)
	}
}
