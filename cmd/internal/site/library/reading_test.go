package library

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
)

// TestReadingStops: a file that is being read tells how far it is, and ends with ErrStopped, without a collection, when nobody wants it.
func TestReadingStops(t *testing.T) {
	v := &visit{library: started(t, Options{})}
	text := strings.Repeat("1. 11-15 23-19 *\n\n", 100)
	read, end := v.library.collections.readings.begin("x.pdn", len(text))
	calls := 0
	_, err := newCollection("x.pdn", []byte(text), func(bytes int) error {
		if calls++; calls == 50 {
			now, err := v.reading(t.Context(), nil, File{"x.pdn"})
			require.NoError(t, err)
			require.Equal(t, len(text), now.Total)
			require.InDelta(t, len(text)/2, now.Read, 40)
			_, err = v.stopReading(t.Context(), nil, File{"x.pdn"})
			require.NoError(t, err)
		}
		return read(bytes)
	})
	require.ErrorIs(t, err, talk.ErrStopped)
	require.LessOrEqual(t, calls, 51)
	end()
	now, err := v.reading(t.Context(), nil, File{"x.pdn"})
	require.NoError(t, err)
	require.Zero(t, now)
}
