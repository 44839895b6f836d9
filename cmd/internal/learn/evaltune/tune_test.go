package evaltune

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/file"
)

// quick is play of a few nodes a move.
func quick(t *testing.T) Play {
	t.Helper()
	all, err := openings.Open("3move", false)
	require.NoError(t, err)
	databases, err := egdb.Open(egdb.Options{ValuesOnly: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, databases.Close()) })
	return Play{Suites: [][]openings.Opening{all}, RandomPlies: 6, Nodes: 30, Databases: databases}
}

func TestGame(t *testing.T) {
	play := quick(t)
	p := NewPlayer(play)
	decided := map[board.Result]bool{}
	for seed := range uint64(20) {
		samples := p.Game(rand.New(rand.NewPCG(seed, 0)))
		for i, s := range samples {
			require.NoError(t, s.check())
			require.Zero(t, s.Position().Jumpers(), "quiet positions only")
			require.Greater(t, s.Position().Pieces(), 6)
			decided[s.Result] = true
			if i > 0 {
				want := samples[i-1].Result
				if s.Turn != samples[i-1].Turn {
					want = want.Opposite()
				}
				require.Equal(t, want, s.Result)
			}
		}
		require.Equal(t, samples, p.Game(rand.New(rand.NewPCG(seed, 0))), "the same random numbers, the same game")
	}
	require.Len(t, decided, 3)
}

// No game begins at a position that is held out, or learns from one: not after an opening, not after random moves.
func TestGamesAvoidWhatIsHeldOut(t *testing.T) {
	held, err := openings.Open("edge-heldout", false)
	require.NoError(t, err)
	play := quick(t)
	level := play.Suites[0][0]
	play.Suites, play.RandomPlies, play.Leaves, play.LeafNodes = [][]openings.Opening{append(held[:9:9], level)}, 1, 5, 10
	p := NewPlayer(play)
	for seed := range uint64(20) {
		g := p.opening(rand.New(rand.NewPCG(seed, 0)))
		require.Equal(t, level.Start, g.Start())
		require.Equal(t, level.Moves, g.Moves()[:len(level.Moves)])
	}

	before := held[slices.IndexFunc(held, func(o openings.Opening) bool { return o.Start == board.Start() })]
	last := len(before.Moves) - 1
	before.Moves = before.Moves[:last]
	play.Suites, play.RandomPlies = [][]openings.Opening{{before}}, 2
	p = NewPlayer(play)
	for seed := range uint64(100) {
		if g := p.opening(rand.New(rand.NewPCG(seed, 0))); len(g.Moves()) > last {
			after := before
			after.Moves = g.Moves()[:last+1]
			require.False(t, openings.HeldOut(after.Game().Position()))
		}
	}

	ballot := held[slices.IndexFunc(held, func(o openings.Opening) bool { return o.Start != board.Start() })]
	begun := board.NewGame(ballot.Game().Position())
	p.leaves.begin(1)
	for _, s := range p.finish(begun) {
		require.False(t, openings.HeldOut(s.Position()))
	}
	p.leaves.kept = []board.Position{ballot.Game().Position(), board.Start()}
	require.Equal(t, []board.Position{board.Start()}, p.leaves.positions())
}

// The result is the databases' where they end the game.
func TestGameEndsInTheDatabases(t *testing.T) {
	play := quick(t)
	start, err := board.ParseFEN("W:W28,31,32:BK1,K5,9,13")
	require.NoError(t, err)
	play.Suites, play.RandomPlies = [][]openings.Opening{{{ID: "1", Start: start}}}, 0
	for _, s := range NewPlayer(play).Game(rand.New(rand.NewPCG(1, 1))) {
		want := board.Win
		if s.Turn == board.White {
			want = board.Loss
		}
		require.Equal(t, want, s.Result)
	}
}

func generation(t *testing.T, folder string) *Generation {
	return &Generation{
		Directory: folder, Seed: 7, Shards: 3, Games: 4,
		Terms: Terms{Suites: "3move", RandomPlies: 6, Nodes: 30}, Pool: NewPool(quick(t), 2),
	}
}

// made makes all shards and returns their bytes.
func made(t *testing.T, g *Generation) (files [][]byte, found int) {
	t.Helper()
	require.NoError(t, g.Run(context.Background(), func(s Shard) {
		if s.Found {
			found++
		}
	}))
	for n := range g.Shards {
		data, err := os.ReadFile(g.Name(n))
		require.NoError(t, err)
		files = append(files, data)
	}
	return files, found
}

// A shard depends on its seed, number and terms alone, and what is there is not made again.
func TestGeneration(t *testing.T) {
	g := generation(t, t.TempDir())
	first, found := made(t, g)
	require.Zero(t, found)
	require.NotEqual(t, first[0], first[1])
	_, found = made(t, g)
	require.Equal(t, 3, found)
	require.NoError(t, os.Remove(g.Name(1)))
	g.Pool = NewPool(quick(t), 1)
	again, found := made(t, g)
	require.Equal(t, 2, found)
	require.Equal(t, first, again)
	h, samples, err := ReadShard(g.Name(2))
	require.NoError(t, err)
	require.Equal(t, []any{uint64(7), 2, 4, len(samples), g.Terms}, []any{h.Seed, h.Number, h.Games, h.Samples, h.Terms})
	seen := map[board.Position]bool{}
	for _, s := range samples {
		require.False(t, seen[s.Position()], "each position once")
		seen[s.Position()] = true
	}
}

