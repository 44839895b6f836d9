package session

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/search"
)

func position(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// TestBuiltInDatabases: an engine with nothing set up answers six pieces.
func TestBuiltInDatabases(t *testing.T) {
	e := small(t)
	require.Empty(t, e.Ready())
	require.Equal(t, board.Win, e.Probe(position(t, "B:WK32:BK1,K2")))
	require.Equal(t, board.Loss, e.Probe(position(t, "W:WK32:BK1,K2")))
	require.Equal(t, board.Unknown, e.Probe(board.Start()))

	require.NoError(t, e.SetOption("EGDBPieces", "2"))
	require.Equal(t, board.Unknown, e.Probe(position(t, "B:WK32:BK1,K2")))
	require.NoError(t, e.SetOption("EGDBPieces", "0"))
	require.Equal(t, board.Unknown, e.Probe(position(t, "B:WK32:BK1")))
	require.NoError(t, e.SetOption("EGDBPieces", strconv.Itoa(MaxDatabasePieces)))
	require.Equal(t, board.Win, e.Probe(position(t, "B:WK32:BK1,K2")))
}

// TestDatabasesAreSearched: hits are counted, and none without databases.
func TestDatabasesAreSearched(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetGame(board.NewGame(position(t, "B:WK10,K19,27:BK1,K2,K32"))))
	for pieces, want := range map[string]bool{"0": false, "6": true} {
		require.NoError(t, e.SetOption("EGDBPieces", pieces))
		var best search.Info
		require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 5}, nil, func(l engine.Lines, _ error) { best = l.Info }))
		e.Wait()
		require.Equal(t, want, best.DatabaseHits > 0, pieces)
	}
}

// TestDatabaseLostInUse: a file that shrinks while it is mapped costs its values, and
// there is news of it.
func TestDatabaseLostInUse(t *testing.T) {
	directory := t.TempDir()
	m, err := endgame.ParseMaterial("4Kv3K")
	require.NoError(t, err)
	const bothOppositions = 3
	shape := endgame.Shape{Material: m, Variant: endgame.Constant}
	data := endgame.EncodeSlice(endgame.Header{Material: m}, []endgame.Section{
		{Kind: endgame.SectionModel, Data: endgame.ModelFields(shape, bothOppositions)},
	})
	name := filepath.Join(directory, "4Kv3K.zdb")
	require.NoError(t, os.WriteFile(name, data, 0o600))
	e := small(t)
	require.NoError(t, e.SetOption("EGDBMemory", "0"))
	require.NoError(t, e.SetOption("EGDBPath", directory))
	require.Len(t, e.Ready(), 1)
	p := position(t, "B:WK29,K30,K31:BK1,K2,K3,K4")
	require.Equal(t, board.Draw, e.Probe(p))
	require.NoError(t, os.Truncate(name, 10))
	require.Equal(t, board.Unknown, e.Probe(p))
	news := e.Ready()
	require.Len(t, news, 1)
	require.Contains(t, news[0], name)
	require.NoError(t, e.SetOption("EGDBMemory", "1"))
	require.Len(t, e.Ready(), 2, "what is wrong, and what there is")
}

func TestDatabasePath(t *testing.T) {
	e := small(t)
	directory := t.TempDir()
	file := filepath.Join(directory, "2Kv1K.zdb")
	require.NoError(t, os.WriteFile(file, []byte("nonsense"), 0o600))
	require.ErrorContains(t, e.SetOption("EGDBPath", filepath.Join(directory, "none")), "no such file")
	require.ErrorContains(t, e.SetOption("EGDBPath", file), "not a directory")
	require.Empty(t, e.Option("EGDBPath"))

	require.NoError(t, e.SetOption("EGDBPath", directory))
	news := e.Ready()
	require.Len(t, news, 1, "the program has the slice itself")
	require.Contains(t, news[0], "complete up to 6 pieces")
	large := filepath.Join(directory, "6Kv1K.zdb")
	require.NoError(t, os.WriteFile(large, []byte("nonsense"), 0o600))
	require.NoError(t, e.SetOption("EGDBPath", directory))
	news = e.Ready()
	require.Len(t, news, 2)
	require.Contains(t, news[0], large)
	require.Empty(t, e.Ready(), "told once")

	require.Contains(t, DescribeDatabases(directory), "unusable: 2")
	require.Contains(t, DescribeDatabases(t.TempDir()), "no endgame databases found")
	for _, none := range []string{"", "<empty>"} {
		require.Equal(t, "the endgame databases in the program are complete up to 6 pieces; a folder may hold more", DescribeDatabases(none))
	}
	require.Regexp(t, `^no endgame databases: ".*none" .*; those in the program are complete up to 6 pieces$`, DescribeDatabases(filepath.Join(t.TempDir(), "none")))
}

