package book

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/engine/board"
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

// randomDraft returns a draft with entries for the positions, of random moves and scores.
func randomDraft(t *rapid.T, positions []board.Position) *Draft {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "scores"), 0))
	d := NewDraft()
	for _, p := range positions {
		var moves board.MoveList
		p.Moves(&moves)
		e := Entry{Depth: random.IntN(30), Source: []string{"", "one", "two"}[random.IntN(3)]}
		for _, m := range moves.Slice() {
			if random.IntN(3) > 0 {
				score := eval.Score(random.IntN(200) - 100)
				e.Moves = append(e.Moves, Move{Move: m, Score: score, Searched: score, Depth: random.IntN(30), Visits: random.Uint32()})
			}
		}
		require.NoError(t, d.Put(p, e))
	}
	return d
}

// What is written is read back, from memory and from a mapped file, for a position and its mirror.
func TestWriteAndRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "test.zbk")
	rapid.Check(t, func(t *rapid.T) {
		positions := walked(t)
		d := randomDraft(t, positions)
		var data bytes.Buffer
		require.NoError(t, d.Write(&data))
		require.NoError(t, os.WriteFile(name, data.Bytes(), 0o600))
		inMemory, err := Read("test", data.Bytes())
		require.NoError(t, err)
		mapped, err := Open(name)
		require.NoError(t, err)
		require.Equal(t, d.Len(), inMemory.Len())
		for _, p := range append(positions, board.Start()) {
			want, ok := d.Look(p)
			for _, b := range []*Book{inMemory, mapped} {
				got, found := b.Look(p)
				require.Equal(t, ok, found)
				require.Equal(t, len(want.Moves), len(got.Moves))
				require.True(t, slices.Equal(want.Moves, got.Moves))
				require.Equal(t, []any{want.Depth, want.Source}, []any{got.Depth, got.Source})
				mirrored, found := b.Look(p.Mirror())
				require.Equal(t, ok, found)
				require.True(t, slices.Equal(turnedIf(true, want.Moves), mirrored.Moves))
			}
		}
		var again bytes.Buffer
		require.NoError(t, mapped.Draft().Write(&again))
		require.Equal(t, data.Bytes(), again.Bytes(), "the bytes depend on the entries alone")
		require.NoError(t, mapped.Close())
	})
}

// A side and its mirror make the same moves.
func TestMirroredMovesAreLegal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, p := range walked(t) {
			var moves board.MoveList
			p.Moves(&moves)
			for _, m := range moves.Slice() {
				require.True(t, isLegal(p.Mirror(), turned(m)))
				require.Equal(t, m, turned(turned(m)))
				require.Equal(t, p.Play(m).Mirror(), p.Mirror().Play(turned(m)))
			}
		}
	})
}

// small returns a book of the first moves.
func small(t *testing.T) []byte {
	t.Helper()
	d := NewDraft()
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

// A file that is wrong though its sum is right does no harm: what does not fit is an error, and moves that
// are none are left out.
func FuzzRead(f *testing.F) {
	d := NewDraft()
	move, err := board.Start().ParseMove("11-15")
	require.NoError(f, err)
	require.NoError(f, d.Put(board.Start(), Entry{Moves: []Move{{Move: move, Score: 3, Searched: 4}}, Source: "x"}))
	var data bytes.Buffer
	require.NoError(f, d.Write(&data))
	f.Add(data.Bytes())
	f.Add([]byte(magic))
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
				require.True(t, isLegal(p, m.Move))
			}
			found, ok := b.Look(p)
			require.True(t, ok)
			require.Equal(t, len(e.Moves), len(found.Moves))
		}
		var again bytes.Buffer
		_ = b.Draft().Write(&again)
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

// A file that is cut while it is in use knows nothing any more, and does not end the program.
func TestFileCutUnderTheMap(t *testing.T) {
	name := filepath.Join(t.TempDir(), "test.zbk")
	require.NoError(t, os.WriteFile(name, small(t), 0o600))
	b, err := Open(name)
	require.NoError(t, err)
	_, ok := b.Look(board.Start())
	require.True(t, ok)
	if err := os.Truncate(name, 0); err != nil {
		t.Skip("the system keeps files that are mapped")
	}
	_, ok = b.Look(board.Start())
	require.False(t, ok)
	require.NoError(t, b.Close())
}

func TestIllegalMovesAreRefused(t *testing.T) {
	d := NewDraft()
	require.Error(t, d.Put(board.Start(), Entry{Moves: []Move{{Move: board.Move{From: 1, To: 2}}}}))
	require.Zero(t, d.Len())
}

func TestSourcesAreLines(t *testing.T) {
	d := NewDraft()
	require.NoError(t, d.Put(board.Start(), Entry{Source: "two\nlines"}))
	require.ErrorContains(t, d.Write(&bytes.Buffer{}), "line")
}
