package uci

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval/network"
	"github.com/zonda-checkers/zonda/protocol/session"
)

// termLine is a heuristic's line: name, two counts, four weights by phase, the weight
// now and the contribution.
var termLine = regexp.MustCompile(`^[a-z ]+?(?: +-?\d+){2}(?: +[+-]?\d+\.\d\d){5} +([+-]?\d+\.\d\d)$`)

// patternLine is a pattern, or all that have no line of their own.
var patternLine = regexp.MustCompile(`^(?:[a-z0-9 -]+, (?:Black|White): .+ [+-]?\d+\.\d\d|the other patterns) +([+-]?\d+\.\d\d)$`)

// TestEvalAddsUp: the contributions add up to the total, which says whose it is.
func TestEvalAddsUp(t *testing.T) {
	t.Parallel()
	c := newTalk(t)
	for _, fen := range []string{"B:W21-32:B1-12", "W:W18,26,27,K5:B11,12,K29", "B:WK1:B12", "W:W18:B"} {
		lines := c.ask("score for .*", "setoption name Evaluation value linear", "position fen "+fen, "eval")
		total, terms, patterns := 0.0, 0, 0
		for _, line := range lines {
			if found := termLine.FindStringSubmatch(line); found != nil {
				total += decimal(t, found[1])
				terms++
			} else if found := patternLine.FindStringSubmatch(line); found != nil {
				total += decimal(t, found[1])
				patterns++
			}
		}
		require.Equal(t, 22, terms, strings.Join(lines, "\n"))
		require.Equal(t, 9, patterns, strings.Join(lines, "\n"))

		first, last, sum := lines[0], lines[len(lines)-1], strings.Fields(lines[len(lines)-2])
		require.Equal(t, "total for Black", strings.Join(sum[:3], " "))
		const rounding = 0.005 * (22 + 9)
		require.InDelta(t, total, decimal(t, sum[3]), rounding, fen)
		score := decimal(t, strings.Fields(last)[len(strings.Fields(last))-1])
		side := "Black"
		if fen[0] == 'W' {
			side, score = "White", -score
		}
		require.Contains(t, first, "seen by Black; "+side+" to move")
		require.Contains(t, last, "score for "+side+", who is to move: cp ")
		require.InDelta(t, math.Trunc(decimal(t, sum[3])), score, 1)
	}
	c.finish()
}

// TestEvalOfTheNetwork: the heuristics come first, as a commentary, then the board with a worth for each piece, then
// the score of the network.
func TestEvalOfTheNetwork(t *testing.T) {
	t.Parallel()
	c := newTalk(t)
	lines := c.ask("score for .*", "position fen W:W18,26,27,K5:B11,12,K29", "eval")
	require.Contains(t, lines[0], "heuristics, which do not count: ")
	p, err := board.ParseFEN("W:W18,26,27,K5:B11,12,K29")
	require.NoError(t, err)
	want := network.BuiltIn().Explain(p)
	require.Equal(t, fmt.Sprintf("score for White, who is to move: %s", want.Score), lines[len(lines)-1])
	terms, worths := 0, 0
	for _, line := range lines {
		if termLine.MatchString(line) {
			terms++
		}
		if boardLine.MatchString(line) {
			worths += len(worth.FindAllString(line, -1))
		}
	}
	require.Equal(t, 22, terms)
	require.Equal(t, 7, worths)
	c.finish()
}

// TestEvalOfFewPieces: the linear evaluation evaluates positions of fewer than 7 pieces, so its terms count and the
// network is not told.
func TestEvalOfFewPieces(t *testing.T) {
	t.Parallel()
	c := newTalk(t)
	for fen, byNetwork := range map[string]bool{
		"W:W18,26,27:B11,12,K29":    false,
		"W:W18,26,27,K5:B11,12,K29": true,
	} {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		lines := c.ask("score for .*", "position fen "+fen, "eval")
		text := strings.Join(lines, "\n")
		require.Equal(t, byNetwork, strings.Contains(text, "network with"), text)
		require.Equal(t, byNetwork, strings.Contains(text, "which do not count"), text)
		require.Equal(t, !byNetwork, strings.Contains(text, "total for Black"), text)
		require.Equal(t, fmt.Sprintf("score for White, who is to move: %s", network.BuiltIn().Evaluate(p)), lines[len(lines)-1])
	}
	c.finish()
}

// boardLine is a row of the board with worths, and worth a piece with its worth.
var (
	boardLine = regexp.MustCompile(`^(?: +(?:[bBwW][+-]\d+|\.)){4}$`)
	worth     = regexp.MustCompile(`[bBwW][+-]\d+`)
)

func decimal(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(text, 64)
	require.NoError(t, err)
	return n
}

func TestBenchEndsWithItsSignature(t *testing.T) {
	if os.Getenv("ZONDA_LONG") == "" {
		t.Skip("takes many seconds: set ZONDA_LONG=1")
	}
	e := session.New()
	defer func() { require.NoError(t, e.Close()) }()
	var out bytes.Buffer
	require.NoError(t, NewSession(e, &out).Run(context.Background(), strings.NewReader("bench")))
	require.Regexp(t, `^bench: [1-9]\d* nodes, \d+ ms, \d+ nodes/s\n$`, out.String())
}
