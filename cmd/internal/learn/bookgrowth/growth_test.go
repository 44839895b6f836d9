package bookgrowth

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/book/repertoire"
	"github.com/zonda-checkers/zonda/internal/pool"
)

// ballots returns positions to begin with.
func ballots(t *testing.T) (roots []board.Position) {
	t.Helper()
	all, err := openings.Open("3move", false)
	require.NoError(t, err)
	for _, o := range all[:10] {
		roots = append(roots, o.Game().Position())
	}
	return roots
}

func growth(t *testing.T, builder *book.Builder, positions, threads int) *Growth {
	return &Growth{
		Builder: builder, Roots: ballots(t), Costs: ExpansionCosts{Margin: 40, Equal: 4, Ply: 8}, Positions: positions, Pool: NewPool(threads),
		Search: Search{Nodes: 300, Moves: 2, HashMiB: 1}, Save: func() error { return nil },
	}
}

func bytesOf(t *testing.T, d *book.Builder) []byte {
	t.Helper()
	var data bytes.Buffer
	require.NoError(t, d.Write(&data))
	return data.Bytes()
}

// A book is the same whatever the threads, and wherever it was stopped on the way.
func TestGrowthIsTheSame(t *testing.T) {
	const positions = 300
	whole := growth(t, book.NewBuilder(), positions, 1)
	require.NoError(t, whole.Run(context.Background(), func(Progress) {}))
	require.Equal(t, positions, whole.Builder.Len())

	name := filepath.Join(t.TempDir(), "test.zbk")
	stops := 0
	for done := false; !done; stops++ {
		store, err := OpenStore(name)
		require.NoError(t, err)
		g := growth(t, store.Builder, positions, 3)
		g.Save = store.Save
		ctx, stop := context.WithTimeout(context.Background(), time.Duration(1+stops*7%40)*time.Millisecond) // anywhere
		if stops%2 == 0 {
			ctx, stop = context.WithCancel(context.Background())
		}
		err = g.Run(ctx, func(Progress) { stop() }) // after one batch at the latest
		stop()
		done = err == nil || g.Builder.Len() == positions
		require.NoError(t, store.Close())
	}
	require.Greater(t, stops, 3)
	b, err := book.Open(name)
	require.NoError(t, err)
	require.Equal(t, bytesOf(t, whole.Builder), bytesOf(t, b.Builder()))
}

// failing is a pool whose work fails after a batch.
type failing struct {
	pool.Pool[Question, Finding]
	batches int
}

var errFailing = errors.New("the pool fails")

func (f *failing) Do(ctx context.Context, tasks iter.Seq2[Question, error], done func(Question, Finding) error) error {
	if f.batches++; f.batches > 1 {
		return errFailing
	}
	return f.Pool.Do(ctx, tasks, done)
}

// What was searched before the pool fails is stored.
func TestGrowthOfAFailingPool(t *testing.T) {
	g := growth(t, book.NewBuilder(), 300, 1)
	saved := 0
	g.Pause, g.Pool = time.Hour, &failing{Pool: g.Pool}
	g.Save = func() error { saved = g.Builder.Len(); return nil }
	require.ErrorIs(t, g.Run(t.Context(), func(Progress) {}), errFailing)
	require.Positive(t, saved)
	require.Equal(t, g.Builder.Len(), saved)
}

// What a book grows into: roots first, whole lines, nothing beyond the margin, and every position but
// a root is reached from another by a move of it.
func TestGrowthIsConnected(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	g := growth(t, book.NewBuilder(), 250, 2)
	require.NoError(t, g.Run(context.Background(), func(Progress) {}))
	reachable := map[board.Position]bool{}
	for _, root := range g.Roots {
		require.True(t, g.Builder.Has(root))
		reachable[asBlack(root)] = true
	}
	for p, e := range g.Builder.All() {
		require.Positive(t, e.Depth)
		require.Equal(t, g.Search.describe(), e.Search)
		require.Empty(t, e.Source)
		for _, m := range e.Moves {
			reachable[asBlack(p.Play(m.Move))] = true
		}
	}
	for p := range g.Builder.All() {
		require.True(t, reachable[p], p.FEN())
	}
}

