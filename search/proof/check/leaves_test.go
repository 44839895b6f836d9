package check

import (
	"bytes"
	"encoding/csv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// The values written are those that a check needs, each once and in order.
func TestLeaves(t *testing.T) {
	db := openDatabase(t)
	leaves := NewLeaves(db)
	c := prove(t, db, certificate.Question{Position: parse(t, "W:WK10:B6,K28"), Attacker: board.Black})
	require.NoError(t, Check(c, leaves))
	var out, again bytes.Buffer
	require.NoError(t, leaves.Write(&out))
	require.NoError(t, leaves.Write(&again))
	require.Equal(t, out.String(), again.String())
	rows, err := csv.NewReader(&out).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"position", "value"}, rows[0])
	require.NotEmpty(t, rows[1:])
	for _, row := range rows[1:] {
		require.Equal(t, db.Probe(parse(t, row[0])).String(), row[1])
	}
}
