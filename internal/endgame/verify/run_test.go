package verify

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// small is the slices that tests verify again and again.
var small = append(endgame.Slices(2), materials("2Kv1K", "1K1Cv1K")...)

// TestSound verifies what the oracle has solved and compares counts and ranks.
func TestSound(t *testing.T) {
	o := solved()
	summaries, err := Run(t.Context(), o, solvedMaterials(), Options{RankPieces: 4})
	require.NoError(t, err)
	require.Len(t, summaries, len(o.codes))
	for _, s := range summaries {
		count := map[board.Result]uint64{}
		for _, code := range o.codes[s.Slice] {
			count[o.values[s.Slice][code]]++
		}
		require.Equal(t, s.Slice.Positions(), s.Positions())
		require.Equal(t, count[board.Win], s.Wins, s.Slice)
		require.Equal(t, count[board.Loss], s.Losses, s.Slice)
		require.Equal(t, count[board.Draw], s.Draws, s.Slice)
		require.True(t, s.Ranked)
		require.Equal(t, o.ranks[s.Slice], s.Rank, s.Slice)
	}
}

// TestThreadsAndMemory checks that neither changes what is found, and that tables not
// kept are probed instead.
func TestThreadsAndMemory(t *testing.T) {
	expected, err := Run(t.Context(), solved(), small, Options{RankPieces: 3})
	require.NoError(t, err)
	probes := map[uint64]int64{}
	for _, memory := range []uint64{0, 1, 300, 1000} {
		for _, threads := range []int{1, 3} {
			counter := &counter{Prober: solved()}
			found, err := Run(t.Context(), counter, small, Options{RankPieces: 3, Threads: threads, Memory: memory})
			require.NoError(t, err)
			require.Equal(t, expected, found)
			probes[memory] = counter.probes.Load()
		}
	}
	require.Less(t, probes[0], probes[1000])
	require.Less(t, probes[1000], probes[300])
	require.Less(t, probes[300], probes[1])
}

// counter counts probes and does something with the count.
type counter struct {
	Prober
	probes atomic.Int64
	then   func(probes int64)
}

func (c *counter) Probe(p board.Position) board.Result {
	if n := c.probes.Add(1); c.then != nil {
		c.then(n)
	}
	return c.Prober.Probe(p)
}

// TestOnlyWhatIsAsked checks what a slice brings: its mirror, once, and no ranks above
// the limit; the order is that of the work.
func TestOnlyWhatIsAsked(t *testing.T) {
	var told []Summary
	summaries, err := Run(t.Context(), solved(), materials("1Kv2K", "2Kv1K", "1Kv1K"), Options{
		RankPieces: 2,
		Verified:   func(s Summary) { told = append(told, s) },
	})
	require.NoError(t, err)
	require.Equal(t, summaries, told)
	var names []string
	for _, s := range summaries {
		names = append(names, s.Slice.String())
		require.Equal(t, s.Slice.Pieces() <= 2, s.Ranked)
	}
	require.Equal(t, []string{"1Kv1K", "1Kv2K", "2Kv1K"}, names)

	none, err := Run(t.Context(), solved(), nil, Options{})
	require.NoError(t, err)
	require.Empty(t, none)
}

// TestCancel stops in each phase, soon and with the reason.
func TestCancel(t *testing.T) {
	reason := errors.New("enough")
	for _, phase := range []Phase{Loading, Checking, Proving} {
		ctx, cancel := context.WithCancelCause(t.Context())
		var after int
		_, err := Run(ctx, solved(), small, Options{RankPieces: 3, Threads: 2, Report: func(p Progress) {
			if ctx.Err() != nil {
				after++
			}
			if p.Phase == phase && p.Slice.Pieces() == 3 {
				cancel(reason)
			}
		}})
		require.ErrorIs(t, err, reason)
		require.LessOrEqual(t, after, 2, "a portion for each thread")
	}
}

