package monitor

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/work"
)

// Whatever workers and pieces that were set aside say of themselves, the page is written, and the text for a terminal
// has no control characters.
func FuzzStatus(f *testing.F) {
	f.Add([]byte(`{"name":"a","host":"\u001b[2J","threads":2}`), []byte(`{"subject":"work.squares.5.a.b.c","result":{"failed":"\u001b[2J"}}`), "kind")
	f.Fuzz(func(t *testing.T, presence, failed []byte, kind string) {
		var w work.Presence
		var p work.FailedPiece
		if json.Unmarshal(presence, &w) != nil || json.Unmarshal(failed, &p) != nil {
			return
		}
		s := work.Status{Time: time.Now(), Workers: []work.Presence{w}, Queues: []work.QueueState{{Kind: kind, Release: kind}}}
		text := new(strings.Builder)
		require.NoError(t, Print(text, s, []work.FailedPiece{p}))
		for _, r := range text.String() {
			require.True(t, r == '\n' || !unicode.IsControl(r), "%q", text.String())
		}
		require.NoError(t, page.Execute(io.Discard, struct {
			work.Status
			Failures []work.FailedPiece
		}{s, []work.FailedPiece{p}}))
	})
}
