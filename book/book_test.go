package book

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// walked returns positions of random games.
func walked(t *rapid.T) []board.Position {
	seed := rapid.Uint64().Draw(t, "seed")
	random := rand.New(rand.NewPCG(seed, 0))
	var all []board.Position
	for range 3 {
		p := board.Start()
		for range random.IntN(70) {
			var moves board.MoveList
			p.Moves(&moves)
			if p.Finished() || moves.Len() == 0 {
				break
			}
			all = append(all, p)
			p = p.Play(moves.At(random.IntN(moves.Len())))
		}
	}
	return all
}

var searches = [3]Search{{}, {Nodes: 1 << 40, Moves: 2, Engine: "Zonda 1"}, {Nodes: 7, Engine: "two"}}

// randomBuilder returns a builder with entries for the positions, of random moves and scores.
func randomBuilder(t *rapid.T, positions []board.Position) *Builder {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "scores"), 0))
	d := NewBuilder()
	for _, p := range positions {
		var moves board.MoveList
		p.Moves(&moves)
		e := Entry{
			Depth: random.IntN(30), Search: searches[random.IntN(3)], Settled: random.IntN(2) > 0,
			Source: []string{"", "one", "two"}[random.IntN(3)],
		}
		for _, m := range moves.Slice() {
			if random.IntN(3) > 0 {
				score := func() eval.Score { return eval.Score(random.IntN(9) - 4) } // often the same
				e.Moves = append(e.Moves, Move{Move: m, Score: score(), Searched: score(), Depth: random.IntN(30), Visits: random.Uint32()})
			}
		}
		require.NoError(t, d.Put(p, e))
	}
	return d
}

// What is written is read back, from memory and from a file, for a position and its mirror.
func TestWriteAndRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "test.zbk")
	rapid.Check(t, func(t *rapid.T) {
		positions := walked(t)
		d := randomBuilder(t, positions)
		var data bytes.Buffer
		require.NoError(t, d.Write(&data))
		require.NoError(t, os.WriteFile(name, data.Bytes(), 0o600))
		inMemory, err := Read("test", data.Bytes())
		require.NoError(t, err)
		fromFile, err := Open(name)
		require.NoError(t, err)
		require.Equal(t, d.Len(), inMemory.Len())
		for _, p := range append(positions, board.Start()) {
			want, ok := d.Look(p)
			for _, b := range []*Book{inMemory, fromFile} {
				got, found := b.Look(p)
				require.Equal(t, ok, found)
				require.Equal(t, len(want.Moves), len(got.Moves))
				require.True(t, slices.Equal(want.Moves, got.Moves))
				require.Equal(t, []any{want.Depth, want.Search, want.Settled, want.Source},
					[]any{got.Depth, got.Search, got.Settled, got.Source})
				mirrored, found := b.Look(p.Mirror())
				require.Equal(t, ok, found)
				require.True(t, slices.Equal(mirrorIf(true, want.Moves), mirrored.Moves))
			}
		}
		var again bytes.Buffer
		require.NoError(t, fromFile.Builder().Write(&again))
		require.Equal(t, data.Bytes(), again.Bytes(), "the bytes depend on the entries alone")
	})
}

// A side and its mirror make the same moves.
func TestMirroredMovesAreLegal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, p := range walked(t) {
			for m := range p.Legal() {
				require.NoError(t, p.Mirror().CheckMove(mirror(m)))
				require.Equal(t, m, mirror(mirror(m)))
				require.Equal(t, p.Play(m).Mirror(), p.Mirror().Play(mirror(m)))
			}
		}
	})
}

// small returns a book of the first moves.
func small(t *testing.T) []byte {
	t.Helper()
	d := NewBuilder()
	var moves board.MoveList
	board.Start().Moves(&moves)
	e := Entry{Depth: 9, Source: "by hand"}
	for i, m := range moves.Slice() {
		e.Moves = append(e.Moves, Move{Move: m, Score: eval.Score(i), Searched: eval.Score(i), Depth: 9})
		require.NoError(t, d.Put(board.Start().Play(m), Entry{Source: "by hand"}))
	}
	require.NoError(t, d.Put(board.Start(), e))
	var data bytes.Buffer
	require.NoError(t, d.Write(&data))
	return data.Bytes()
}