// A book that grows for repertoires has what they miss: replies and own moves behind the roots, until all have their decisions.
func TestGrowthForRepertoires(t *testing.T) {
	const decisions = 4
	g := growth(t, book.NewBuilder(), 10_000, 2)
	g.Decisions = decisions
	require.NoError(t, g.Run(context.Background(), func(Progress) {}))
	require.Less(t, g.Builder.Len(), 2_000)
	for _, root := range g.Roots {
		for _, side := range []board.Color{board.Black, board.White} {
			r, err := repertoire.New(t.Context(), g.Builder, board.NewGame(root), side, repertoire.Options{Most: decisions})
			require.NoError(t, err)
			require.Len(t, r.Decisions, decisions)
			require.Empty(t, r.Ends)
		}
	}
}

// Positions from games are searched before anything is added, and searches of more nodes replace shallow ones.
func TestGrowthSearchesWhatIsThere(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	builder := book.NewBuilder()
	m, err := board.Start().ParseMove("9-13")
	require.NoError(t, err)
	require.NoError(t, builder.Put(board.Start(), book.Entry{Source: "games", Moves: []book.Move{{Move: m, Score: book.NoScore, Searched: book.NoScore, Visits: 7}}}))
	g := growth(t, builder, 64, 2)
	g.Roots = []board.Position{board.Start()}
	require.NoError(t, g.Run(context.Background(), func(Progress) {}))
	e, _ := builder.Look(board.Start())
	require.Positive(t, e.Depth)
	require.NotNil(t, e.Find(m))
	require.GreaterOrEqual(t, e.Find(m).Visits, uint32(7))
	require.Equal(t, g.Search.describe(), e.Search)
	require.Equal(t, "games", e.Source)

	before := e.Depth
	g.Search.Nodes, g.Deepen = 20_000, 12
	deepened := 0
	require.NoError(t, g.Run(context.Background(), func(p Progress) { deepened = p.Again }))
	require.Positive(t, deepened)
	e, _ = builder.Look(board.Start())
	require.Greater(t, e.Depth, before)
	require.Equal(t, g.Search.describe(), e.Search)
	require.NoError(t, g.Run(context.Background(), func(Progress) { t.Error("everything is done already") }))
}

// Positions are searched longer and longer until their best move stands, or the limit is reached; the book is the same
// whatever the threads.
func TestGrowthSettles(t *testing.T) {
	const minimum, maximum = 1_000, 9_000
	var books [][]byte
	for threads := range 2 {
		g := growth(t, book.NewBuilder(), 150, 1+threads)
		require.NoError(t, g.Run(context.Background(), func(Progress) {}))
		g.Search.Nodes, g.Settle, g.Deepen = minimum, maximum, 90 // never reached
		require.NoError(t, g.Run(context.Background(), func(Progress) {}))
		settled, longer := 0, 0
		for p, e := range g.Builder.All() {
			switch nodes := e.Search.Nodes; {
			case isForced(p):
				require.EqualValues(t, 300, nodes)
			case e.Settled:
				settled++
				require.True(t, nodes >= minimum && nodes <= maximum, nodes)
				require.True(t, isOwnBest(*e, g.Costs.Equal) || settleGrowth*nodes > maximum, nodes)
			default:
				require.Greater(t, settleGrowth*nodes, uint64(maximum))
			}
			if e.Search.Nodes > minimum {
				longer++
			}
		}
		require.Greater(t, settled, 50)
		require.Greater(t, longer, 10)
		require.NoError(t, g.Run(context.Background(), func(Progress) { t.Error("everything is done already") }))
		books = append(books, bytesOf(t, g.Builder))
	}
	require.Equal(t, books[0], books[1])
}

// A book that cannot have as many positions as it may settles with what it has.
func TestSmallGrowthSettles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	root, minimum := "B:W28,29:B22,20", 9
	if os.Getenv("ZONDA_LONG") != "" {
		root, minimum = "B:W30,31:B17,10", 1000
	}
	p, err := board.ParseFEN(root)
	require.NoError(t, err)
	g := growth(t, book.NewBuilder(), 100_000, 2)
	g.Roots, g.Settle = []board.Position{p}, 600
	require.NoError(t, g.Run(context.Background(), func(Progress) {}))
	require.GreaterOrEqual(t, g.Builder.Len(), minimum)
	require.Less(t, g.Builder.Len(), g.Positions)
	for p, e := range g.Builder.All() {
		require.Equal(t, isForced(p), e.Search.Nodes < g.Settle, e.Origin())
	}
}