// TestCancelAmidASlice counts the probes after the end of the context. The goroutine that ends it may have to wait for the
// CPU before it does so, while the other one goes on.
func TestCancelAmidASlice(t *testing.T) {
	const threads, enough = 2, 100
	ctx, cancel := context.WithCancel(t.Context())
	counter := &counter{Prober: solved()}
	var before int64 // the end of the context
	counter.then = func(probes int64) {
		if probes == enough {
			cancel()
			before = counter.probes.Load()
		}
	}
	_, err := Run(ctx, counter, materials("2Kv2K"), Options{Threads: threads})
	require.ErrorIs(t, err, context.Canceled)
	require.LessOrEqual(t, counter.probes.Load()-before, int64((threads+1)*portion))
}

// TestProgress checks that reports come one at a time, grow, and end with the phase.
func TestProgress(t *testing.T) {
	type stage struct {
		slice endgame.Material
		phase Phase
	}
	var inside atomic.Int32
	ended := map[stage]bool{}
	var latest Progress
	_, err := Run(t.Context(), solved(), small, Options{RankPieces: 3, Threads: 3, Report: func(p Progress) {
		require.EqualValues(t, 1, inside.Add(1))
		defer inside.Add(-1)
		require.LessOrEqual(t, p.Done, p.Total)
		if p.Slice == latest.Slice && p.Phase == latest.Phase {
			require.Greater(t, p.Done, latest.Done)
		}
		latest = p
		if p.Done == p.Total {
			ended[stage{p.Slice, p.Phase}] = true
		}
	}})
	require.NoError(t, err)
	for _, p := range pairs(small) {
		for _, m := range p {
			require.True(t, ended[stage{m, Loading}])
			require.True(t, ended[stage{m, Checking}])
		}
		require.True(t, ended[stage{p[0], Proving}])
	}
}

// TestProgressWithinAPhase lets time pass between portions.
func TestProgressWithinAPhase(t *testing.T) {
	var reports []Progress
	m := meter{report: func(p Progress) { reports = append(reports, p) }}
	m.start(small[0], Loading, 10)
	m.add(1) // the first at once
	m.add(1) // too soon
	m.last = m.last.Add(-reportInterval - time.Second)
	m.add(1)
	m.add(7)
	var done []uint64
	for _, p := range reports {
		done = append(done, p.Done)
	}
	require.Equal(t, []uint64{1, 3, 10}, done)
}

func TestValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		results := rapid.SliceOf(rapid.SampledFrom([]board.Result{board.Loss, board.Draw, board.Win})).Draw(t, "results")
		v := newValues(uint64(len(results)))
		count := map[board.Result]uint64{}
		for i, r := range results {
			require.Equal(t, board.Unknown, v.at(uint64(i)))
			v.put(uint64(i), r)
			count[r]++
		}
		for i, r := range results {
			require.Equal(t, r, v.at(uint64(i)))
		}
		wins, losses, draws := v.count()
		require.Equal(t, count, nonzero(map[board.Result]uint64{
			board.Win: wins, board.Loss: losses, board.Draw: draws,
		}))
	})
}

func nonzero(counts map[board.Result]uint64) map[board.Result]uint64 {
	for r, n := range counts {
		if n == 0 {
			delete(counts, r)
		}
	}
	return counts
}

func TestBitset(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 200
		some := rapid.SliceOf(rapid.Uint64Range(0, size-1))
		all, taken := newBitset(size), newBitset(size)
		expected := map[uint64]bool{}
		for _, i := range some.Draw(t, "all") {
			all.addShared(i)
			expected[i] = true
		}
		for _, i := range some.Draw(t, "taken") {
			taken.add(i)
			delete(expected, i)
		}
		all.moveFrom(taken)
		for i := range uint64(size) {
			require.Equal(t, expected[i], all.has(i))
			require.False(t, taken.has(i))
		}
	})
}