// Every changed byte and every cut is noticed.
func TestDamage(t *testing.T) {
	data := small(t)
	_, err := Read("whole", data)
	require.NoError(t, err)
	for i := range data {
		damaged := bytes.Clone(data)
		damaged[i] ^= 0x10
		_, err := Read("damaged", damaged)
		require.ErrorContains(t, err, "book damaged: ")
		_, err = Read("cut", data[:i])
		require.ErrorContains(t, err, "book cut: ")
	}
	_, err = Read("long", append(bytes.Clone(data), 0))
	require.ErrorContains(t, err, "bytes instead of")
}

// forge puts the right checksum into data.
func forge(data []byte) {
	binary.LittleEndian.PutUint32(data[headerSize-4:], checksum(data[:headerSize-4], data[headerSize:]))
}

// A file that is wrong though its checksum is right does no harm: what does not fit is an error,
// and moves that are not legal are left out. What can be read can be written, and is then the same.
func FuzzRead(f *testing.F) {
	d := NewBuilder()
	move, err := board.Start().ParseMove("11-15")
	require.NoError(f, err)
	require.NoError(f, d.Put(board.Start(), Entry{
		Moves: []Move{{Move: move, Score: 3, Searched: 4}}, Depth: 5, Search: searches[1], Settled: true, Source: "x",
	}))
	var data bytes.Buffer
	require.NoError(f, d.Write(&data))
	f.Add(data.Bytes())
	f.Add([]byte(magic))
	f.Add([]byte("ZONDABK1")) // a version that is not read any more
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) >= headerSize {
			data = bytes.Clone(data)
			forge(data)
		}
		b, err := Read("fuzz", data)
		if err != nil {
			return
		}
		for p, e := range b.All() {
			for _, m := range e.Moves {
				require.NoError(t, p.CheckMove(m.Move))
			}
			found, ok := b.Look(p)
			require.True(t, ok)
			require.Equal(t, len(e.Moves), len(found.Moves))
		}
		var written bytes.Buffer
		if err := b.Builder().Write(&written); err != nil {
			return // a source with a carriage return, or a long one
		}
		again, err := Read("written", written.Bytes())
		require.NoError(t, err)
		require.Equal(t, maps.Collect(b.All()), maps.Collect(again.All()))
	})
}

func TestOpenWhatIsNoBook(t *testing.T) {
	folder := t.TempDir()
	_, err := Open(folder)
	require.ErrorContains(t, err, "folder")
	_, err = Open(filepath.Join(folder, "none"))
	require.ErrorIs(t, err, os.ErrNotExist)
	empty := filepath.Join(folder, "empty")
	require.NoError(t, os.WriteFile(empty, nil, 0o600))
	_, err = Open(empty)
	require.ErrorContains(t, err, "empty")
}

// A file that is cut or removed while its book is in use does no harm.
func TestFileCutUnderABook(t *testing.T) {
	name := filepath.Join(t.TempDir(), "test.zbk")
	require.NoError(t, os.WriteFile(name, small(t), 0o600))
	b, err := Open(name)
	require.NoError(t, err)
	want, ok := b.Look(board.Start())
	require.True(t, ok)
	require.NoError(t, os.Truncate(name, 0))
	require.NoError(t, os.Remove(name))
	got, ok := b.Look(board.Start())
	require.True(t, ok)
	require.Equal(t, want, got)
}

func TestIllegalMovesAreRefused(t *testing.T) {
	d := NewBuilder()
	require.Error(t, d.Put(board.Start(), Entry{Moves: []Move{{Move: board.Move{From: 1, To: 2}}}}))
	require.Zero(t, d.Len())
}

