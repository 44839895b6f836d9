package pack

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/internal/endgame"
)

func TestMarks(t *testing.T) {
	for margin := range uint8(endgame.Margins) {
		for gap := range uint8(endgame.Gaps) {
			for _, second := range []bool{false, true} {
				m := markOf(margin, gap, second)
				require.Equal(t, margin, m.margin())
				require.Equal(t, gap, m.gap())
				require.Equal(t, second, m.secondWrong())
			}
		}
	}
}
