package pack

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/egdb"
)

func TestMarks(t *testing.T) {
	for margin := range uint8(egdb.Margins) {
		for gap := range uint8(egdb.Gaps) {
			for _, second := range []bool{false, true} {
				m := markOf(margin, gap, second)
				require.Equal(t, margin, m.margin())
				require.Equal(t, gap, m.gap())
				require.Equal(t, second, m.secondWrong())
			}
		}
	}
}
