package jobs

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/farm"
	"github.com/zonda-checkers/zonda/cmd/internal/learn"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/bookgrowth"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/cmd/internal/problems"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/pool"
	"github.com/zonda-checkers/zonda/protocol/client"
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
	case match.Record:
		return forge(found), nil
	case problems.Look:
		found.Found, found.Census = nil, maps.Clone(found.Census)
		found.Census["lost"]++
		return found, nil
	}
	return output, nil
}

// forgedScore is the score of the first move in forged games.
const forgedScore = "+9.87"

// forge returns a game with another result and another score.
func forge(r match.Record) match.Record {
	r.Plies = slices.Clone(r.Plies)
	r.Plies[0].Score = forgedScore
	r.Result = map[string]string{"1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1-0"}[r.Result]
	return r
}

// lateForger passes on forged results of some games, which it calls forged later.
type lateForger struct {
	pool.Pool[match.ScheduledGame, match.Record]
	named bool
}

func (l *lateForger) Do(ctx context.Context, games iter.Seq2[match.ScheduledGame, error], done func(match.ScheduledGame, match.Record) error) error {
	if l.named {
		return l.Pool.Do(ctx, games, done)
	}
	l.named = true
	some := func(yield func(match.ScheduledGame, error) bool) {
		for g, err := range games {
			if !yield(g, err) || g.Number == 10 {
				return
			}
		}
	}
	forged := &pool.Forged[match.ScheduledGame]{Worker: "x"}
	err := l.Pool.Do(ctx, some, func(g match.ScheduledGame, r match.Record) error {
		if g.Number%3 == 0 {
			forged.Tasks, r = append(forged.Tasks, g), forge(r)
		}
		return done(g, r)
	})
	if others := (*pool.Forged[match.ScheduledGame])(nil); errors.As(err, &others) {
		forged.Tasks, err = append(forged.Tasks, others.Tasks...), nil
	}
	return cmp.Or[error](err, forged)
}

// measureVersion measures the version of this program once for all tests.
var measureVersion = sync.OnceValues(func() (farm.Version, error) {
	version, _, err := farm.MeasureVersion(context.Background(), 1)
	return version, err
})

