package proof

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/memory"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// shelf is a Keeper that ends the work after a number of calls.
type shelf struct {
	t       *testing.T
	calls   int // that are left
	end     func()
	kept    map[board.Color][]byte // by attacker
	damaged bool                   // what was kept could not be read
	due     func() bool            // nil for always

	mu sync.Mutex
}

func (s *shelf) Keep(q certificate.Question, write func(io.Writer) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.due != nil && !s.due() {
		return
	}
	var out bytes.Buffer
	require.NoError(s.t, write(&out))
	s.kept[q.Attacker] = out.Bytes()
	if s.calls--; s.calls == 0 {
		s.end()
	}
}

func (s *shelf) Restore(q certificate.Question, read func(io.Reader) error) {
	if data, found := s.kept[q.Attacker]; found {
		s.damaged = read(bytes.NewReader(data)) != nil
	}
}

// An interrupted question goes on where it was, by every method, until it has the answer that it has without interruptions.
func TestWorkIsKept(t *testing.T) {
	for _, c := range []struct {
		fen           string
		pieces, table int
		min           int // interruptions
		deep          bool
	}{
		{"W:WK5,K9,13,28:B3,12,K18,K22", 6, testTable, 2, false},   // closure and graph
		{"W:W18,19,22,26,29:B3,5,8,10,12", 6, testTable, 2, false}, // graph
		{"B:W18,19,22,26,29:B3,5,8,10,12", 4, 80, 2, true},         // depth first
	} {
		if c.deep && !long() {
			continue
		}
		p := question(t, c.fen, board.Black).Position
		names := certificate.Leaves{Pieces: c.pieces, Sum: library(t).Sum(c.pieces)}
		budget := uint64(300_000)
		if c.deep {
			budget *= 2 // which fills the graph
		}
		want := NewProver(library(t), names, Options{Table: c.table}).Value(t.Context(), p, budget, 1)
		s, runs := &shelf{t: t, kept: map[board.Color][]byte{}}, 0
		for before := uint64(0); ; runs++ {
			ctx, cancel := context.WithCancel(t.Context())
			const calls = 4
			s.calls, s.end = calls, cancel
			prover := NewProver(library(t), names, Options{Table: c.table, Keeper: s})
			got := prover.Value(ctx, p, budget, 1)
			ended := ctx.Err() == nil || got.Known() != board.Unknown || got.Nodes >= 2*budget
			cancel()
			require.False(t, s.damaged)
			require.True(t, ended || got.Nodes > before, "nothing is lost")
			if before = got.Nodes; ended {
				require.Equal(t, c.deep, prover.solvers[0].deep != nil, "the depth-first search takes part")
				require.Equal(t, []board.Result{want.Low, want.High}, []board.Result{got.Low, got.High}, c.fen)
				for _, r := range []Result{got.Win, got.Loss} {
					if r.Answer != Unknown {
						requireProof(t, library(t), r)
					}
				}
				break
			}
		}
		require.GreaterOrEqual(t, runs, c.min, c.fen)
	}
}

// The work is kept at an interruption in a pass or in a collection, too, and goes on with the next part of its iteration.
func TestWorkIsKeptInPasses(t *testing.T) {
	q := question(t, "W:W18,19,22,26,29:B3,5,8,10,12", board.White)
	const budget, table = 400_000, 12 // MiB: the graph is full at times
	want := NewSolver(library(t), certificate.Leaves{Pieces: 4}, Options{Table: table}).Solve(t.Context(), q, budget)
	s, stopped := &shelf{t: t, kept: map[board.Color][]byte{}}, 0
	for before, run := uint64(0), 0; ; run++ {
		ctx := &fuse{Context: t.Context(), checks: 40 + run}
		s.calls, s.due = 0, func() bool { return ctx.checks == 0 }
		solver := NewSolver(library(t), certificate.Leaves{Pieces: 4}, Options{Table: table, Keeper: s})
		got := solver.Solve(ctx, q, budget)
		if solver.graph.stopped {
			stopped++
		}
		require.False(t, s.damaged)
		require.GreaterOrEqual(t, got.Nodes, before)
		if before = got.Nodes; ctx.checks > 0 {
			require.Equal(t, want.Answer, got.Answer)
			break
		}
		require.Negative(t, s.calls, "the work is kept")
	}
	require.NotZero(t, stopped)
}

// Restored work finishes its iteration, which has had its alpha-beta search.
func TestRestoredIteration(t *testing.T) {
	q := question(t, "W:W18,19,22,26,29:B3,5,8,10,12", board.White)
	const budget = 1_000_000
	ctx, cancel := context.WithCancel(t.Context())
	s := &shelf{t: t, kept: map[board.Color][]byte{}}
	var before *attempt
	o := Options{Table: 64, Keeper: s, Report: func(Progress) { // MiB, which are not full soon
		if before.spent() < before.limit {
			cancel()
		}
	}}
	before = newAttempt(ctx, NewSolver(library(t), certificate.Leaves{Pieces: 4}, o), q, budget)
	before.advance(budget)
	require.Less(t, before.spent(), before.limit)
	o.Report = nil
	after := newAttempt(t.Context(), NewSolver(library(t), certificate.Leaves{Pieces: 4}, o), q, budget)
	after.advance(before.spent() + 1)
	require.Equal(t, before.tactics.visited, after.tactics.visited)
	require.GreaterOrEqual(t, after.spent(), before.limit)
}