func TestGenerationOfOtherTerms(t *testing.T) {
	g := generation(t, t.TempDir())
	made(t, g)
	g.Terms.Nodes = 31
	require.ErrorContains(t, g.Run(context.Background(), func(Shard) {}), " instead of 31; choose another --seed or --out")
	require.NoError(t, os.WriteFile(g.Name(0), []byte("cut"), 0o600))
	require.ErrorContains(t, g.Run(context.Background(), func(Shard) {}), "; remove the file, and the same command makes it again")
	require.NoError(t, os.Remove(g.Name(0)))
	require.NoError(t, os.Mkdir(g.Name(0), 0o700))
	require.ErrorContains(t, g.Run(context.Background(), func(Shard) {}), "is a directory", "no damage, and nothing to remove")
	require.DirExists(t, g.Name(0))
}

// Run waits for a shard that another process is writing, and makes it if that process ends without it: there are no gaps in the end.
func TestGenerationBesideAnother(t *testing.T) {
	for _, writes := range []bool{true, false} {
		g := generation(t, t.TempDir())
		files, _ := made(t, g)
		require.NoError(t, os.Remove(g.Name(0)))
		require.NoError(t, os.Remove(g.Name(1)))
		other, err := file.Acquire(g.Name(1), file.NoWait)
		require.NoError(t, err)
		g.Waits = func(shards int) {
			require.Equal(t, 1, shards)
			require.FileExists(t, g.Name(0))
			require.NoFileExists(t, g.Name(1))
			if writes {
				require.NoError(t, file.WriteWhole(g.Name(1), file.Bytes(files[1])))
			}
			require.NoError(t, other.Release())
		}
		found := map[int]bool{}
		require.NoError(t, g.Run(t.Context(), func(s Shard) {
			require.Equal(t, 4, s.Games)
			found[s.Number] = s.Found
		}))
		require.Equal(t, map[int]bool{0: false, 1: writes, 2: true}, found)
		again, _ := made(t, g)
		require.Equal(t, files, again)
	}
	g := generation(t, t.TempDir())
	other, err := file.Acquire(g.Name(1), file.NoWait)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	g.Waits = func(int) { cancel() }
	require.ErrorIs(t, g.Run(ctx, func(Shard) {}), context.Canceled)
	require.NoError(t, other.Release())
}

func TestInterruptedGeneration(t *testing.T) {
	g := generation(t, t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, g.Run(ctx, func(Shard) {}), context.Canceled)
	left, err := filepath.Glob(filepath.Join(g.Directory, "*"))
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestDamagedShard(t *testing.T) {
	g := generation(t, t.TempDir())
	g.Shards = 1
	files, _ := made(t, g)
	name, whole := g.Name(0), files[0]
	for i := 0; i < len(whole); i += 11 {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 0x40
		require.NoError(t, os.WriteFile(name, damaged, 0o600))
		if _, samples, err := ReadShard(name); err == nil {
			_, want, wrong := decodeShard(bytes.NewReader(whole), true)
			require.NoError(t, wrong)
			require.Equal(t, want, samples, "byte %d does not matter", i)
		} else {
			require.ErrorContains(t, err, name)
			require.ErrorContains(t, err, "damaged")
			require.NotContains(t, err.Error(), "there is more")
		}
		require.NoError(t, os.WriteFile(name, whole[:i], 0o600))
		_, _, err := ReadShard(name)
		require.ErrorContains(t, err, name+": the file is damaged or cut short", "cut at %d", i)
	}
}

func TestSampleBytes(t *testing.T) {
	data, err := binary.Append(nil, binary.LittleEndian, Sample{
		Black: 0x04030201, White: 0x08070605, Kings: 0x0C0B0A09, Score: 0x0E0D, Turn: board.White, Result: board.Win,
	})
	require.NoError(t, err)
	require.Equal(t, []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, byte(board.White), byte(board.Win)}, data)
	require.Len(t, data, sampleBytes)
}

// packed returns data compressed as in a shard.
func packed(t testing.TB, data []byte) []byte {
	t.Helper()
	var file bytes.Buffer
	out, err := zstd.NewWriter(&file)
	require.NoError(t, err)
	_, err = out.Write(data)
	require.NoError(t, err)
	require.NoError(t, out.Close())
	return file.Bytes()
}

