package build

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// TestValuesFile saves every slice of two and three pieces and reads it back; cut
// at any place or with any byte changed a file is refused.
func TestValuesFile(t *testing.T) {
	v := solveAll(t, 3, 2)
	name := filepath.Join(t.TempDir(), "slice")
	for n := 2; n <= 3; n++ {
		for _, class := range Classes(n) {
			for _, m := range class {
				require.NoError(t, v.slice(m).save(name))
				s, err := openValues(name, m)
				require.NoError(t, err)
				mapped := NewValues()
				mapped.put(s, most(m))
				var want, got []board.Result
				v.Each(m.Mirror(), 0, 1, func(_ board.Position, r board.Result) { want = append(want, r) })
				mapped.Each(m.Mirror(), 0, 1, func(_ board.Position, r board.Result) { got = append(got, r) })
				require.Equal(t, want, got, "%v", m)
				counts, _ := v.Counts(m)
				again, _ := mapped.Counts(m)
				require.Equal(t, counts, again)
				require.NoError(t, mapped.Close())

				_, err = openValues(name, egdb.Material{BlackKings: 5, WhiteKings: 5})
				require.ErrorIs(t, err, errDamaged)
			}
		}
	}
}

func TestDamagedValues(t *testing.T) {
	v := solveAll(t, 2, 1)
	m := Classes(2)[0][0]
	name := filepath.Join(t.TempDir(), "slice")
	require.NoError(t, v.slice(m).save(name))
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	for i := 0; i < len(data); i += 1 + len(data)/500 {
		require.NoError(t, os.WriteFile(name, data[:i], 0o600))
		_, err := openValues(name, m)
		require.ErrorIs(t, err, errDamaged, "cut at %d", i)

		flipped := append([]byte(nil), data...)
		flipped[i] ^= 0x10
		require.NoError(t, os.WriteFile(name, flipped, 0o600))
		_, err = openValues(name, m)
		require.ErrorIs(t, err, errDamaged, "byte %d", i)
	}
	_, err = openValues(name+"x", m)
	require.ErrorIs(t, err, os.ErrNotExist)
}
