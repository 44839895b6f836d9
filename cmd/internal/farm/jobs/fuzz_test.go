package jobs

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Whatever a message holds, a question of a proof that is read is one that a solver takes.
func FuzzProofInput(f *testing.F) {
	f.Add([]byte(`{"position":"W:W28:BK1","attacker":0,"budget":1,"table":1,"leaves":{"pieces":1,"sum":2}}`))
	f.Add([]byte(`{"position":"W:W28:BK1","attacker":7,"table":99999999}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var i proofInput
		if json.Unmarshal(data, &i) != nil {
			return
		}
		if q, err := i.question(); err == nil {
			require.Contains(t, []board.Color{board.Black, board.White}, q.Attacker)
			require.Positive(t, i.Table)
		}
	})
}

// Whatever a worker answers, a result that is read claims what it answers.
func FuzzProofOutput(f *testing.F) {
	f.Add([]byte(`{"answer":1,"certificate":"AAAA"}`))
	f.Add([]byte(`{"answer":0,"line":["32-28"]}`))
	q := certificate.Question{Position: board.Start(), Attacker: board.White}
	f.Fuzz(func(t *testing.T, data []byte) {
		var r proof.Result
		if json.Unmarshal(data, &r) != nil {
			return
		}
		if r.Check(q, certificate.Leaves{}) == nil {
			require.Equal(t, r.Answer != proof.Unknown, r.Certificate != nil)
		}
	})
}

// Whatever a message holds, a position of a book that is read has a move to search.
func FuzzSearchInput(f *testing.F) {
	f.Add([]byte(`{"position":"W:W28:BK1","nodes":1,"best":1,"hash":1,"moves":["28-24"]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var i searchInput
		if json.Unmarshal(data, &i) != nil {
			return
		}
		if q, err := i.question(); err == nil {
			require.True(t, q.Position.HasMove())
		}
	})
}

// Whatever a worker answers, the moves of a finding are legal.
func FuzzFinding(f *testing.F) {
	f.Add([]byte(`[{"move":"11-15","score":3,"depth":2}]`))
	f.Add([]byte(`[{"move":"1-32"}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var moves []foundMove
		if json.Unmarshal(data, &moves) != nil {
			return
		}
		found, err := findingOf(board.Start(), moves)
		if err == nil {
			require.Len(t, found.Moves, len(moves))
		}
	})
}

// Whatever a message holds, a task of self-play that passes has bounded numbers.
func FuzzSelfPlayInput(f *testing.F) {
	f.Add([]byte(`{"order":{},"decks":[{"name":"3move"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var i selfPlayInput
		if json.Unmarshal(data, &i) != nil {
			return
		}
		if _, err := i.check(); err == nil {
			require.LessOrEqual(t, i.Order.Games, maxGames)
			require.NotEmpty(t, i.Suites)
		}
	})
}

// Whatever a message holds, a game to look at that is read can be played.
func FuzzProblemInput(f *testing.F) {
	f.Add([]byte(`{"game":0,"seed":1}`))
	f.Add([]byte(`{"game":1,"name":"a#1","start":"B:WK16,K18,21:B13,K27,K31","moves":"27-23 18x27 31x24"}`))
	f.Add([]byte(`{"game":1,"name":"a#1","start":"B:WK16,K18,21:B13,K27,K31","moves":"1-32"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var p problems.Task
		if json.Unmarshal(data, &p) != nil || p.Check() != nil {
			return
		}
		require.NoError(t, board.NewGame(p.Start).PlayText(strings.Fields(p.Moves)...))
	})
}

// Engines of a match elsewhere are names; what names a file of this host is one clear error.
func TestEngines(t *testing.T) {
	all, err := Flags{}.Engines([]string{"cmd=zonda", "cmd=zonda", "cmd=dark name=D"})
	require.NoError(t, err)
	require.Equal(t, []string{"name=zonda cmd=zonda", `name="zonda 2" cmd=zonda`, "name=D cmd=dark"}, all)
	for text, want := range map[string]string{
		"cmd=/usr/bin/dark":               "with --on, cmd= is zonda for this program",
		"cmd=dark dir=/tmp":               "dir= names a folder of this host",
		"cmd=\"dark --hub\"":              "an engine of another host has no arguments",
		"cmd=zonda option.EGDBPath=/data": "names a file of this host",
	} {
		_, err := Flags{}.Engines([]string{text})
		require.ErrorContains(t, err, want, text)
	}
	require.ErrorContains(t, Engine{Path: "/bin/sh"}.Check("a b"), "a name has letters")
	require.ErrorContains(t, Engine{Path: "/bin/sh"}.Check("zonda"), "is not zonda")
	require.Error(t, Engine{Path: "/no/such/program"}.Check("dark"))
}