// A first line that is longer than a header is none, however well it is packed.
func TestShardWithEndlessHeader(t *testing.T) {
	data := packed(t, make([]byte, 16*maxHeader))
	require.Less(t, len(data), maxHeader)
	_, _, err := decodeShard(bytes.NewReader(data), true)
	require.ErrorIs(t, err, errNoSamples)
	name := filepath.Join(t.TempDir(), "s1-00000"+Extension)
	require.NoError(t, os.WriteFile(name, data, 0o600))
	_, err = readHeader(name)
	require.EqualError(t, err, name+": "+errNoSamples.Error())
}

// Any bytes, compressed or not, are samples that are possible, or one error.
func FuzzDecodeShard(f *testing.F) {
	text, err := binary.Append([]byte("{\"zonda_samples\":1,\"samples\":1}\n"), binary.LittleEndian, sampleOf(board.Start(), board.Win, -12))
	require.NoError(f, err)
	f.Add(text, true)
	f.Add([]byte("{\"zonda_samples\":2,\"samples\":-1}\n"), true)
	f.Add(packed(f, text), false)
	f.Fuzz(func(t *testing.T, data []byte, pack bool) {
		if pack {
			data = packed(t, data)
		}
		_, samples, err := decodeShard(bytes.NewReader(data), true)
		for _, s := range samples {
			require.NoError(t, s.check())
		}
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
		}
	})
}

// As many random moves as the play says, or as few as half of them, follow an opening.
func TestRandomPlies(t *testing.T) {
	play := quick(t)
	play.Suites = [][]openings.Opening{{{ID: "1", Start: board.Start()}}}
	p, random, games := NewPlayer(play), rand.New(rand.NewPCG(1, 1)), map[int]int{}
	const many = 200
	for range many {
		games[len(p.opening(random).Moves())]++
	}
	require.Len(t, games, 4, "%v", games)
	for plies := play.RandomPlies / 2; plies <= play.RandomPlies; plies++ {
		require.Positive(t, games[plies], plies)
	}
}

// Samples pass through a text as they are.
func TestSamplesAsText(t *testing.T) {
	samples, err := NewPlayer(quick(t)).Do(t.Context(), Order{Seed: 1, Games: 3})
	require.NoError(t, err)
	require.NotEmpty(t, samples)
	text, err := json.Marshal(samples)
	require.NoError(t, err)
	var read Samples
	require.NoError(t, json.Unmarshal(text, &read))
	require.Equal(t, samples, read)
	impossible, err := json.Marshal(Samples{{Black: 1, White: 1}})
	require.NoError(t, err)
	require.ErrorContains(t, json.Unmarshal(impossible, &read), "sample 1 of 1: this is no position")
	require.ErrorContains(t, json.Unmarshal([]byte(`"AAAA"`), &read), "samples")
	require.Equal(t, samples, read)
}

// Whatever a message holds, its samples are possible or an error.
func FuzzSamples(f *testing.F) {
	text, err := Samples{sampleOf(board.Start(), board.Draw, 0)}.MarshalText()
	require.NoError(f, err)
	f.Add(text)
	f.Add([]byte("AAAA"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var samples Samples
		_ = samples.UnmarshalText(text)
		for _, s := range samples {
			require.NoError(t, s.check())
		}
	})
}

// The leaves of a game are quiet, are not known to the databases, have the score of a search and no result. The
// positions of the game are those of a game without leaves.
func TestLeaves(t *testing.T) {
	play := quick(t)
	plain := NewPlayer(play).Game(rand.New(rand.NewPCG(3, 0)))
	play.Leaves, play.LeafNodes = 40, 60
	p := NewPlayer(play)
	samples := p.Game(rand.New(rand.NewPCG(3, 0)))
	require.Equal(t, plain, samples[:len(plain)])
	leaves := samples[len(plain):]
	require.NotEmpty(t, leaves)
	require.LessOrEqual(t, len(leaves), play.Leaves)
	scored := 0
	for _, s := range leaves {
		require.True(t, s.Leaf())
		require.NoError(t, s.check())
		require.Zero(t, s.Position().Jumpers())
		require.Greater(t, s.Position().Pieces(), 6)
		require.LessOrEqual(t, max(s.Score, -s.Score), int16(certain))
		if eval.Score(s.Score) != p.play.sources().Evaluation().Evaluate(s.Position()) {
			scored++
		}
	}
	require.Positive(t, scored, "the score is that of a search")
	require.Equal(t, samples, p.Game(rand.New(rand.NewPCG(3, 0))), "the same random numbers, the same leaves")
}

// A picker keeps early and late positions with the same chance.
func TestLeafPickerIsFair(t *testing.T) {
	const positions, maximum, rounds = 40, 4, 3000
	count := [positions]int{}
	for seed := range uint64(rounds) {
		l := leafPicker{Evaluator: eval.BuiltIn(), max: maximum}
		l.begin(seed)
		for i := range positions {
			l.Evaluate(board.Position{Black: board.Bitboard(i) + 1, White: 1 << 31})
		}
		require.Len(t, l.kept, maximum)
		for _, p := range l.kept {
			count[p.Black-1]++
		}
	}
	const expected = rounds * maximum / positions
	for i, n := range count {
		require.InDelta(t, expected, n, expected/4, "position %d", i)
	}
}
