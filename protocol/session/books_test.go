package session

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// ownBook writes a book in which the starting position has the moves given, with their scores.
func ownBook(t *testing.T, scores map[string]eval.Score) string {
	t.Helper()
	var e book.Entry
	for text, score := range scores {
		m, err := board.Start().ParseMove(text)
		require.NoError(t, err)
		e.Moves = append(e.Moves, book.Move{Move: m, Score: score, Searched: score})
	}
	d := book.NewBuilder()
	require.NoError(t, d.Put(board.Start(), e))
	var data bytes.Buffer
	require.NoError(t, d.Write(&data))
	name := filepath.Join(t.TempDir(), "own.zbk")
	require.NoError(t, os.WriteFile(name, data.Bytes(), 0o600))
	return name
}

// answered returns what the engine plays from the starting position.
func answered(t *testing.T, e *Session, limits search.Limits) (best search.Info) {
	t.Helper()
	require.NoError(t, e.Start(t.Context(), limits, nil, func(l engine.Lines, _ error) { best = l.Info }))
	within(t, e.Wait)
	return best
}

var inAGame = search.Limits{MoveTime: time.Millisecond}

func TestBookMoves(t *testing.T) {
	e := small(t)
	best := answered(t, e, inAGame)
	require.True(t, strings.HasPrefix(best.Note, "book "), best.Note)
	require.Zero(t, best.Nodes)
	g := e.Game()
	for _, m := range best.PV {
		require.True(t, legal(g.Position(), m))
		g.Play(m)
	}
	for name, limits := range map[string]search.Limits{
		"depth": {Depth: 2}, "nodes": {Nodes: 10}, "all moves": {MoveTime: time.Millisecond, MultiPV: 3},
		"solve": {MoveTime: time.Millisecond, Solve: true},
		"moves": {MoveTime: time.Millisecond, SearchMoves: best.PV[:1]},
	} {
		require.Empty(t, answered(t, e, limits).Note, name)
	}
	require.NoError(t, e.SetOption("OwnBook", "off"))
	require.Empty(t, answered(t, e, inAGame).Note)
}

func legal(p board.Position, m board.Move) bool {
	var moves board.MoveList
	p.Moves(&moves)
	return moves.Contains(m)
}

// The user's own book comes before that in the program, at every level.
func TestOwnBookOverrides(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("BookFile", ownBook(t, map[string]eval.Score{"12-16": 9, "9-13": 8, "10-14": -5, "11-15": -50})))
	seen := map[string]map[string]bool{}
	for _, level := range []string{"best", "good", "all"} {
		require.NoError(t, e.SetOption("OwnBook", level))
		seen[level] = map[string]bool{}
		for range 100 {
			seen[level][board.Start().MoveText(answered(t, e, inAGame).Move())] = true
		}
	}
	require.Equal(t, map[string]bool{"12-16": true}, seen["best"])
	require.Equal(t, map[string]bool{"12-16": true, "9-13": true}, seen["good"])
	require.Equal(t, map[string]bool{"12-16": true, "9-13": true, "10-14": true}, seen["all"])
	require.NoError(t, e.SetOption("BookFile", emptyString))
	require.NoError(t, e.SetOption("OwnBook", "best"))
	require.Equal(t, "11-15", board.Start().MoveText(answered(t, e, inAGame).Move()))
}

// avoiding writes an anti-book file with the positions after the moves, from the start.
func avoiding(t *testing.T, moves ...string) string {
	t.Helper()
	var text strings.Builder
	for _, m := range moves {
		fmt.Fprintf(&text, "%s\tfor a test\n", game(t, m).Position().FEN())
	}
	name := filepath.Join(t.TempDir(), "avoid.txt")
	require.NoError(t, os.WriteFile(name, []byte(text.String()), 0o600))
	return name
}

// A move into the anti-book is not played, neither from a book nor by the search, unless there is no other.
func TestAntiBookInPlay(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("BookFile", ownBook(t, map[string]eval.Score{"12-16": 9, "9-13": 8})))
	require.NoError(t, e.SetOption("AntiBookFile", avoiding(t, "12-16")))
	require.Equal(t, "9-13", board.Start().MoveText(answered(t, e, inAGame).Move()))
	require.NoError(t, e.SetOption("AntiBookFile", avoiding(t, "12-16", "9-13")))
	require.Equal(t, "12-16", board.Start().MoveText(answered(t, e, inAGame).Move()))
	require.NoError(t, e.SetOption("AntiBook", "false"))
	require.False(t, e.InAntiBook(game(t, "12-16").Position()))
	require.NoError(t, e.SetOption("AntiBook", "true"))
	require.True(t, e.InAntiBook(game(t, "12-16").Position()))

	require.NoError(t, e.SetOption("AntiBookFile", avoiding(t, "9-13", "9-14", "10-14", "10-15", "11-16", "12-16")))
	require.Equal(t, "11-15", board.Start().MoveText(answered(t, e, search.Limits{Depth: 5}).Move()))
	require.NoError(t, e.SetOption("AntiBookFile", avoiding(t, "11-15")))
	require.NotEqual(t, "11-15", board.Start().MoveText(answered(t, e, search.Limits{Depth: 5}).Move()))
}

// A file that cannot be used leaves what was there.
func TestBadBookFiles(t *testing.T) {
	e := small(t)
	good, avoid := ownBook(t, map[string]eval.Score{"12-16": 9}), avoiding(t, "9-13")
	require.NoError(t, e.SetOption("BookFile", good))
	require.NoError(t, e.SetOption("AntiBookFile", avoid))
	damaged := filepath.Join(t.TempDir(), "damaged")
	data, err := os.ReadFile(good)
	require.NoError(t, err)
	data[len(data)-1] ^= 1
	require.NoError(t, os.WriteFile(damaged, data, 0o600))
	require.ErrorContains(t, e.SetOption("BookFile", damaged), "checksum")
	require.ErrorContains(t, e.SetOption("BookFile", avoid), "not a book")
	require.ErrorContains(t, e.SetOption("AntiBookFile", good), ":1: FEN")
	require.ErrorIs(t, e.SetOption("AntiBookFile", filepath.Join(t.TempDir(), "none")), os.ErrNotExist)
	require.Equal(t, good, e.Option("BookFile"))
	require.Equal(t, avoid, e.Option("AntiBookFile"))
	require.Equal(t, "12-16", board.Start().MoveText(answered(t, e, inAGame).Move()))
	require.True(t, e.InAntiBook(game(t, "9-13").Position()))
}
