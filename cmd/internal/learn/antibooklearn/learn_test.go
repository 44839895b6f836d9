package antibooklearn

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// usual is the criterion of the commands.
var usual = Criterion{Quick: 7, Looks: -30, Nodes: 100_000, Confirm: 300_000, Lost: -65, Held: -45}

// small searches little, so that the tests are fast: a quick search of one ply misses much.
var small = Criterion{Quick: 1, Looks: -30, Nodes: 5000, Confirm: 8000, Lost: -65, Held: -45}

// Positions with a move that looks good to a quick search and loses more than a man, while another move holds: the
// margins are wide, so that other weights of the evaluation change nothing.
const (
	beforeLearned, learnedMove = "B:W18,22,24,30,32:B9,10,11,15,16", "16-20"
	beforeScanned, scannedMove = "W:WK6,16,K19,21,29:B5,12,K27,K31", "6-9"
)

// after returns a position and that behind one of its moves.
func after(t *testing.T, fen, move string) (p, end board.Position, m board.Move) {
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	m, err = p.ParseMove(move)
	require.NoError(t, err)
	return p, p.Play(m), m
}

var one = Options{Threads: 1, HashMiB: 1}

// randomGame returns a game of random moves, and its positions.
func randomGame(seed uint64, plies int) (Game, []board.Position) {
	random := rand.New(rand.NewPCG(seed, 0))
	p := board.Start()
	g, positions := &pdn.Game{Start: p}, []board.Position{p}
	for range plies {
		var moves board.MoveList
		p.Moves(&moves)
		if p.Finished() || moves.Len() == 0 {
			break
		}
		m := moves.At(random.IntN(moves.Len()))
		p = p.Play(m)
		g.Moves = append(g.Moves, pdn.Node{Move: m})
		positions = append(positions, p)
	}
	return Game{Name: "random", Game: g, Loser: board.White}, positions
}

// requireFits checks an entry against the criterion with searches of its own.
func requireFits(t *testing.T, c Criterion, e antibook.Entry) {
	require.NoError(t, e.Check())
	require.NotEmpty(t, e.Reason)
	j, err := newAnalyzer(confirmHash)
	require.NoError(t, err)
	defer j.Close()
	quick, err := j.analyze(t.Context(), e.Position, search.Limits{Depth: search.Depth(c.Quick)}, c.Looks)
	require.NoError(t, err)
	require.GreaterOrEqual(t, quick.score, c.Looks)
	require.NoError(t, j.clear())
	last, err := j.analyze(t.Context(), e.Position, search.Limits{Nodes: c.Confirm}, c.Looks)
	require.NoError(t, err)
	require.LessOrEqual(t, last.score, c.Lost)
}

func TestLearn(t *testing.T) {
	before, end, m := after(t, beforeLearned, learnedMove)
	played := &pdn.Game{Start: before}
	played.Moves = []pdn.Node{{Move: m}}
	lost := Game{Name: "lost", Game: played, Loser: board.Black}
	won := lost
	won.Loser = board.White // who made no move
	var reported []Game
	var found []antibook.Entry
	require.NoError(t, Learn(t.Context(), []Game{lost, won}, small, one, func(g Game, e *antibook.Entry) {
		reported = append(reported, g)
		if e != nil {
			require.Equal(t, lost.Loser, g.Loser)
			found = append(found, *e)
		}
	}))
	require.Len(t, reported, 2)
	require.Len(t, found, 1)
	require.Equal(t, end, found[0].Position)
	require.Equal(t, lost.Loser, found[0].Loser())
	require.Contains(t, found[0].Reason, learnedMove+" looks like ")
	require.Contains(t, found[0].Source, lost.Name)
	requireFits(t, small, found[0])
}

func TestScan(t *testing.T) {
	before, end, _ := after(t, beforeScanned, scannedMove)
	scan := func(known []antibook.Entry, positions ...board.Position) (all []antibook.Entry) {
		require.NoError(t, Scan(t.Context(), positions, small, known, one, func(found []antibook.Entry) { all = append(all, found...) }))
		return all
	}
	found := scan(nil, before, before.Mirror(), board.Start())
	require.Len(t, found, 1, "a mirror is not found again")
	require.Equal(t, end, found[0].Position)
	requireFits(t, small, found[0])
	require.Empty(t, scan(found, before), "what is known is not found again")
}