func TestSourcesAreLines(t *testing.T) {
	d := NewBuilder()
	require.NoError(t, d.Put(board.Start(), Entry{Source: "two\nlines"}))
	require.ErrorContains(t, d.Write(&bytes.Buffer{}), "line")
	require.NoError(t, d.Put(board.Start(), Entry{Search: Search{Engine: "two\nlines"}}))
	require.ErrorContains(t, d.Write(&bytes.Buffer{}), "line")
	require.NoError(t, d.Put(board.Start(), Entry{Search: Search{Moves: 256}}))
	require.ErrorContains(t, d.Write(&bytes.Buffer{}), "256 moves")
}

// A book names at most 256 origins, and 256 texts.
func TestTooManyOrigins(t *testing.T) {
	positions := map[board.Position]bool{}
	p := board.Start()
	for m := range p.Legal() { // the positions after two and three plies are enough
		var replies board.MoveList
		p.Play(m).Moves(&replies)
		for _, r := range replies.Slice() {
			after := p.Play(m).Play(r)
			positions[after] = true
			var more board.MoveList
			after.Moves(&more)
			for _, n := range more.Slice() {
				positions[after.Play(n)] = true
			}
		}
	}
	for _, c := range []struct {
		want  string
		entry func(n int) Entry
	}{
		{"257 different origins", func(n int) Entry { return Entry{Search: Search{Nodes: uint64(n)}} }},
		{"sources", func(n int) Entry {
			return Entry{Source: fmt.Sprint(n % maxOrigins), Search: Search{Engine: fmt.Sprint("e", n%maxOrigins)}}
		}},
	} {
		d, n := NewBuilder(), 0
		for p := range positions {
			if n <= maxOrigins {
				require.NoError(t, d.Put(p, c.entry(n)))
				n = d.Len()
			}
		}
		require.ErrorContains(t, d.Write(&bytes.Buffer{}), c.want)
	}
}

// What refers beyond its section, or has a flag that no version knows, is an error though the checksum is right.
func TestForgedFile(t *testing.T) {
	whole := small(t)
	origins := headerSize + int(binary.LittleEndian.Uint32(whole[8:]))*positionSize + int(binary.LittleEndian.Uint32(whole[12:]))*moveSize
	for want, change := range map[string]func(data []byte){
		"position 1 does not fit in": func(data []byte) { data[headerSize+19] |= 2 },
		"position 2 does not fit in": func(data []byte) { data[headerSize+positionSize+18] = 1 },
		"position 3 does not fit in": func(data []byte) { data[headerSize+2*positionSize+12]++ },
		"position 1 is impossible":   func(data []byte) { data[headerSize+4] |= data[headerSize] },
		"not in order":               func(data []byte) { copy(data[headerSize+positionSize:][:12], data[headerSize:]) },
		"origin 1 does not fit in":   func(data []byte) { data[origins+9] = 2 },
		"its origin 1":               func(data []byte) { data[origins+10] = 2 },
	} {
		data := bytes.Clone(whole)
		change(data)
		forge(data)
		_, err := Read("forged", data)
		require.ErrorContains(t, err, want)
	}
}

// Where two books know a position, the deeper search counts, with all that is said of it; visits are added up.
func TestMerge(t *testing.T) {
	m, err := board.Start().ParseMove("11-15")
	require.NoError(t, err)
	entry := func(depth int) Entry {
		return Entry{
			Moves: []Move{{Move: m, Score: eval.Score(depth), Searched: eval.Score(depth), Depth: depth, Visits: 5}},
			Depth: depth, Search: Search{Nodes: uint64(depth)}, Settled: depth == 9, Source: fmt.Sprint("depth ", depth),
		}
	}
	for _, depths := range [][2]int{{7, 9}, {9, 7}} {
		mine, other := NewBuilder(), NewBuilder()
		require.NoError(t, mine.Put(board.Start(), entry(depths[0])))
		require.NoError(t, other.Put(board.Start(), entry(depths[1])))
		var data bytes.Buffer
		require.NoError(t, other.Write(&data))
		b, err := Read("other", data.Bytes())
		require.NoError(t, err)
		mine.Merge(b)
		got, _ := mine.Look(board.Start())
		want := entry(9)
		want.Moves[0].Visits = 10
		require.Equal(t, want, got)
	}
}
