package cli

import (
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A line of Report says how far the phase is and how long it needs more.
func TestReport(t *testing.T) {
	m := NewMeter(io.Discard)
	now := time.Now()
	require.Equal(t, "20 workers", m.report("20 workers", now))
	m.Step("games", "games", 100, 1100)
	m.Step("games", "games", 200, 1100)
	require.Equal(t, "200 of 1100; 20 workers; about 1.5 h more", m.report("20 workers", m.began.Add(10*time.Minute)))
	left, long := m.left(m.began.Add(time.Minute))
	require.EqualValues(t, 900, left)
	require.Equal(t, 9*time.Minute, long)
	m.Step("games", "games", 1100, 1100)
	require.Equal(t, "1100 of 1100; 20 workers", m.report("20 workers", now.Add(time.Hour)))
}