// size returns how large a test is: small, or full with the long tests.
func size(small, full int) int {
	if os.Getenv("ZONDA_LONG") != "" {
		return full
	}
	return small
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
	version, err := measureVersion()
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
	n := size(60, 300)
	make := func(folder string, players pool.Pool[evaltune.Order, evaltune.Samples]) {
		g := evaltune.Generation{
			Directory: folder, Seed: 1, Shards: n, Games: 1, Pool: players,
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
	f.Verify = float64(size(100, 50))
	said := &bytes.Buffer{}
	players, closePool, err := f.SelfPlayPool(t.Context(), there, SelfPlaySettings{Suites: []string{"3move"}, Evaluation: "linear"}, cli.NewMeter(said))
	require.NoError(t, err)
	defer closePool()
	make(there, players)
	requireNamed(t, said.String(), forged)
	entries, err := os.ReadDir(here)
	require.NoError(t, err)
	require.Len(t, entries, n)
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
	work := problems.Work{Seed: 7, Games: size(4, 12), Weakest: 2, Nodes: 100}
	databases, err := egdb.Open(egdb.Options{ValuesOnly: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, databases.Close()) }()
	nobody := func(int, int) {}
	here, err := problems.Make(t.Context(), work, problems.NewPool(databases, 2), path("here"), nobody)
	require.NoError(t, err)
	f, forged := startWorkers(t)
	forged.Store(9) // the first one is forged
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

// matchGames is the number of games of a match.
func matchGames() int { return size(16, 60) }

// playMatch plays a match at fixed nodes and returns its games by number, with what the files of the games and of the last positions have.
func playMatch(t *testing.T, o match.Options) (games map[int]string, scores, positions []string) {
	t.Helper()
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	nodes, count := uint64(50), matchGames()
	o.Nodes, o.Games, o.Quiet, o.Concurrency, o.Interval, o.Patience = &nodes, &count, true, 1, count, cli.Patience(time.Minute)
	o.Resume, o.PDN, o.EPD = path("a.match"), path("a.pdn"), path("a.epd")
	for _, name := range []string{o.PDN, o.EPD} { // what others have written stays
		require.NoError(t, os.WriteFile(name, []byte("[Event \"another\"]\n[Round \"1\"]\n\n1. 11-15 *\n\n"), 0o600))
	}
	for range 2 { // the second time it finds all games in the journal
		m, err := match.Open(t.Context(), o)
		require.NoError(t, err)
		require.NoError(t, m.Run(t.Context()))
		require.NoError(t, m.Close())
	}
	games = map[int]string{}
	require.NoError(t, match.ReadGames(o.Resume, func(r match.Record) error {
		require.NotContains(t, games, r.Game)
		games[r.Game] = r.Opening + " " + r.Result + " " + r.Ending
		for _, p := range r.Plies {
			games[r.Game] += " " + p.Move
		}
		return nil
	}))
	scores = tagsOf(t, o.PDN, "Round", "Result")
	positions = linesWith(t, o.EPD, ", game ")
	require.NotContains(t, readFile(t, o.PDN), forgedScore[1:])
	require.Contains(t, readFile(t, o.PDN), "[Event \"another\"]\n[Round \"1\"]\n\n1. 11-15 *\n")
	return games, scores, positions
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// tagsOf returns the values of tags of the games of a PDN file, sorted.
func tagsOf(t *testing.T, name string, tags ...string) (all []string) {
	t.Helper()
	for g, err := range pdn.Read(strings.NewReader(readFile(t, name))) {
		require.NoError(t, err)
		text := ""
		for _, tag := range tags {
			text += g.Tags.Get(tag) + " "
		}
		all = append(all, text)
	}
	slices.Sort(all)
	return all
}

// linesWith returns what follows a text in the lines of a file that have it, sorted.
func linesWith(t *testing.T, name, text string) (all []string) {
	t.Helper()
	for line := range strings.Lines(readFile(t, name)) {
		if position, rest, ok := strings.Cut(line, text); ok {
			position, _, _ = strings.Cut(position, " id ")
			all = append(all, rest+position)
		}
	}
	slices.Sort(all)
	return all
}

// The games of three workers, one of whom forges the result of every tenth, are those of one host, and so are the files of the match, in
// which forged games stood before the forger was named.
func TestForgedMatch(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	require.NoError(t, err)
	engines := func(command string) (all []string) {
		for _, name := range []string{"A", "B"} {
			all = append(all, "name="+name+" cmd="+command+" option.Hash=1 option.EGDBPieces=0")
		}
		return all
	}
	here := match.Options{}
	here.Engine = engines(`"` + program + ` protocol"`)
	games, scores, positions := playMatch(t, here)
	require.Len(t, games, matchGames())
	require.Len(t, positions, matchGames())
	f, forged := startWorkers(t)
	forged.Store(6)
	f.Verify = 100
	there, said := match.Options{}, &bytes.Buffer{}
	there.Engine, err = f.Engines(engines("zonda"))
	require.NoError(t, err)
	there.Remote = func(ctx context.Context, plan *match.Plan, journal string, patience time.Duration, _ *cli.Meter) (
		pool.Pool[match.ScheduledGame, match.Record], func(), error) {
		players, end, err := f.Players(ctx, plan, journal, patience, cli.NewMeter(said))
		return &lateForger{Pool: players}, end, err
	}
	gamesThere, scoresThere, positionsThere := playMatch(t, there)
	requireNamed(t, said.String(), forged)
	require.Equal(t, games, gamesThere)
	require.Equal(t, scores, scoresThere)
	require.Equal(t, positions, positionsThere)
}

// Games are verified only if the same game comes each time.
func TestSameGames(t *testing.T) {
	t.Parallel()
	plan := func(specs ...string) *match.Plan {
		p := &match.Plan{}
		for _, text := range specs {
			spec, err := client.ParseSpec(text)
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
