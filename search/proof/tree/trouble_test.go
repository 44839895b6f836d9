package tree_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// altered is a queue whose results are changed before they come.
type altered struct {
	*simulated
	alter func(r *tree.Result)
}

func (a altered) Receive(ctx context.Context) ([]tree.Result, error) {
	results, err := a.simulated.Receive(ctx)
	for i := range results {
		a.alter(&results[i])
	}
	return results, err
}

// TestPoison proves the goal round items that no worker can solve: those of every third position fail.
func TestPoison(t *testing.T) {
	for name, final := range map[string]bool{"by workers": false, "by the queue": true} {
		t.Run(name, func(t *testing.T) {
			goal, messages := parse(t, closedSets), ""
			o := options()
			o.Log = func(message string) { messages += message + "\n" }
			m, err := tree.NewManager(create(t, goal), goal.Claims()[0], o)
			require.NoError(t, err)
			q := altered{newSimulated(2, 1, trouble{}), func(r *tree.Result) {
				if strings.HasPrefix(r.Item.ID, "a") || strings.HasPrefix(r.Item.ID, "3") {
					*r = tree.Result{Item: r.Item, Sequence: r.Sequence, Worker: r.Worker, Failed: "panic: x", Final: final}
				}
			}}
			require.NoError(t, m.Run(t.Context(), q, nil))
			require.True(t, m.Proven())
			require.Positive(t, m.Status().Poisoned)
			require.Contains(t, messages, "poisoned")
		})
	}
}

// TestBadResults drops results of other versions and contents, and certificates that prove nothing or something else.
func TestBadResults(t *testing.T) {
	goal := parse(t, goals[1].text)
	for name, alter := range map[string]func(r *tree.Result){
		"version":           func(r *tree.Result) { r.Item.Versions.Rules++; r.Item.ID = r.Item.Identity() },
		"identity":          func(r *tree.Result) { r.Item.Budget++ },
		"no certificate":    func(r *tree.Result) { r.Certificate = nil },
		"other answer":      func(r *tree.Result) { r.Answer = tree.Yes + tree.No - r.Answer },
		"changed":           func(r *tree.Result) { r.Certificate[len(r.Certificate)/2] ^= 1 },
		"of other position": func(r *tree.Result) { r.Certificate = foreign(t) },
	} {
		t.Run(name, func(t *testing.T) {
			store := create(t, goal)
			m, err := tree.NewManager(store, goal.Claims()[0], options())
			require.NoError(t, err)
			bad := 0
			q := altered{newSimulated(1, 1, trouble{}), func(r *tree.Result) {
				if r.Answer != tree.Undecided && bad < 5 {
					bad++
					r.Certificate = append([]byte(nil), r.Certificate...)
					alter(r)
				}
			}}
			require.NoError(t, runSome(t.Context(), m, q))
			if m.Answer() != tree.Undecided {
				require.True(t, m.Proven(), "a wrong fact was taken")
			}
			require.NoError(t, store.Verify())
		})
	}
}

// runSome runs a manager for some results: an item whose result was dropped stays out for ever.
func runSome(ctx context.Context, m *tree.Manager, q altered) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	err := m.Run(ctx, q, func() {
		if q.waits() {
			cancel()
		}
	})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// foreign returns a certificate of some other position.
func foreign(t *testing.T) []byte {
	t.Helper()
	p, err := board.ParseFEN("B:WK14,15:B12,K19,20") // which the solver answers at once
	require.NoError(t, err)
	r, err := solve(t.Context(), 0, tree.NewItem(p.Mirror(), testBudget, versions()))
	require.NoError(t, err)
	require.NotEqual(t, tree.Undecided, r.Answer)
	return r.Certificate
}

