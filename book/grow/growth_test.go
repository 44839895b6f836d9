package grow

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/deck"
)

// ballots returns positions to begin with.
func ballots(t *testing.T) (roots []board.Position) {
	t.Helper()
	all, err := deck.Open("3move")
	require.NoError(t, err)
	for _, o := range deck.InPlay(all)[:10] {
		roots = append(roots, o.Game().Position())
	}
	return roots
}

func growth(t *testing.T, draft *book.Draft, positions, threads int) *Growth {
	return &Growth{
		Draft: draft, Roots: ballots(t), Terms: DefaultTerms(), Positions: positions, Threads: threads,
		Search: Search{Nodes: 300, Moves: 2, HashMiB: 1}, Save: func() error { return nil },
	}
}

func bytesOf(t *testing.T, d *book.Draft) []byte {
	t.Helper()
	var data bytes.Buffer
	require.NoError(t, d.Write(&data))
	return data.Bytes()
}

// A book is the same whatever the threads, and wherever it was stopped on the way.
func TestGrowthIsTheSame(t *testing.T) {
	const positions = 300
	whole := growth(t, book.NewDraft(), positions, 1)
	require.NoError(t, whole.Run(context.Background(), func(Progress) {}))
	require.Equal(t, positions, whole.Draft.Len())

	name := filepath.Join(t.TempDir(), "test.zbk")
	stops := 0
	for done := false; !done; stops++ {
		store, err := OpenStore(name)
		require.NoError(t, err)
		g := growth(t, store.Draft, positions, 3)
		g.Save = store.Save
		ctx, stop := context.WithTimeout(context.Background(), time.Duration(1+stops*7%40)*time.Millisecond) // anywhere
		if stops%2 == 0 {
			ctx, stop = context.WithCancel(context.Background())
		}
		err = g.Run(ctx, func(Progress) { stop() }) // after one batch at the latest
		stop()
		done = err == nil || g.Draft.Len() == positions
		require.NoError(t, store.Close())
	}
	require.Greater(t, stops, 3)
	b, err := book.Open(name)
	require.NoError(t, err)
	require.Equal(t, bytesOf(t, whole.Draft), bytesOf(t, b.Draft()))
	require.NoError(t, b.Close())
}

// What a book grows into: roots first, whole lines, nothing beyond the margin, and every position but
// a root is reached from another by a move of it.
func TestGrowthIsConnected(t *testing.T) {
	g := growth(t, book.NewDraft(), 250, 2)
	require.NoError(t, g.Run(context.Background(), func(Progress) {}))
	reachable := map[board.Position]bool{}
	for _, root := range g.Roots {
		require.True(t, g.Draft.Has(root))
		reachable[upright(root)] = true
	}
	for p, e := range g.Draft.All() {
		require.Positive(t, e.Depth)
		require.Equal(t, g.Search.Note(), e.Source)
		for _, m := range e.Moves {
			reachable[upright(p.Play(m.Move))] = true
		}
	}
	for p := range g.Draft.All() {
		require.True(t, reachable[p], p.FEN())
	}
}

// Positions from games are searched before anything is added, and searches of more nodes replace shallow ones.
func TestGrowthSearchesWhatIsThere(t *testing.T) {
	draft := book.NewDraft()
	m, err := board.Start().ParseMove("9-13")
	require.NoError(t, err)
	require.NoError(t, draft.Put(board.Start(), book.Entry{Source: "games", Moves: []book.Move{{Move: m, Score: book.NoScore, Searched: book.NoScore, Visits: 7}}}))
	g := growth(t, draft, 64, 2)
	g.Roots = []board.Position{board.Start()}
	require.NoError(t, g.Run(context.Background(), func(Progress) {}))
	e, _ := draft.Look(board.Start())
	require.Positive(t, e.Depth)
	require.NotNil(t, e.Find(m))
	require.GreaterOrEqual(t, e.Find(m).Visits, uint32(7))
	require.Positive(t, nodesOf(e.Source))
	require.Contains(t, e.Source, "games")

	before := e.Depth
	g.Search.Nodes, g.Deepen = 20_000, 12
	deepened := 0
	require.NoError(t, g.Run(context.Background(), func(p Progress) { deepened = p.Again }))
	require.Positive(t, deepened)
	e, _ = draft.Look(board.Start())
	require.Greater(t, e.Depth, before)
	require.Contains(t, e.Source, g.Search.Note())
	require.NoError(t, g.Run(context.Background(), func(Progress) { t.Error("everything is done already") }))
}

