package match

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board/pdn"
)

// Only scores of 0 that were searched make an agreement, and none before the moves it takes.
func TestAgreed(t *testing.T) {
	zero, known, forced, ahead := Ply{Score: "+0.00", Depth: 9}, Ply{Score: "draw", Depth: 3}, Ply{Score: "+0.31"}, Ply{Score: "-0.01", Depth: 9}
	for _, c := range []struct {
		plies  []Ply
		agreed int // plies at the most
	}{
		{nil, 0},
		{[]Ply{zero, known, zero}, 3},
		{[]Ply{zero, zero, ahead}, 0},
		{[]Ply{zero, ahead, zero, zero}, 2},
		{[]Ply{zero, forced, zero, known, forced}, 3},
		{[]Ply{zero, forced, known, forced, zero, forced}, 0}, // the other engine is silent
		{[]Ply{zero, zero, {Depth: 9}, zero}, 0},
		{[]Ply{forced, forced}, 0},
	} {
		r := Record{Plies: c.plies}
		for plies := 2; plies < 6; plies++ {
			require.Equal(t, plies <= c.agreed, r.agreed(plies), "%d of %v", plies, c.plies)
		}
	}
}

// Any game of a journal that fits its plan counts in the standings, and becomes PDN if its moves are legal.
func FuzzRecord(f *testing.F) {
	for _, r := range twoGames {
		line, err := json.Marshal(r)
		require.NoError(f, err)
		f.Add(line)
	}
	f.Add([]byte(`{"game":9223372036854775807,"opening":"001","black":0,"white":1,"result":"1-0","plies":[{"m":"24-20","d":-1,"t":-1,"r":"x"}]}`))
	f.Add([]byte(`{"game":1,"opening":"001","black":0,"white":1,"result":"0-1","loser":"}\u0000\n","detail":"{","plies":[{"m":"24-20","s":"}{"}]}`))
	p := planOf(f, 6, engineOf("A"), engineOf("B"))
	f.Fuzz(func(t *testing.T, line []byte) {
		var r Record
		if json.Unmarshal(line, &r) != nil {
			return
		}
		if err := p.Fits(r); err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		s := NewStandings(p)
		s.Add(r)
		require.Equal(t, 1, s.Played())
		g, err := p.GameScore("ID", r)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		var text strings.Builder
		require.NoError(t, pdn.Write(&text, g))
		again, err := pdn.NewReader(strings.NewReader(text.String())).Read()
		require.NoError(t, err, text.String())
		require.Len(t, again.Moves, len(g.Moves))
	})
}

// patience is how long a test waits for a file that is written every second.
const patience = time.Minute

// Those who watch a match see its games in play, and can stop it.
func TestLive(t *testing.T) {
	journal := filepath.Join(t.TempDir(), "a.match")
	_, running := ReadLive(journal)
	require.False(t, running)
	ctx, stop := context.WithCancelCause(t.Context())
	o := options
	o.Broadcast = newBroadcast(journal)
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
	require.Equal(t, "unterminated", g.Tags.Get("Termination"))
	require.NoError(t, AskToStop(journal))
	require.ErrorIs(t, <-played, ErrStopAsked)
	<-told
	_, running = ReadLive(journal)
	require.False(t, running)
}
