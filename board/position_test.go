package board

import (
	"encoding/json"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestStart(t *testing.T) {
	p := Start()
	require.Equal(t, "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", p.FEN())
	require.Equal(t, 24, p.Pieces())
	require.Equal(t, 8, p.Empty().Count())
	require.Equal(t, p, p.Mirror().Mirror())
	require.Equal(t, Position{Black: p.Black, White: p.White, Turn: White}, p.Mirror())
}

func TestPositionParts(t *testing.T) {
	p := position(t, "B:W21,K22:BK1,2,3")
	require.Equal(t, bitboard(1, 2, 3), p.Side(Black))
	require.Equal(t, bitboard(21, 22), p.Side(White))
	require.Equal(t, bitboard(2, 3), p.Men(Black))
	require.Equal(t, bitboard(21), p.Men(White))
	require.Equal(t, bitboard(1), p.KingsOf(Black))
	require.Equal(t, bitboard(22), p.KingsOf(White))
	require.Equal(t, AllSquares&^bitboard(1, 2, 3, 21, 22), p.Empty())
	require.Equal(t, 5, p.Pieces())
}

func bitboard(numbers ...int) (b Bitboard) {
	for _, n := range numbers {
		b |= 1 << (n - 1)
	}
	return b
}

func TestPlay(t *testing.T) {
	tests := map[string]struct{ before, move, after string }{
		"man":                   {"B:W32:B9", "9-14", "W:W32:B14"},
		"king":                  {"W:WK14:B1", "14-9", "B:WK9:B1"},
		"man becomes king":      {"B:W21:B28", "28-32", "W:W21:BK32"},
		"white man becomes one": {"W:W5:B28", "5-1", "B:WK1:B28"},
		"capture of a man":      {"B:W18,21:B15", "15x22", "W:W21:B22"},
		"capture of a king":     {"B:WK18,21:B15", "15x22", "W:W21:B22"},
		"king captures":         {"B:W18,K17,21:BK15", "15x13", "W:W21:BK13"},
		"crowning capture":      {"B:W26,21:B22", "22x31", "W:W21:BK31"},
		"circle":                {"B:W6,7,14,K15,32:BK2", "2x2", "W:W32:BK2"},
		"last piece":            {"W:WK18:B22", "18x25", "B:WK25:B"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p := position(t, test.before)
			m, err := p.ParseMove(test.move)
			require.NoError(t, err)
			require.Equal(t, test.after, p.Play(m).FEN())
		})
	}
}

func TestIrreversible(t *testing.T) {
	irreversible := func(fen, move string) bool {
		p := position(t, fen)
		m, err := p.ParseMove(move)
		require.NoError(t, err)
		return p.Irreversible(m)
	}
	require.False(t, irreversible("B:W32:BK9", "9-14"))
	require.True(t, irreversible("B:W32:B9", "9-14"))
	require.True(t, irreversible("B:W18:BK15", "15x22"))
	require.True(t, irreversible("B:W18:B15", "15x22"))
}

// TestMirror checks that a turned board with the colours swapped is the same game.
func TestMirror(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition().Draw(t, "position")
		t.Log(p)
		mirror := p.Mirror()
		require.Equal(t, p, mirror.Mirror())
		require.NotEqual(t, p, mirror)

		var moves, mirrored MoveList
		p.Moves(&moves)
		mirror.Moves(&mirrored)
		var expected []Move
		for _, m := range moves.Slice() {
			turned := Move{Captured: m.Captured.Turned(), From: Squares - 1 - m.From, To: Squares - 1 - m.To}
			expected = append(expected, turned)
			require.Equal(t, p.Play(m).Mirror(), mirror.Play(turned))
		}
		require.ElementsMatch(t, expected, mirrored.Slice())
	})
}

// TestHashTellsGamesApart walks from the start position, ply by ply, through
// millions of different positions and finds no hash twice.
func TestHashTellsGamesApart(t *testing.T) {
	if testing.Short() {
		t.Skip("walks through millions of positions")
	}
	t.Parallel()
	enough := 300_000
	if long() {
		enough = 2_000_000
	}
	seen := make(map[uint64]Position, enough)
	for ply := []Position{Start()}; len(seen) < enough; {
		require.NotEmpty(t, ply, "no more positions")
		var next []Position
		for _, p := range ply {
			for _, child := range children(p) {
				other, found := seen[child.Hash()]
				if !found {
					seen[child.Hash()] = child
					next = append(next, child)
				} else if other != child {
					require.Fail(t, "same hash", "%s and %s", other, child)
				}
			}
		}
		ply = next
	}
}

func children(p Position) (positions []Position) {
	var l MoveList
	p.Moves(&l)
	for _, m := range l.Slice() {
		positions = append(positions, p.Play(m))
	}
	return positions
}

