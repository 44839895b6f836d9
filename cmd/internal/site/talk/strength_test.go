package talk

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/protocol/session"
)

// The ladder has every level once, and the Elo that docs/protocol.md says.
func TestStrengths(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/protocol.md")
	require.NoError(t, err)
	rows := regexp.MustCompile(`(?m)^\| (\d+) \| \d+ \| [\d.]+ \| \d+ \| [^|]*\|(?: \+(\d+) [^|]*)?`).FindAllSubmatch(text, -1)
	levels := slices.IndexFunc(session.Options(), func(o session.Option) bool { return o.Name == "Level" })
	require.Len(t, rows, session.Options()[levels].Max)
	ladder, elo := strengths(), 0
	require.Len(t, ladder, len(rows)+1)
	for i, row := range rows {
		step, _ := strconv.Atoi(string(row[2]))
		elo += step
		require.Equal(t, string(row[1]), strconv.Itoa(ladder[i].Level))
		require.Equal(t, elo, ladder[i].Elo)
	}
	full := ladder[len(rows)]
	require.Equal(t, fullStrength, full.Level)
	require.Contains(t, string(text), fmt.Sprintf("more than %d Elo", full.Elo-elo))
}