func TestScanWalks(t *testing.T) {
	walks := Walks{Roots: []board.Position{board.Start()}, Seed: 1, Number: 2, Pieces: 22}
	run := func() (reports int, all []antibook.Entry) {
		require.NoError(t, ScanWalks(t.Context(), walks, small, nil, one, func(found []antibook.Entry) {
			reports++
			all = append(all, found...)
		}))
		return reports, all
	}
	reports, first := run()
	require.Equal(t, walks.Number, reports)
	_, second := run()
	require.Equal(t, first, second, "walks depend on the seed alone")
}

func TestCheck(t *testing.T) {
	lost, err := board.ParseFEN("B:WK14:B1,2,3,4,5,6")
	require.NoError(t, err)
	entries := []antibook.Entry{{Position: lost}, {Position: board.Start()}}
	scores := map[board.Position]eval.Score{}
	require.NoError(t, Check(t.Context(), entries, 2000, one, func(v CheckResult) {
		require.Positive(t, v.Depth)
		scores[v.Entry.Position] = v.Score
	}))
	require.Len(t, scores, len(entries))
	require.Less(t, scores[lost], small.Lost, "the score is that of the side not to move")
	require.Greater(t, scores[board.Start()], small.Held)
}

// The first error ends the work and is returned, and so is the end of the context.
func TestPoolEnds(t *testing.T) {
	broken := errors.New("broken")
	items := make([]int, 100)
	for i := range items {
		items[i] = i
	}
	reported := 0
	failing := func(_ context.Context, _ *analyzer, i int) (int, error) {
		if i == 5 {
			return 0, broken
		}
		return i, nil
	}
	require.ErrorIs(t, inParallel(t.Context(), one, items, failing, func(int, int) { reported++ }), broken)
	require.LessOrEqual(t, reported, 5)

	ctx, stop := context.WithCancel(t.Context())
	stop()
	require.ErrorIs(t, Check(ctx, []antibook.Entry{{Position: board.Start()}}, 100, one, func(CheckResult) {}), context.Canceled)
}

func TestGamePositions(t *testing.T) {
	g, positions := randomGame(2, 40)
	all := GamePositions([]Game{g, g}, 18)
	require.NotEmpty(t, all)
	for i, p := range all {
		require.GreaterOrEqual(t, p.Pieces(), 18)
		require.Equal(t, i, slices.Index(all, p), "each once")
		require.Contains(t, positions, p)
	}
}

func TestNaturalMoves(t *testing.T) {
	p := board.Start()
	var moves board.MoveList
	p.Moves(&moves)
	best, near, far := moves.At(0), moves.At(1), moves.At(2)
	quick := map[board.Move]finding{best: {score: 10}, near: {score: 10 - naturalDrop}, far: {score: 9 - naturalDrop}}
	random, seen := rand.New(rand.NewPCG(1, 1)), map[board.Move]bool{}
	for range 100 {
		m, ok := naturalMove(p, quick, random)
		require.True(t, ok)
		seen[m] = true
	}
	require.Equal(t, map[board.Move]bool{best: true, near: true}, seen)
	_, ok := naturalMove(p, map[board.Move]finding{best: {score: walkEnds + 1}}, random)
	require.False(t, ok)
}

func TestVisited(t *testing.T) {
	v, p := &visited{}, board.Start()
	require.True(t, v.add(p))
	require.False(t, v.add(p))
	require.False(t, v.add(p.Mirror()))
}

func TestValidate(t *testing.T) {
	require.NoError(t, usual.Validate())
	for want, change := range map[string]func(*Criterion){
		"lost 1":   func(c *Criterion) { c.Lost = 1 },
		"lost -30": func(c *Criterion) { c.Lost = -30 },
	} {
		c := usual
		change(&c)
		require.ErrorContains(t, c.Validate(), want)
	}
}
