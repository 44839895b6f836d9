package depths

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/board"
)

func TestRows(t *testing.T) {
	named, err := Rows(nil)
	require.NoError(t, err)
	require.Len(t, named, 6)
	require.Equal(t, "start", named[0].title())
	given, err := Rows([]string{"B:WK29:BK1,K2"})
	require.NoError(t, err)
	require.Equal(t, "B:WK29:BK1,K2", given[0].title())
	_, err = Rows([]string{"B:WK29:BK1,K2", "B:W1:B"})
	require.ErrorContains(t, err, "FEN")
}

// The last iteration before each time counts: later times are no less deep.
func TestMeasurement(t *testing.T) {
	_, err := NewMeasurement(context.Background(), []time.Duration{time.Second}, 0, 1)
	require.ErrorContains(t, err, "option Threads")
	_, err = NewMeasurement(context.Background(), []time.Duration{time.Second}, 1, 0)
	require.ErrorContains(t, err, "option Hash")

	ctx, cancel := context.WithCancel(context.Background())
	m, err := NewMeasurement(ctx, []time.Duration{time.Millisecond, 300 * time.Millisecond}, 1, 1)
	require.NoError(t, err)
	defer m.Close()
	rows, err := Rows([]string{"B:W21-32:B1-12", "B:WK29:BK1,K2"})
	require.NoError(t, err)
	found, err := m.Search(ctx, rows[0].Position)
	require.NoError(t, err)
	require.Len(t, found.Depths, 2)
	require.Equal(t, 300.0, found.Depths[1].Milliseconds)
	require.GreaterOrEqual(t, found.Depths[1].Depth, found.Depths[0].Depth)
	require.Positive(t, found.Nodes)
	require.NotEmpty(t, found.Depths[1].Move)

	rows[0].Result = found
	rows[1].Result, err = m.Search(ctx, rows[1].Position)
	require.NoError(t, err)
	require.Equal(t, "win 11", rows[1].Depths[1].Score, "the databases know it without a search")
	var out strings.Builder
	table := NewTable(&out, rows, []time.Duration{time.Millisecond, 300 * time.Millisecond}, true)
	table.Header()
	for _, row := range rows {
		require.NoError(t, table.Print(row))
	}
	lines := json.NewDecoder(strings.NewReader(out.String()))
	for _, row := range rows {
		var read Row
		require.NoError(t, lines.Decode(&read))
		row.Position = board.Position{}
		require.Equal(t, row, read)
	}
	require.False(t, lines.More())

	cancel()
	_, err = m.Search(ctx, rows[0].Position)
	require.EqualError(t, err, "interrupted; the positions above are done")
}
