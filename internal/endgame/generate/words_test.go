package generate

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/internal/endgame"
)

// TestSets compares the tables with what they say they hold.
func TestSets(t *testing.T) {
	for k := range 4 {
		s := newSets(k)
		require.Len(t, s.members, choose[squares][k])
		for r, set := range s.members {
			require.Equal(t, k, bits.OnesCount32(set))
			require.Equal(t, r, rank(set))
			require.Equal(t, bits.Reverse32(set), s.members[s.turned[r]])
			near := map[int32]bool{}
			for from := range squares {
				for d := range directions {
					to := next[d][from]
					if set>>from&1 != 0 && to != offBoard && set>>to&1 == 0 {
						near[int32(rank(set&^(1<<from)|1<<to))] = true
					}
				}
				with := s.with[r*squares+from]
				if set>>from&1 != 0 {
					require.Equal(t, none, with)
				} else {
					require.Equal(t, rank(set|1<<from), int(with))
				}
			}
			for _, to := range s.nearOf(r) {
				require.True(t, near[to])
				delete(near, to)
			}
			require.Empty(t, near)
		}
	}
}

func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Uint64().Draw(t, "word")
		want := uint64(0)
		for s := range squares {
			for half := 0; half <= squares; half += squares {
				if uint32(x>>half)&steps[s] != 0 {
					want |= 1 << (s + half)
				}
			}
		}
		require.Equal(t, want, spread(x))
	})
}

func TestTranspose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m, want [squares]uint64
		for i := range m {
			m[i] = rapid.Uint64().Draw(t, "row")
			for j := range squares {
				want[j] |= (m[i]>>j&1)<<i | (m[i]>>(j+squares)&1)<<(i+squares)
			}
		}
		transpose(&m)
		require.Equal(t, want, m)
	})
}

// randomBlock returns words as a solved block has them: of every placement of the
// kings a value, the same whichever black king is X.
func randomBlock(t *rapid.T, v *Values, m endgame.Material, men uint32) []uint64 {
	seed := rapid.Uint64().Draw(t, "seed")
	words := make([]uint64, blockWords(m))
	whites := choose[squares][m.WhiteKings]
	for rA, a := range v.tables[m.BlackKings-1].members {
		for rC, c := range v.tables[m.WhiteKings].members {
			if a&men != 0 || c&(a|men) != 0 {
				continue
			}
			for x := ^(a | c | men); x != 0; x &= x - 1 {
				bit := x & -x
				h := (seed ^ uint64(a|bit)) * 0x9E3779B97F4A7C15
				h = (h ^ h>>29 ^ uint64(c)) * 0xBF58476D1CE4E5B9
				words[rA*whites+rC] |= [3]uint64{0, 1 << squares, 1 | 1<<squares}[h>>33%3] * uint64(bit)
			}
		}
	}
	return words
}

// TestPack packs random blocks and gets them back, counted.
func TestPack(t *testing.T) {
	v := NewValues()
	v.tables.need(4)
	for _, name := range []string{"1Kv1K", "1K1Cv2K1C", "2Kv1C", "2K1Cv2K", "3Kv1K1C", "3K1Cv2C"} {
		m, err := endgame.ParseMaterial(name)
		require.NoError(t, err)
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				men := uint32(0)
				for bits.OnesCount32(men) < m.Men() {
					men |= 1 << rapid.IntRange(0, squares-1).Draw(t, "man")
				}
				words := randomBlock(t, v, m, men)
				w := newValueSolver(v)
				w.slice = &slice{kept[uint64, uint8]{solved: solved{form: formOf(m)}}}
				packed, n := w.pack(words, men)
				into := make([]uint64, len(words))
				v.tables.unpack(into, packed, men, m.BlackKings, m.WhiteKings)
				require.Equal(t, words, into)
				free := squares - m.Men()
				require.EqualValues(t, choose[free][m.BlackKings]*choose[free-int(m.BlackKings)][m.WhiteKings],
					n.Wins+n.Losses+n.Draws)

				if m.WhiteKings > 0 {
					mirrored := make([]uint64, blockWords(m.Mirror()))
					mirror(&v.tables, mirrored, words, m.Mirror(), transpose)
					back := make([]uint64, len(words))
					mirror(&v.tables, back, mirrored, m, transpose)
					require.Equal(t, words, back)
				}
			})
		})
	}
}
