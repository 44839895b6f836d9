package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/farm"
	"github.com/zonda-checkers/zonda/cmd/internal/learn"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/bookgrowth"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
	"github.com/zonda-checkers/zonda/cmd/internal/problems"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/pool"
)

// forger does what a doer does, and every tenth of its results has a wrong score.
type forger struct {
	farm.Doer
	done *atomic.Int64
}

func (f forger) Do(ctx context.Context, input json.RawMessage) (any, error) {
	output, err := f.Doer.Do(ctx, input)
	if err != nil || f.done.Add(1)%10 != 0 {
		return output, err
	}
	switch found := output.(type) {
	case []foundMove:
		found[0].Score += 50
	case evaltune.Samples:
		found[0].Score += 50
	case problems.Look:
		found.Found, found.Census = nil, maps.Clone(found.Census)
		found.Census["lost"]++
		return found, nil
	}
	return output, nil
}

// startWorkers starts a server with two workers and one that forges results, and returns the flags of a producer. Forged counts
// the tasks that the forger has done.
func startWorkers(t *testing.T) (f Flags, forged *atomic.Int64) {
	t.Helper()
	store := t.TempDir()
	silent := func(string, ...any) {}
	s, err := farm.StartServer(t.Context(), farm.ServerOptions{Store: store, Listen: "127.0.0.1:0"}, silent)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	version, _, err := farm.MeasureVersion(t.Context(), 1)
	require.NoError(t, err)
	databases, err := egdb.Open(egdb.Options{ValuesOnly: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, databases.Close()) })
	forged = &atomic.Int64{}
	forged.Store(8)
	for _, name := range []string{"anna", "berta", "mallory"} {
		a, err := farm.Admit(store, name)
		require.NoError(t, err)
		link, err := farm.DialWorker(t.Context(), a, silent)
		require.NoError(t, err)
		kinds := All(Tools{Databases: databases, Threads: 1, Memory: 100})
		if name == "mallory" {
			for kind, make := range kinds {
				kinds[kind] = func(files *farm.Files) (farm.Doer, error) {
					d, err := make(files)
					return forger{d, forged}, err
				}
			}
		}
		w := &farm.Worker{
			Link: link, Name: "x", Threads: 1, Kinds: kinds, Cache: t.TempDir(),
			Abilities: farm.Abilities{Kinds: slices.Collect(maps.Keys(kinds)), Version: version, Threads: 1, Memory: 100},
		}
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- w.Run(ctx) }()
		t.Cleanup(func() {
			cancel()
			require.NoError(t, <-ended)
			link.Close()
		})
	}
	link, err := farm.Dial(t.Context(), s.Address(), silent)
	require.NoError(t, err)
	t.Cleanup(link.Close)
	const patience = 20 * time.Second
	require.Eventually(t, func() bool {
		workers, err := link.Workers(t.Context())
		return err == nil && len(workers) == 3
	}, patience, 10*time.Millisecond)
	return Flags{On: s.Address().String(), Priority: farm.DefaultPriority, Verify: 30}, forged
}

// requireNamed checks that a producer has named the forger once, and that the forger did forge.
func requireNamed(t *testing.T, said string, forged *atomic.Int64) {
	t.Helper()
	require.GreaterOrEqual(t, forged.Load(), int64(10))
	require.Equal(t, 1, strings.Count(said, "worker mallory.x has given a wrong result of task"), said)
	require.NotContains(t, said, "worker anna.x has given")
	require.NotContains(t, said, "worker berta.x has given")
}

// A book of three workers, one of whom forges every tenth score, is that of one host.
func TestForgedBook(t *testing.T) {
	t.Parallel()
	grow := func(searchers pool.Pool[bookgrowth.Question, bookgrowth.Finding]) []byte {
		g := bookgrowth.Growth{
			Builder: book.NewBuilder(), Roots: []board.Position{board.Start()}, Positions: 700,
			Costs:  bookgrowth.ExpansionCosts{Margin: 40, Equal: 4, Ply: 8},
			Search: bookgrowth.Search{Nodes: 50, Moves: 3, HashMiB: 1}, Save: func() error { return nil }, Pause: time.Hour, Pool: searchers,
		}
		require.NoError(t, g.Run(t.Context(), func(bookgrowth.Progress) {}))
		var out bytes.Buffer
		require.NoError(t, g.Builder.Write(&out))
		return out.Bytes()
	}
	here := grow(bookgrowth.NewPool(2))
	f, forged := startWorkers(t)
	said := &bytes.Buffer{}
	searchers, closePool, err := f.SearchPool(t.Context(), filepath.Join(t.TempDir(), "there.zbk"), 1, cli.NewMeter(said))
	require.NoError(t, err)
	defer closePool()
	require.True(t, bytes.Equal(here, grow(searchers)), "the books differ")
	requireNamed(t, said.String(), forged)
}

