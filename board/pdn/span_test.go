package pdn

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSpan: the spans of games hold their games and nothing of the others.
func TestSpan(t *testing.T) {
	const text = "% head\n\n[Event \"a\"]\n1. 11-15 *\n\n\n  1. 9-14 {x} 1-0\r\n%between\r\n1. 10-14 * 1. 10-15*[Event \"b\"]\n1. 12-16 \n\n"
	r := NewReader(strings.NewReader(text))
	var games []string
	for {
		_, err := r.Read()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		begin, end := r.Span()
		games = append(games, text[begin:end])
	}
	require.Equal(t, []string{"[Event \"a\"]\n1. 11-15 *", "1. 9-14 {x} 1-0", "1. 10-14 *", "1. 10-15*", "[Event \"b\"]\n1. 12-16"}, games)
}
