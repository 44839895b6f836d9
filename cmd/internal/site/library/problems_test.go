package library

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/engine/lesson"
)

// TestProblemsBeginEasily: the problems of the program are in the order of their levels, and short wins come first.
func TestProblemsBeginEasily(t *testing.T) {
	list, err := (&visit{}).problems(t.Context(), nil, talk.Nothing{})
	require.NoError(t, err)
	ids := []string{}
	for _, p := range list.Problems {
		ids = append(ids, p.ID)
	}
	require.Len(t, ids, 30)
	require.Equal(t, []string{"rv-payne-sc-w", "3v2-novice-w", "rv-2v1-win", "rv-3v2-opp-dc", "triple-3"}, ids[:5])
	require.Equal(t, "pitch-hinkle-4", ids[29])
}

// A move is right if it keeps the value, whichever move of the problem is named as the key move.
func TestTry(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	type judgement struct {
		Right, Solved, Forced bool
		Why, Value, Reply     string
	}
	try := func(fen, result, keys, avoid, moves, move string, expect float64) (j judgement) {
		body, failed := asked(t, conn, fmt.Sprintf(`{"id":1,"kind":"try","body":{"problem":{"fen":%q,"result":%q,"keys":[%s],"avoid":[%s],"expect":%v},"moves":[%s],"move":%q}}`,
			fen, result, keys, avoid, expect, moves, move))
		require.Empty(t, failed, move)
		require.NoError(t, json.Unmarshal(body, &j))
		return j
	}
	for _, c := range []struct {
		fen, result, keys, avoid, move, why, value string
		right                                      bool
	}{
		{"W:WK6,K9:BK15", "win", `"9-14"`, "", "9-14", isKey, "", true},
		{"W:WK6,K9:BK15", "win", `"9-14"`, "", "9-13", keeps, "win", true},
		{"W:WK6,K9:BK15", "win", `"9-14"`, "", "6-10", leadsTo, "loss", false},
		{"W:WK6,K9:BK15", "win", `"9-14"`, `"9-13"`, "9-13", toAvoid, "", false},
		{"W:WK6,K9:BK15", "win", "", "", "9-13", keeps, "win", true},
		{"W:WK6,K9:BK15", "unknown", `"9-14"`, "", "9-13", keeps, "win", true},
		{"W:WK6,K9:BK15", "unknown", `"9-14"`, "", "6-10", notKey, "", false},
		{"W:WK6,K9:BK15", "unknown", "", `"6-10"`, "9-13", isFree, "", true},
		{"W:WK11,K25,32:BK14,18,K19", "draw", `"32-27"`, "", "11-8", keeps, "draw", true},
		{"B:W30,K31,K32:BK20,21,K22,K23", "win", `"22-18"`, "", "23-26", leadsTo, "draw", false}, // by a certificate
		{"W:WK2,16,22,K30:BK10,13,14,21", "win", `"30-25"`, "", "2-7", winFound, "", true},
		{"B:W32:B1", "loss", "", "", "1-5", keeps, "draw", true},
	} {
		j := try(c.fen, c.result, c.keys, c.avoid, "", c.move, 0)
		require.Equal(t, []any{c.right, c.why, c.value}, []any{j.Right, j.Why, j.Value}, c)
	}
	require.Equal(t, judgement{Right: true, Why: isKey, Reply: "10x3", Forced: true}, try("W:WK2,16,22,K30:BK10,13,14,21", "win", `"2-7"`, "", "", "2-7", 0))
	wrong := try("W:WK2,16,22,K30:BK10,13,14,21", "win", `"2-7"`, "", `"2-7","10x3"`, "30-25", 0)
	require.False(t, wrong.Right, "the second move is judged too: %v", wrong)
	require.Equal(t, judgement{Why: repeats}, try("W:WK6,K9:BK15", "win", "", "", `"9-13","15-18","13-9","18-15"`, "9-13", 0))
	for fen, move := range map[string]string{ // the man that was just won is taken back
		"W:W19,K25,K12:BK24,8": "12x3", "W:WK23,K8,25:B18,K12": "23x14", "W:WK3,11:BK15,K8": "3x12",
	} {
		j := try(fen, "win", "", "", "", move, 0)
		require.Equal(t, []bool{true, false}, []bool{j.Right, j.Solved}, "%s %s", fen, move)
	}
	const fault = "B:W26:BK17" // 17-22 throws the draw away
	require.Equal(t, judgement{Right: true, Why: seemsFine, Solved: true}, try(fault, "unknown", "", "", "", "17-13", 0.5))
	require.Equal(t, judgement{Why: unlikely}, try(fault, "unknown", "", "", "", "17-22", 0.5))
}

