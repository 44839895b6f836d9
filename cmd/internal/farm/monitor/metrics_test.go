package monitor

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/farm"
)

// echo does tasks that are numbers; it refuses 3 and waits with 9.
type echo struct{ release chan struct{} }

func (e echo) Do(_ context.Context, input json.RawMessage) (any, error) {
	switch string(input) {
	case "3":
		return nil, farm.Refusal{Err: errors.New("a number that nobody can do")}
	case "9":
		<-e.release
	}
	return input, nil
}

func (echo) Close() error { return nil }

// numbers returns the tasks of the numbers below n.
func numbers(n int) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i := range n {
			if !yield(i, nil) {
				return
			}
		}
	}
}

// valuesOf returns the sums of the metrics of a server, by their names.
func valuesOf(t *testing.T, registry *prometheus.Registry) map[string]float64 {
	t.Helper()
	families, err := registry.Gather()
	require.NoError(t, err)
	all := map[string]float64{}
	for _, f := range families {
		for _, m := range f.Metric {
			all[f.GetName()] += m.GetCounter().GetValue() + m.GetGauge().GetValue()
		}
	}
	return all
}

// The metrics have a series for each worker and each producer.
func TestMetrics(t *testing.T) {
	t.Parallel()
	say := func(string, ...any) {}
	s, err := farm.StartServer(t.Context(), farm.ServerOptions{Store: t.TempDir(), Listen: "127.0.0.1:0"}, say)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	link := func() *farm.Link {
		l, err := s.Link(context.Background(), say)
		require.NoError(t, err)
		t.Cleanup(l.Close)
		return l
	}
	const kind = "echo"
	version, release := farm.Version{Release: "test"}, make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	worker := farm.Worker{
		Link: link(), Name: "a", Threads: 2, Abilities: farm.Abilities{Kinds: []string{kind}, Version: version},
		Kinds: farm.Kinds{kind: func(*farm.Files) (farm.Doer, error) { return echo{release}, nil }},
	}
	worked, produced := make(chan error, 1), make(chan error, 1)
	go func() { worked <- worker.Run(ctx) }()
	c := &farm.Pool[int, int]{
		Link: link(), Job: farm.Job{
			Needs: farm.Needs{Kind: kind, Version: version}, Priority: farm.DefaultPriority, Producer: "producer1",
			Left: func() (uint64, time.Duration) { return 77, time.Hour },
		},
		Input: func(_ context.Context, n int) (any, uint64, error) { return n, 0, nil },
		Check: func(n, r int) error {
			if n != r {
				return errors.New("another number")
			}
			return nil
		},
	}
	go func() {
		produced <- c.Do(t.Context(), numbers(10), func(int, int) error { return nil })
	}()
	registry := prometheus.NewRegistry()
	require.NoError(t, registry.Register(&collector{ctx: t.Context(), link: link()}))
	var all map[string]float64
	const patience = time.Minute
	require.Eventually(t, func() bool {
		all = valuesOf(t, registry)
		return all["zonda_producer_done_total"] == 9 && all["zonda_worker_done_total"] == 9
	}, patience, 100*time.Millisecond, "nine tasks are done")
	for name, want := range map[string]float64{
		"zonda_workers": 1, "zonda_worker_threads": 2, "zonda_worker_busy": 1, "zonda_worker_failed_total": 1,
		"zonda_worker_ill": 0, "zonda_worker_redelivered_total": 0, "zonda_worker_abandoned_total": 0,
		"zonda_producer_left": 77, "zonda_producer_foreign_total": 0, "zonda_producer_bad_total": 0, "zonda_pieces_failed_total": 1,
	} {
		require.Contains(t, all, name)
		require.InDelta(t, want, all[name], 0, name)
	}
	close(release)
	require.ErrorContains(t, <-produced, "1 tasks of echo failed permanently")
	cancel()
	require.NoError(t, <-worked)
}