// Samples of three workers, one of whom forges every tenth score, are those of one host.
func TestForgedSamples(t *testing.T) {
	t.Parallel()
	evaluator, err := learn.Evaluator("linear", "")
	require.NoError(t, err)
	suite, err := openings.Open("3move", false)
	require.NoError(t, err)
	suite, err = openings.ToLearnFrom(suite)
	require.NoError(t, err)
	make := func(folder string, players pool.Pool[evaltune.Order, evaltune.Samples]) {
		g := evaltune.Generation{
			Directory: folder, Seed: 1, Shards: 300, Games: 1, Pool: players,
			Terms: evaltune.Terms{Suites: "3move", RandomPlies: 4, Nodes: 5, Weights: evaluator.Note()},
		}
		require.NoError(t, g.Run(t.Context(), func(evaltune.Shard) {}))
	}
	databases, err := egdb.Open(egdb.Options{ValuesOnly: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, databases.Close()) }()
	here, there := t.TempDir(), t.TempDir()
	make(here, evaltune.NewPool(evaltune.Play{Suites: [][]openings.Opening{suite}, RandomPlies: 4, Nodes: 5, Evaluator: evaluator, Databases: databases}, 2))
	f, forged := startWorkers(t)
	f.Verify = 50
	said := &bytes.Buffer{}
	players, closePool, err := f.SelfPlayPool(t.Context(), there, SelfPlaySettings{Suites: []string{"3move"}, Evaluation: "linear"}, cli.NewMeter(said))
	require.NoError(t, err)
	defer closePool()
	make(there, players)
	requireNamed(t, said.String(), forged)
	entries, err := os.ReadDir(here)
	require.NoError(t, err)
	require.Len(t, entries, 300)
	for _, e := range entries {
		a, err := os.ReadFile(filepath.Join(here, e.Name()))
		require.NoError(t, err)
		b, err := os.ReadFile(filepath.Join(there, e.Name()))
		require.NoError(t, err)
		require.True(t, bytes.Equal(a, b), e.Name())
	}
}

// Problems of three workers, one of whom leaves out those of every tenth game, are those of one host, and so is what the journal says.
func TestForgedProblems(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	work := problems.Work{Seed: 7, Games: 12, Weakest: 2, Nodes: 100}
	databases, err := egdb.Open(egdb.Options{ValuesOnly: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, databases.Close()) }()
	nobody := func(int, int) {}
	here, err := problems.Make(t.Context(), work, problems.NewPool(databases, 2), path("here"), nobody)
	require.NoError(t, err)
	f, forged := startWorkers(t)
	f.Verify = 100
	said := &bytes.Buffer{}
	lookers, closePool, err := f.ProblemPool(t.Context(), path("there"), cli.NewMeter(said))
	require.NoError(t, err)
	defer closePool()
	there, err := problems.Make(t.Context(), work, lookers, path("there"), nobody)
	require.NoError(t, err)
	requireNamed(t, said.String(), forged)
	require.Equal(t, here, there)
	again, err := problems.Make(t.Context(), work, problems.NewPool(databases, 1), path("there"), nobody)
	require.NoError(t, err)
	require.Equal(t, here, again)
}

// Games are verified only if the same game comes each time.
func TestSameGames(t *testing.T) {
	t.Parallel()
	plan := func(specs ...string) *match.Plan {
		p := &match.Plan{}
		for _, text := range specs {
			spec, err := player.ParseSpec(text)
			require.NoError(t, err)
			p.Engines = append(p.Engines, spec)
		}
		return p
	}
	require.NotNil(t, sameGames(plan("name=A cmd=zonda nodes=10", "name=B cmd=zonda nodes=20")))
	for _, other := range []string{"name=B cmd=zonda tc=1+0", "name=B cmd=zonda nodes=10 option.Threads=2", "name=B cmd=dark nodes=10"} {
		require.Nil(t, sameGames(plan("name=A cmd=zonda nodes=10", other)), other)
	}
	same := sameGames(plan("name=A cmd=zonda nodes=10", "name=B cmd=zonda nodes=20"))
	a := match.Record{Game: 1, Result: "1-0", Began: time.Now(), Plies: []match.Ply{{Move: "11-15"}}}
	b := a
	b.Began = time.Time{}
	require.True(t, same(a, b))
	b.Plies = []match.Ply{{Move: "11-16"}}
	require.False(t, same(a, b))
	b = a
	b.Result = "0-1"
	require.False(t, same(a, b))
}

// Looks whose ratings were rounded in another way are the same; others are not.
func TestSameLooks(t *testing.T) {
	t.Parallel()
	look := func(rating float64, line string) problems.Look {
		return problems.Look{Number: 1, Census: problems.Census{"games": 1}, Found: []problems.Problem{{Line: line, Rating: rating, Deviation: 50}}}
	}
	require.True(t, sameLooks(look(1500, "11-15"), look(1500.0000001, "11-15")))
	require.False(t, sameLooks(look(1500, "11-15"), look(1501, "11-15")))
	require.False(t, sameLooks(look(1500, "11-15"), look(1500, "11-16")))
	other := look(1500, "11-15")
	other.Census = problems.Census{"games": 2}
	require.False(t, sameLooks(look(1500, "11-15"), other))
	require.False(t, sameLooks(look(1500, "11-15"), problems.Look{Number: 1, Census: problems.Census{"games": 1}}))
}