// Positions are searched longer and longer until their best move stands, or the limit is reached; the book is the same
// whatever the threads.
func TestGrowthSettles(t *testing.T) {
	const least, most = 1_000, 9_000
	var books [][]byte
	for threads := range 2 {
		g := growth(t, book.NewDraft(), 150, 1+threads)
		require.NoError(t, g.Run(context.Background(), func(Progress) {}))
		g.Search.Nodes, g.Settle, g.Deepen = least, most, 90 // never reached
		require.NoError(t, g.Run(context.Background(), func(Progress) {}))
		settled, longer := 0, 0
		for p, e := range g.Draft.All() {
			switch nodes := nodesOf(e.Source); {
			case isForced(p):
				require.EqualValues(t, 300, nodes)
			case isSettled(e.Source):
				settled++
				require.True(t, nodes >= least && nodes <= most, nodes)
				require.True(t, agrees(*e, g.Terms.Equal) || settleGrowth*nodes > most, nodes)
			default:
				require.Greater(t, settleGrowth*nodes, uint64(most))
			}
			if nodesOf(e.Source) > least {
				longer++
			}
		}
		require.Greater(t, settled, 50)
		require.Greater(t, longer, 10)
		require.NoError(t, g.Run(context.Background(), func(Progress) { t.Error("everything is done already") }))
		books = append(books, bytesOf(t, g.Draft))
	}
	require.Equal(t, books[0], books[1])
}

// A book that cannot have as many positions as it may settles with what it has.
func TestSmallGrowthSettles(t *testing.T) {
	root, err := board.ParseFEN("B:W30,31:B17,10")
	require.NoError(t, err)
	g := growth(t, book.NewDraft(), 100_000, 2)
	g.Roots, g.Settle = []board.Position{root}, 600
	require.NoError(t, g.Run(context.Background(), func(Progress) {}))
	require.Less(t, g.Draft.Len(), g.Positions)
	for p, e := range g.Draft.All() {
		require.Equal(t, isForced(p), nodesOf(e.Source) < g.Settle, e.Source)
	}
}

func TestStands(t *testing.T) {
	known := []book.Move{{Move: board.Move{From: 8}}, {Move: board.Move{From: 9}}}
	best := []book.Move{{Move: board.Move{From: 9}, Searched: 10}, {Move: board.Move{From: 8}, Searched: 7}}
	require.True(t, stands(known, best, 3))
	require.False(t, stands(known, best, 2))
	require.False(t, stands(known, best[:1], 40), "it was not named")
	require.False(t, stands(nil, best, 40))
}

// What a deeper search does not name is no better than what it names.
func TestBelow(t *testing.T) {
	known := []book.Move{{Searched: 30, Depth: 9}, {Searched: -50, Depth: 9}}
	got := below(known, []book.Move{{Searched: 10, Depth: 20}, {Searched: 5, Depth: 18}})
	require.Equal(t, []book.Move{{Searched: 5, Depth: 9}, {Searched: -50, Depth: 9}}, got)
}

// The best move of a position that has settled is searched again if its own search liked another one better, or if it was
// named by an iteration before the last.
func TestContradictionsUnsettle(t *testing.T) {
	g := Growth{Search: Search{Nodes: 100}, Settle: 1000, Terms: Terms{Equal: 4}}
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
		e := book.Entry{Moves: []book.Move{c.best, c.other}, Depth: 20, Source: "search 300 nodes" + settledMark}
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