// An interruption of the replay of a depth-first proof does not end the depth-first search.
func TestInterruptedVerification(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	a := newAttempt(ctx, newTestSolver(library(t), 4), question(t, "W:W18,19,22,26,29:B3,5,8,10,12", board.White), 1_000_000)
	a.beginDepthFirst()
	cancel()
	require.False(t, a.verify(lost))
	require.Equal(t, deepStage, a.stage)
}

// A table of the depth-first search is never shorter than its positions need, also where kept work is damaged.
func TestDamagedTable(t *testing.T) {
	begun := func() *attempt {
		return newAttempt(t.Context(), newTestSolver(library(t), 4), question(t, "W:W18,19,22,26,29:B3,5,8,10,12", board.White), 1_000_000)
	}
	a := begun()
	a.beginDepthFirst()
	var kept bytes.Buffer
	require.NoError(t, a.write(&kept))
	const lengthBytes, sumBytes = 8, 4
	length := kept.Bytes()[kept.Len()-sumBytes-len(memory.Bytes(a.deep.table.buckets))-lengthBytes:][:lengthBytes]
	require.EqualValues(t, len(a.deep.table.buckets), binary.LittleEndian.Uint64(length))
	binary.LittleEndian.PutUint64(length, 0)
	b := begun()
	require.ErrorIs(t, b.read(&kept), errDamaged)
	require.Len(t, b.deep.table.buckets, len(a.deep.table.buckets))
}

// A keeper that writes at an interruption alone gets the work at both questions of a value.
func TestBothQuestionsAreKept(t *testing.T) {
	p := question(t, "W:W18,19,22,26,29:B3,5,8,10,12", board.White).Position
	for _, threads := range []int{1, 2} {
		ctx, cancel := context.WithCancel(t.Context())
		s := &shelf{t: t, kept: map[board.Color][]byte{}, due: func() bool { return ctx.Err() != nil }}
		var mu sync.Mutex
		begun := map[board.Color]bool{} // two threads work at both questions, and one thread at one after the other
		report := func(at Progress) {
			mu.Lock()
			defer mu.Unlock()
			if begun[at.Question.Attacker] = true; len(begun) == threads {
				cancel()
			}
		}
		options := Options{Table: testTable, Keeper: s, Report: report}
		NewProver(library(t), certificate.Leaves{Pieces: 4, Sum: library(t).Sum(4)}, options).Value(ctx, p, 1_000_000, threads)
		require.Error(t, ctx.Err())
		require.ElementsMatch(t, []board.Color{board.Black, board.White}, slices.Collect(maps.Keys(s.kept)))
	}
}

// Kept work that is cut off or changed is not used: the question begins anew.
func TestDamagedWork(t *testing.T) {
	q := question(t, "W:W18,19,22,26,29:B3,5,8,10,12", board.White)
	const budget = 60_000
	want := newTestSolver(library(t), 4).Solve(t.Context(), q, budget)
	s := &shelf{t: t, kept: map[board.Color][]byte{}}
	solve := func() Result {
		return NewSolver(library(t), certificate.Leaves{Pieces: 4}, Options{Table: testTable, Keeper: s}).Solve(t.Context(), q, budget)
	}
	require.Equal(t, want, solve())
	whole := s.kept[q.Attacker]
	for _, damaged := range [][]byte{
		nil, whole[:5], whole[:len(whole)/2], whole[:len(whole)-1], append(bytes.Clone(whole[:len(whole)/2]), append([]byte{1}, whole[len(whole)/2+1:]...)...),
		bytes.Repeat([]byte{255}, 100),
	} {
		s.kept[q.Attacker] = damaged
		require.Equal(t, want, solve())
		require.True(t, s.damaged)
	}
	s.kept[q.Attacker] = whole
	require.Equal(t, want.Nodes, solve().Nodes, "the budget is spent")
	require.False(t, s.damaged)
}

// A question that needs no search is kept like any other.
func TestKnownQuestionIsKept(t *testing.T) {
	q := question(t, "W:WK1:BK32", board.White)
	s := &shelf{t: t, kept: map[board.Color][]byte{}}
	solver := NewSolver(library(t), certificate.Leaves{Pieces: 4}, Options{Table: testTable, Keeper: s})
	require.Equal(t, ByDatabase, solver.Solve(t.Context(), q, 1).Method)
	require.NotEmpty(t, s.kept[q.Attacker])
}