// TestNothingIsOpenedBeforeSomethingAsks: options alone open nothing; a position, a new game, a probe do.
func TestNothingIsOpenedBeforeSomethingAsks(t *testing.T) {
	for name, ask := range map[string]func(e *Session){
		"NewGame": func(e *Session) { require.NoError(t, e.NewGame()) },
		"SetGame": func(e *Session) { require.NoError(t, e.SetGame(board.NewGame(board.Start()))) },
		"Probe":   func(e *Session) { require.NotEqual(t, board.Unknown, e.Probe(position(t, "B:WK29:BK1"))) },
		"Loaded":  func(e *Session) { <-e.Loaded() },
		"Ready":   func(e *Session) { require.Len(t, e.Ready(), 1) },
	} {
		e := small(t)
		require.NoError(t, e.SetOption("EGDBMemory", "1"))
		require.NoError(t, e.SetOption("EGDBPath", t.TempDir()))
		require.Nil(t, e.databases.begunLast(), name)
		ask(e)
		require.Same(t, e.databases, e.databases.begunLast(), name)
	}
}

// TestReplacedDatabasesAreClosed: databases that are open are closed once, also if those after them were never opened.
func TestReplacedDatabasesAreClosed(t *testing.T) {
	e := small(t)
	for range 3 {
		require.NotEqual(t, board.Unknown, e.Probe(position(t, "B:WK29:BK1")))
		open := e.databases
		require.NoError(t, e.SetOption("EGDBPieces", "3"))
		require.NoError(t, e.SetOption("EGDBPieces", "6"))
		require.Same(t, open, e.databases.begunLast())
		require.Equal(t, 6, databasePieces(e))
		require.Empty(t, open.endings.Slices())
	}
	require.NoError(t, e.SetOption("EGDBPieces", "3"))
	open := e.databases.begunLast()
	require.NoError(t, e.Close())
	require.Empty(t, open.endings.Slices())
}

func databasePieces(e *Session) int {
	complete, _ := e.DatabasePieces()
	return complete
}

// TestDatabasesInUse are not closed while a proof asks them; the next ones are opened when it has ended.
func TestDatabasesInUse(t *testing.T) {
	e := small(t)
	best := make(chan board.Result, 1)
	require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 1}, nil, nil)) // gives the engine the databases
	e.Wait()
	ctx, stop := context.WithCancel(t.Context())
	go func() { best <- e.Prove(ctx, board.Start()) }()
	require.Eventually(t, func() bool {
		free := e.using.TryLock()
		if free {
			e.using.Unlock()
		}
		return !free
	}, hang, time.Millisecond, "the proof begins")
	require.NoError(t, e.SetOption("EGDBPath", t.TempDir()))
	opened := e.Loaded()
	select {
	case <-opened:
		require.Fail(t, "the databases are closed under the proof")
	case <-time.After(50 * time.Millisecond):
	}
	stop()
	within(t, func() {
		<-opened
		require.Equal(t, board.Unknown, <-best)
	})
}

// TestEndingsWhileTheyAreReplaced are those from before or the new ones.
func TestEndingsWhileTheyAreReplaced(t *testing.T) {
	e := small(t)
	require.Empty(t, e.Ready())
	var askers sync.WaitGroup
	ended := make(chan struct{})
	for range 8 {
		askers.Go(func() {
			for {
				select {
				case <-ended:
					return
				default:
					assert.NotNil(t, e.Endings())
				}
			}
		})
	}
	for range 5 {
		require.NoError(t, e.SetOption("EGDBPath", t.TempDir()))
		<-e.Loaded()
	}
	close(ended)
	askers.Wait()
}

// TestHurried: a search that is hurried does without databases that are not open yet, the next
// one has them.
func TestHurried(t *testing.T) {
	e := small(t)
	require.Empty(t, e.Ready())
	open := e.databases
	for _, opened := range []bool{false, true} {
		e.databases = open
		if !opened {
			e.databases = &databases{begun: true, opened: make(chan struct{}), using: &e.using}
		}
		require.NoError(t, e.NewGame())
		require.NoError(t, e.SetGame(board.NewGame(position(t, "B:WK10,K19,27:BK1,K2,K32"))))
		var best search.Info
		require.NoError(t, e.StartHurried(t.Context(), search.Limits{Depth: 5}, nil, func(l engine.Lines, _ error) { best = l.Info }))
		e.Wait()
		require.False(t, best.Move().IsNone())
		require.Equal(t, opened, best.DatabaseHits > 0)
	}
}

// TestBoundsPath: what is wrong with a directory of bounds is told, and the engine does without.
func TestBoundsPath(t *testing.T) {
	e := small(t)
	directory := t.TempDir()
	require.ErrorContains(t, e.SetOption("BoundsPath", filepath.Join(directory, "none")), "no such file")
	require.NoError(t, e.SetOption("BoundsPath", directory))
	require.Equal(t, []string{"bounds: " + directory + ": no bounds here"}, e.Ready())
	require.Zero(t, e.databases.endings.BoundsDescription().Pieces)
	require.NoError(t, e.SetOption("BoundsPath", emptyString))
	require.Empty(t, e.Ready())
}