// The best move of a position settles only if a search that was longer than the one before finds it again.
func TestMergeSettles(t *testing.T) {
	best, err := board.Start().ParseMove("11-15")
	require.NoError(t, err)
	other, err := board.Start().ParseMove("12-16")
	require.NoError(t, err)
	for _, c := range []struct {
		before, nodes uint64
		found         board.Move
		want          bool
	}{
		{100, 200, best, true}, {100, 200, other, false}, {200, 200, best, false}, {300, 200, best, false}, {0, 200, best, true},
	} {
		g := Growth{Builder: book.NewBuilder(), Search: Search{Nodes: 1, Moves: 1}}
		require.NoError(t, g.Builder.Put(board.Start(), book.Entry{
			Moves: []book.Move{{Move: best, Searched: 8, Depth: 5}}, Depth: 5,
			Search: book.Search{Nodes: c.before}, Settled: true, Source: "games",
		}))
		require.NoError(t, g.merge(task{position: board.Start(), again: true, nodes: c.nodes},
			Finding{[]book.Move{{Move: c.found, Searched: 3, Depth: 7}}, 7}))
		e, _ := g.Builder.Look(board.Start())
		require.Equal(t, c.want, e.Settled, c)
		require.Equal(t, g.Search.of(task{nodes: c.nodes}).describe(), e.Search)
		require.Equal(t, 7, e.Depth)
		require.EqualValues(t, 3, e.Find(best).Searched)
	}
}

func TestConfirms(t *testing.T) {
	known := []book.Move{{Move: board.Move{From: 8}}, {Move: board.Move{From: 9}}}
	best := []book.Move{{Move: board.Move{From: 9}, Searched: 10}, {Move: board.Move{From: 8}, Searched: 7}}
	require.True(t, confirms(known, best, 3))
	require.False(t, confirms(known, best, 2))
	require.False(t, confirms(known, best[:1], 40), "it was not named")
	require.False(t, confirms(nil, best, 40))
}

// What a deeper search does not name is no better than what it names.
func TestLimitUnnamed(t *testing.T) {
	known := []book.Move{{Searched: 30, Depth: 9}, {Searched: -50, Depth: 9}}
	got := limitUnnamed(known, []book.Move{{Searched: 10, Depth: 20}, {Searched: 5, Depth: 18}})
	require.Equal(t, []book.Move{{Searched: 5, Depth: 9}, {Searched: -50, Depth: 9}}, got)
}

// The best move of a position that has settled is searched again if its own search liked another one better, or if it was
// named by an iteration before the last.
func TestContradictionsUnsettle(t *testing.T) {
	g := Growth{Search: Search{Nodes: 100}, Settle: 1000, Costs: ExpansionCosts{Equal: 4}}
	for _, c := range []struct {
		best, other book.Move
		want        uint64
	}{
		{book.Move{Searched: 10, Depth: 20}, book.Move{Searched: 10, Depth: 20}, 0},
		{book.Move{Searched: 10, Depth: 20}, book.Move{Searched: 14, Depth: 20}, 0},
		{book.Move{Searched: 10, Depth: 20}, book.Move{Searched: 15, Depth: 20}, 600},
		{book.Move{Searched: 14, Depth: 18}, book.Move{Searched: 10, Depth: 20}, 0},
		{book.Move{Searched: 15, Depth: 18}, book.Move{Searched: 10, Depth: 20}, 600},
		{book.Move{Searched: 15, Depth: 18}, book.Move{Searched: 10, Depth: 18}, 600},
	} {
		e := book.Entry{Moves: []book.Move{c.best, c.other}, Depth: 20, Search: book.Search{Nodes: 300}, Settled: true}
		require.Equal(t, c.want, g.unsettled(e), c)
	}
}

func TestOneWriterAtATime(t *testing.T) {
	name := filepath.Join(t.TempDir(), "test.zbk")
	first, err := OpenStore(name)
	require.NoError(t, err)
	_, err = OpenStore(name)
	require.ErrorContains(t, err, "another program is writing it")
	require.NoError(t, first.Save())
	require.NoError(t, first.Close())
	second, err := OpenStore(name)
	require.NoError(t, err)
	require.NoError(t, second.Close())
}