// TestContradiction stops the proof when facts contradict each other, keeps both certificates, and starts no more.
func TestContradiction(t *testing.T) {
	goal := parse(t, goals[0].text)
	store := create(t, goal)
	m, err := tree.NewManager(store, goal.Claims()[0], options())
	require.NoError(t, err)
	item := tree.NewItem(goal.Claims()[0].Turned().Position, testBudget, versions())
	require.NoError(t, m.Accept(tree.Result{Item: item, Result: proof.Result{Answer: tree.No, Certificate: []byte("one")}}))
	require.ErrorContains(t, m.Accept(tree.Result{Item: item, Result: proof.Result{Answer: tree.Yes, Certificate: []byte("other")}}), "contradict")
	require.Equal(t, uint64(2), store.Certificates())
	_, err = tree.NewManager(store, goal.Claims()[0], options())
	require.ErrorContains(t, err, "contradict")
}

// TestSecondOpinion solves an answer again that the engine's score contradicts, before the goal counts as decided. The
// manager may end in between: the next one still waits for it.
func TestSecondOpinion(t *testing.T) {
	goal := parse(t, goals[0].text)
	store := create(t, goal)
	m, err := tree.NewManager(store, goal.Claims()[0], options())
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	q := altered{newSimulated(2, 1, trouble{}), func(r *tree.Result) {
		if r.Answer == tree.No {
			r.Score = 500
		}
	}}
	err = m.Run(ctx, q, func() {
		if m.Answer() != tree.Undecided {
			cancel() // the goal is answered, and second opinions are out
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	again, err := tree.NewManager(store, goal.Claims()[0], options())
	require.NoError(t, err)
	seeds := map[uint64]int{}
	q = altered{newSimulated(2, 1, trouble{}), func(r *tree.Result) { seeds[r.Item.Seed]++ }}
	require.NoError(t, again.Run(t.Context(), q, nil))
	require.Positive(t, seeds[1])
	require.True(t, again.Proven())
}

// TestDerivedContradiction stops the proof when the answer of a node contradicts what follows from its children.
func TestDerivedContradiction(t *testing.T) {
	goal := parse(t, closedSets) // the attacker is to move
	claim := goal.Claims()[0]
	root := claim.Turned().Position
	m, err := tree.NewManager(create(t, goal), claim, options())
	require.NoError(t, err)
	_, err = m.Follow([]board.Position{claim.Position})
	require.NoError(t, err)
	accept := func(p board.Position, a tree.Answer) error {
		return m.Accept(tree.Result{Item: tree.NewItem(p, testBudget, versions()), Result: proof.Result{Answer: a}})
	}
	require.NoError(t, accept(root, tree.No))
	var moves board.MoveList
	root.Moves(&moves)
	require.ErrorContains(t, accept(root.Play(moves.At(0)), tree.Yes), "contradict")
}

// TestLocal proves a goal with goroutines, of which one panics at first.
func TestLocal(t *testing.T) {
	goal := parse(t, goals[0].text)
	panics := make(chan bool, 1)
	panics <- true
	q := tree.NewLocal(2, func(ctx context.Context, worker int, item tree.Item) (proof.Result, error) {
		select {
		case <-panics:
			panic("first")
		default:
			return solve(ctx, worker, item)
		}
	})
	proven, _ := prove(t, create(t, goal), goal, q)
	require.True(t, proven)
}

// TestTwoClaims proves a value by two claims over one store.
func TestTwoClaims(t *testing.T) {
	text, _, _ := strings.Cut(goals[0].text, " ")
	goal := parse(t, text+" = draw")
	store := create(t, goal)
	var managers []*tree.Manager
	for i, claim := range goal.Claims() {
		m, err := tree.NewManager(store, claim, options())
		require.NoError(t, err)
		q := newSimulated(2, uint64(i), trouble{})
		require.NoError(t, m.Run(t.Context(), q, nil))
		managers = append(managers, m)
	}
	value := library().Probe(goal.Position())
	require.Equal(t, fmt.Sprint(value == board.Draw), fmt.Sprint(managers[0].Proven() && managers[1].Proven()))
	_, err := tree.Export(filepath.Join(t.TempDir(), "out"), "test", true, managers...)
	require.NoError(t, err)
}