// TestTryOfLostGame: in a game that is lost every move keeps the points, so a fault that gave a man away is mended by a move that gives none.
func TestTryOfLostGame(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	for move, want := range map[string]string{"12-16": toAvoid, "10-14": seemsFine, "10-15": losesMan, "8-4": ""} {
		body, failed := asked(t, conn, fmt.Sprintf(`{"id":1,"kind":"try","body":{"problem":{"fen":"B:W19,22,24,25,27,30,32,K1,K2:B8,10,11,12,20","result":"unknown","keys":["11-16"],"avoid":["12-16"],"expect":0,
			"told":{"kind":"jump","men":1,"line":["12-16","19x3"]}},"moves":[],"move":%q}}`, move))
		if want == "" {
			require.NotEmpty(t, failed)
			continue
		}
		require.Empty(t, failed, move)
		var j Judgement
		require.NoError(t, json.Unmarshal(body, &j))
		require.Equal(t, want, j.Why, move)
	}
}

// A win of a man makes the point of a problem only if the man cannot be taken back: by a capture, or by force within two plies.
func TestGained(t *testing.T) {
	for line, want := range map[string]bool{
		"W:W19,K25,K12:BK24,8 12x3":   false, // 24x15
		"W:W16,K19,7:B15,K8 19x10":    false, // 8-11 offers a man, and takes back what it can
		"W:WK16,6,K14:BK19,K22 16x23": false,
		"W:W23,14,K19:BK24,K22 19x28": false,
		"W:WK1,K2,K3:B23,K7,K20 3x10": true,
		"W:WK1,K2,K3:B23,K20 1-5":     false, // nothing is won
	} {
		fen, move, _ := strings.Cut(line, " ")
		at, err := board.ParseFEN(fen)
		require.NoError(t, err)
		g := board.NewGame(at)
		require.NoError(t, g.PlayText(move))
		for _, claim := range []claim{noClaim{}, lessonClaim{}} {
			p := problem{Problem: suite.Problem{Position: at, Result: board.Win}, claim: claim}
			require.Equal(t, want, p.ended(g), "%s %T", line, claim)
		}
	}
}

// TestSolution: the line of a solution wins a man or more, or ends the game, or has the most moves; every move of the solver is right.
func TestSolution(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	body, failed := asked(t, conn, `{"id":1,"kind":"problems","body":{}}`)
	require.Empty(t, failed)
	var list ProblemList
	require.NoError(t, json.Unmarshal(body, &list))
	named := slices.ContainsFunc(list.Problems, func(p Problem) bool { return p.Name == "Fourth Position" && p.Source == "Payne 1756" })
	require.True(t, named, "the source is told apart from the name")
	long(t)
	const every = 5
	for i := 0; i < len(list.Problems); i += every {
		p := list.Problems[i]
		q, err := json.Marshal(SolutionRequest{Problem: p, Moves: []string{}})
		require.NoError(t, err)
		body, failed := asked(t, conn, fmt.Sprintf(`{"id":1,"kind":"solution","body":%s}`, q))
		require.Empty(t, failed, p.ID)
		var s Solution
		require.NoError(t, json.Unmarshal(body, &s))
		t.Log(p.Name, "|", p.Source, p.Plies, s.Moves)
		require.Equal(t, 1, len(s.Moves)%2, p.ID)
		require.LessOrEqual(t, len(s.Moves), 2*maxSteps-1, p.ID)
		for i := 0; i < len(s.Moves); i += 2 {
			q, err := json.Marshal(Try{Problem: p, Moves: s.Moves[:i], Move: s.Moves[i]})
			require.NoError(t, err)
			body, failed := asked(t, conn, fmt.Sprintf(`{"id":1,"kind":"try","body":%s}`, q))
			require.Empty(t, failed, p.ID)
			require.Contains(t, string(body), `"right":true`, "%s %s", p.ID, s.Moves[i])
		}
	}
}

// TestSolutionAfterItsLine: a problem whose line is shorter than its solution goes on with a search of its own.
func TestSolutionAfterItsLine(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	p := Problem{ID: "line", FEN: "B:WK15,K22:BK8,25,K30", Result: "win", Keys: []string{"25-29"}, Claim: "value", Line: []string{"25-29", "22-25"}}
	require.Equal(t, "25-29", reply[Solution](t, conn, "solution", SolutionRequest{Problem: p}).Moves[0])
}

// TestSolutionIsExplained: who has solved a problem hears what the solution wins, or else what another move loses.
func TestSolutionIsExplained(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	for _, c := range []struct {
		problem Problem
		moves   []string
		kind    string
		line    []string
	}{
		{Problem{FEN: "B:W19,20,21,22,24:B3,8,11,13,14", Claim: "man", Keys: []string{"8-12"}, Line: []string{"8-12", "21-17", "14x21"}},
			[]string{"8-12", "21-17", "14x21"}, lesson.Gain, []string{}},
		{Problem{FEN: "W:W6,28:B19,22,26,K30", Claim: "ground", Keys: []string{"6-2"}, Line: []string{"6-2"}},
			[]string{"6-2"}, lesson.Jump, []string{"28-24", "19x28"}},
	} {
		last := len(c.moves) - 1
		c.problem.Result = "unknown"
		j := reply[Judgement](t, conn, "try", Try{Problem: c.problem, Moves: c.moves[:last], Move: c.moves[last]})
		require.True(t, j.Solved)
		require.Equal(t, []any{c.kind, c.moves, c.line}, []any{j.Told.Kind, j.Told.BetterLine, j.Told.Line})
	}
}
