package monitor

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/farm"
)

// Whatever workers and tasks that failed permanently say of themselves, the page is written, and the text for a terminal
// has no control characters.
func FuzzStatus(f *testing.F) {
	f.Add([]byte(`{"name":"a","host":"\u001b[2J","threads":2}`), []byte(`{"subject":"work.squares.5.a.b.c","result":{"failed":"\u001b[2J"}}`), "kind")
	f.Add([]byte(`{"name":"a","threads":2,"ill":{"squares":"\u001b[2J"}}`), []byte(`{}`), "kind")
	f.Add([]byte(`{}`), []byte(`{}`), "\x1b[2J")
	f.Fuzz(func(t *testing.T, presence, failed []byte, kind string) {
		var w farm.Presence
		var p farm.FailedTask
		if json.Unmarshal(presence, &w) != nil || json.Unmarshal(failed, &p) != nil {
			return
		}
		s := farm.Status{
			Time: time.Now(), Workers: []farm.Presence{w}, Gone: []farm.Presence{w}, Queues: []farm.QueueState{{Kind: kind, Release: kind}},
			Producers: []farm.ProducerState{{Producer: kind, Host: kind, Kind: kind, Output: kind}},
		}
		text := new(strings.Builder)
		require.NoError(t, Print(text, s, []farm.FailedTask{p}))
		for _, r := range text.String() {
			require.True(t, r == '\n' || !unicode.IsControl(r), "%q", text.String())
		}
		require.NoError(t, page.Execute(io.Discard, struct {
			farm.Status
			Failures []farm.FailedTask
		}{s, []farm.FailedTask{p}}))
	})
}
