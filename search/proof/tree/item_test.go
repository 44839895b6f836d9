package tree_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// TestItemIdentity depends on position, budget and versions, not on the epoch, the hints or the order of the FEN.
func TestItemIdentity(t *testing.T) {
	item := tree.NewItem(board.Start(), 1000, versions())
	same := item
	score := int16(3)
	same.Epoch, same.Hints.Score = 7, &score
	same.Position = "B:B1-12:W21-32"
	require.Equal(t, item.ID, same.Identity())
	for _, other := range []tree.Item{
		tree.NewItem(board.Start().Mirror(), 1000, versions()),
		tree.NewItem(board.Start(), 1001, versions()),
		tree.NewItem(board.Start(), 1000, tree.Versions{}),
	} {
		require.NotEqual(t, item.ID, other.ID)
	}
}

// TestResultJSON writes a result as a message and reads it again. In a store it is the text that earlier programs wrote.
func TestResultJSON(t *testing.T) {
	r := tree.Result{
		Item: tree.NewItem(board.Start(), 1000, versions()), Sequence: 3, Worker: "a", Result: proof.Result{
			Answer: tree.No, Method: "graph", Nodes: 12, Score: -7, King: true, Line: []string{"11-15"}, Certificate: []byte{1, 2},
		},
	}
	data, err := json.Marshal(r)
	require.NoError(t, err)
	var read tree.Result
	require.NoError(t, json.Unmarshal(data, &read))
	require.Equal(t, r, read)
	data, err = json.Marshal(tree.FactOf(r))
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(data), `{"position":"`+r.Item.Position+`","answer":"no","method":"graph","nodes":12,"score":-7,`+
		`"king":true,"worker":"a","item":"`+r.Item.ID+`","sequence":3,"certificate":"a12871fee210fb8619291eaea194581cbd2531e4b23759d225f6806923f63222","versions":{"format":`), string(data))
}

// FuzzResult reads messages of strangers: an item that is taken is one that a manager could have made.
func FuzzResult(f *testing.F) {
	data, err := json.Marshal(tree.Result{Item: tree.NewItem(board.Start(), 1000, tree.Versions{Solver: "a"}), Result: proof.Result{Answer: tree.Yes}})
	require.NoError(f, err)
	f.Add(data)
	f.Add([]byte(`{"item":{"id":"x","position":"B:W1:B2"},"answer":"open"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var r tree.Result
		if json.Unmarshal(data, &r) != nil {
			return
		}
		if q, err := r.Item.Question(); err == nil {
			require.Equal(t, r.Item.ID, r.Item.Identity())
			require.NoError(t, q.Position.Check())
		}
	})
}

// TestGoalText reads goals and says what they ask.
func TestGoalText(t *testing.T) {
	g, err := tree.ParseOpening("1. 12-16 24-19 2. 10-14 <= draw")
	require.NoError(t, err)
	claims := g.Claims()
	require.Len(t, claims, 1)
	require.Equal(t, board.Black, claims[0].Attacker)
	require.False(t, claims[0].Win)
	for _, text := range []string{"12 16 24 19 10 14 <= draw", "1. 1216 2419 2. 10\u201314 <= draw"} {
		same, err := tree.ParseOpening(text)
		require.NoError(t, err)
		require.Equal(t, g, same)
	}
	again, err := tree.ParseGoal(g.String())
	require.NoError(t, err)
	require.Equal(t, claims, again.Claims())
	require.Len(t, parse(t, "B:W32:B1 = draw").Claims(), 2)
	for text, want := range map[string]string{
		"B:W32:B1":           "want a position, then",
		"B:W32:B1 >= loss":   "every position",
		"B:W32:B1 <= win":    "every position",
		"B:W32:B1 >= better": "want loss, draw or win",
		"B:W99:B1 >= draw":   "99",
		">= draw":            "no position before >=",
	} {
		_, err := tree.ParseGoal(text)
		require.ErrorContains(t, err, want, text)
	}
	_, err = tree.ParseOpening("12-17 >= draw")
	require.ErrorContains(t, err, "12-17")
}

// TestStatusLine: the line of a status is one of moves from the goal's position, whoever attacks.
func TestStatusLine(t *testing.T) {
	for _, g := range goals {
		for _, claim := range parse(t, g.text).Claims() {
			m, err := tree.NewManager(create(t, parse(t, g.text)), claim, options())
			require.NoError(t, err)
			maximum := 0
			report := func() {
				p, moves := claim.Position, strings.Fields(m.Status().Line)
				for _, text := range moves {
					move, err := p.ParseMove(text)
					require.NoError(t, err, "%s in %v", g.text, moves)
					p = p.Play(move)
				}
				maximum = max(maximum, len(moves))
			}
			require.NoError(t, m.Run(t.Context(), newSimulated(1, 1, trouble{}), report))
			require.Positive(t, maximum, g.text)
		}
	}
}

// TestFollow expands the positions of a line, whatever they are worth, and changes no answer.
func TestFollow(t *testing.T) {
	goal := parse(t, goals[1].text)
	claim := goal.Claims()[0]
	m, err := tree.NewManager(create(t, goal), claim, options())
	require.NoError(t, err)
	var moves board.MoveList
	claim.Position.Moves(&moves)
	line := []board.Position{board.Start(), claim.Position, claim.Position.Play(moves.At(0))}
	reached, err := m.Follow(line)
	require.NoError(t, err)
	require.Equal(t, 2, reached)
	require.Equal(t, 2, m.Status().Expanded)
	require.Equal(t, tree.Undecided, m.Answer())
	reached, err = m.Follow(line[:1])
	require.NoError(t, err)
	require.Zero(t, reached)
	require.NoError(t, m.Run(t.Context(), newSimulated(1, 1, trouble{}), nil))
	require.True(t, m.Proven())
}

// Any text is a goal that its text gives back, with claims about its position, or one error.
func FuzzParseGoal(f *testing.F) {
	for _, text := range []string{
		closedSets, "B:W18,K22:B1,5 = draw", "12-16 24-19 10-14 <= draw", "1. 12-16 24-19 2. 10-14 >= win",
		"B:W18:B9 >= loss", "= = draw", ">=draw", "W:W1:B32 <= loss <= win",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, parse := range []func(string) (tree.Goal, error){tree.ParseGoal, tree.ParseOpening} {
			g, err := parse(text)
			if err != nil {
				require.NotContains(t, err.Error(), "\n")
				continue
			}
			require.NotEmpty(t, g.Claims())
			again, err := tree.ParseGoal(g.String())
			require.NoError(t, err)
			require.Equal(t, g.Position(), again.Position())
			require.Equal(t, g.Claims(), again.Claims())
		}
	})
}
