package match

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// patience is how long a test waits for a file that is written every second.
const patience = time.Minute

// Those who watch a match see its games in play, and can stop it.
func TestLive(t *testing.T) {
	journal := filepath.Join(t.TempDir(), "a.match")
	_, running := ReadLive(journal)
	require.False(t, running)
	ctx, stop := context.WithCancelCause(t.Context())
	o := options
	o.Broadcast = NewBroadcast(journal)
	told := make(chan struct{})
	go func() {
		defer close(told)
		o.Broadcast.Run(ctx, stop)
	}()
	p := planOf(t, 6, engineOf("A", "late=200"), engineOf("B", "late=200"))
	played := make(chan error, 1)
	go func() { played <- Run(ctx, NewStandings(p), o, &ledger{}) }()
	require.Eventually(t, func() bool {
		l, running := ReadLive(journal)
		return running && len(l.Games) == o.Concurrency && len(l.Games[0].Plies) > 1
	}, patience, 10*time.Millisecond)
	l, _ := ReadLive(journal)
	require.NoError(t, p.Has(l.Games[0]))
	require.Error(t, p.Fits(l.Games[0]), "the game has no result yet")
	g, err := p.GameScore("id", l.Games[0])
	require.NoError(t, err)
	require.Equal(t, "in play", g.Tags.Get("Termination"))
	require.NoError(t, AskToStop(journal))
	require.ErrorIs(t, <-played, ErrStopAsked)
	<-told
	_, running = ReadLive(journal)
	require.False(t, running)
}
