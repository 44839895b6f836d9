package endgame

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// TestPositions compares the counts with the table of SOLVED07.
func TestPositions(t *testing.T) {
	want := map[int]uint64{2: 3_488, 3: 196_032, 4: 6_209_316, 5: 139_450_808, 6: 2_426_085_676, 7: 34_243_113_624}
	slices := map[int]int{2: 4, 3: 12, 4: 25, 5: 44, 6: 70}
	for pieces, positions := range want {
		var sum uint64
		for _, m := range Slices(pieces) {
			require.Equal(t, pieces, m.Pieces())
			sum += m.Positions()
		}
		require.Equal(t, positions, sum, "%d pieces", pieces)
		if n, known := slices[pieces]; known {
			require.Len(t, Slices(pieces), n)
		}
	}
}

func TestMaterialNames(t *testing.T) {
	for pieces := 2; pieces <= 8; pieces++ {
		for _, m := range Slices(pieces) {
			read, err := ParseMaterial(m.String())
			require.NoError(t, err)
			require.Equal(t, m, read)
			require.Equal(t, m, m.Mirror().Mirror())
		}
	}
	for _, bad := range []string{"", "v", "2K", "2Kv", "v1K", "2K1C-1K", "13Kv1K", "7K6Cv1K", "0Kv1K", "99999999999999999999Kv1K"} {
		_, err := ParseMaterial(bad)
		require.Error(t, err, bad)
	}
}

func TestMaterialOf(t *testing.T) {
	p, err := board.ParseFEN("W:W17,K32:B1,2,K3")
	require.NoError(t, err)
	require.Equal(t, "1K1Cv1K2C", MaterialOf(p).String())
	p.Turn = board.Black
	require.Equal(t, "1K2Cv1K1C", MaterialOf(p).String())
}

// Any text is a material that its name gives back, or one error.
func FuzzParseMaterial(f *testing.F) {
	for _, name := range []string{"2K1Cv1K2C", "1kV1c", "0K1Cv012C", "13Kv1K", "v", "1Kv1K\n"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		m, err := ParseMaterial(name)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		require.LessOrEqual(t, max(m.Black(), m.White()), board.MaxPieces)
		again, err := ParseMaterial(m.String())
		require.NoError(t, err)
		require.Equal(t, m, again)
	})
}