// TestHashTellsEndingsApart hashes all placements of two pieces a side, men and
// kings, either side to move: positions that differ in a few bits. The usual run takes
// every fourth placement of the black pieces.
func TestHashTellsEndingsApart(t *testing.T) {
	if testing.Short() {
		t.Skip("hashes millions of positions")
	}
	t.Parallel()
	step := 4
	if long() {
		step = 1
	}
	var hashes []uint64
	for i, black := range pairs() {
		if i%step != 0 {
			continue
		}
		for _, white := range pairs() {
			if black&white != 0 {
				continue
			}
			pieces := black | white
			for kings := pieces; ; kings = (kings - 1) & pieces {
				hashes = append(hashes, Position{black, white, kings, Black}.Hash(),
					Position{black, white, kings, White}.Hash())
				if kings == 0 {
					break
				}
			}
		}
	}
	placements := 496 / step * 435 * 16 * 2
	require.Len(t, hashes, placements)
	slices.Sort(hashes)
	require.Len(t, slices.Compact(hashes), placements)
}

// pairs returns all sets of two squares.
func pairs() (sets []Bitboard) {
	for high := range Square(Squares) {
		for low := range high {
			sets = append(sets, high.Bit()|low.Bit())
		}
	}
	return sets
}

// TestHash checks that a hash depends on every bit of a position, the side to move
// included, and that a change spreads through all of it: tables index by any part.
func TestHash(t *testing.T) {
	t.Parallel()
	var flips, changed int
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition().Draw(t, "position")
		require.Equal(t, p.Hash(), position(t, p.FEN()).Hash())
		others := []Position{{p.Black, p.White, p.Kings, p.Turn.Opponent()}, {p.White, p.Black, p.Kings, p.Turn}}
		for _, s := range allSquares() {
			others = append(others,
				Position{p.Black ^ s.Bit(), p.White, p.Kings, p.Turn},
				Position{p.Black, p.White ^ s.Bit(), p.Kings, p.Turn},
				Position{p.Black, p.White, p.Kings ^ s.Bit(), p.Turn})
		}
		for _, other := range others {
			require.NotEqual(t, p.Hash(), other.Hash(), "%v", other)
			changed += bits.OnesCount64(p.Hash() ^ other.Hash())
			flips++
		}
	})
	require.InDelta(t, 32, float64(changed)/float64(flips), 2, "half of the bits change")
}

// TestHashSpreads checks that every 16 neighbouring bits tell positions apart as
// well as chance would: of as many positions as there are values, 63 % are taken.
func TestHashSpreads(t *testing.T) {
	const width = 16
	positions := map[Position]bool{}
	for _, p := range pliesFromStart(8) {
		if len(positions) < 1<<width {
			positions[p] = true
		}
	}
	require.Len(t, positions, 1<<width)
	for shift := 0; shift <= 64-width; shift += width / 2 {
		values := map[uint16]bool{}
		for p := range positions {
			values[uint16(p.Hash()>>shift)] = true
		}
		require.InDelta(t, 0.632, float64(len(values))/(1<<width), 0.01, "bits from %d", shift)
	}
}

// BenchmarkHash hashes the positions five plies from the start.
func BenchmarkHash(b *testing.B) {
	positions := pliesFromStart(5)
	var sum uint64
	for b.Loop() {
		for _, p := range positions {
			sum += p.Hash()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(positions)), "ns/hash")
	require.NotZero(b, sum)
}

// pliesFromStart returns the positions after every sequence of this number of plies.
func pliesFromStart(plies int) []Position {
	positions := []Position{Start()}
	for range plies {
		var next []Position
		for _, p := range positions {
			next = append(next, children(p)...)
		}
		positions = next
	}
	return positions
}

func TestPositionText(t *testing.T) {
	data, err := json.Marshal(map[string]Position{"at": Start()})
	require.NoError(t, err)
	require.Equal(t, `{"at":"`+Start().FEN()+`"}`, string(data))
	var back map[string]Position
	require.NoError(t, json.Unmarshal(data, &back))
	require.Equal(t, Start(), back["at"])
	require.EqualError(t, json.Unmarshal([]byte(`{"at":"B:W1:B1"}`), &back), `FEN "B:W1:B1": Black: square 1 has two pieces`)
}

func TestLegal(t *testing.T) {
	p := position(t, "B:W9,10,17,18:B6")
	var all MoveList
	p.Moves(&all)
	require.Equal(t, all.Slice(), slices.Collect(p.Legal()))
	for m := range p.Legal() {
		require.Equal(t, all.At(0), m)
		break
	}
	require.Empty(t, slices.Collect(position(t, "B:W:B1").Legal()), "White has no pieces: the game is over")
}

// TestParseLetters reads what Letters writes, also in another alphabet, and refuses what is no position.
func TestParseLetters(t *testing.T) {
	p := position(t, "B:W32,K6:B1,K31")
	read, err := ParseLetters(p.Letters(), "bBwW.", White)
	require.NoError(t, err)
	p.Turn = White
	require.Equal(t, p, read)
	read, err = ParseLetters(strings.NewReplacer("b", "z", "B", "Z", ".", "e").Replace(p.Letters()), "zZwWe", White)
	require.NoError(t, err)
	require.Equal(t, p, read)
	for letters, want := range map[string]string{
		"bw":                          "2 squares are not 32",
		"x" + strings.Repeat(".", 31): `square 1 has "x": the letters are bBwW.`,
		strings.Repeat(".", 32):       "the board is empty",
		strings.Repeat("B", 32):       "Black has 32 pieces, more than 12",
	} {
		_, err := ParseLetters(letters, "bBwW.", Black)
		require.EqualError(t, err, want)
	}
}
