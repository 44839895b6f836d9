package eval

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval/internal/evaltest"
)

func TestContributionsAddUpToTheEvaluation(t *testing.T) {
	evaltest.Every(t, func(t *rapid.T, p board.Position) {
		e := BuiltIn().Explain(p)
		require.Equal(t, BuiltIn().Evaluate(p), e.Score(), p.FEN())
		sum := 0.0
		for _, term := range e.Terms {
			require.Equal(t, Weight(term.Black-term.White)*term.Weight, term.Contribution)
			sum += term.Contribution.Hundredths()
		}
		for _, term := range e.Patterns {
			sum += term.Contribution.Hundredths()
		}
		if p.Turn == board.White {
			sum = -sum
		}
		const fractionCutOff = 1
		require.InDelta(t, sum, float64(BuiltIn().Evaluate(p)), fractionCutOff, p.FEN())
	})
}

func TestExplanationAsText(t *testing.T) {
	p := position(t, "W:W28,29,K5:B1,2,18")
	lines := strings.Split(strings.TrimSuffix(BuiltIn().Explain(p).String(), "\n"), "\n")
	require.Len(t, lines, 1+1+int(heuristics)+1+shownPatterns+1+2)
	require.Contains(t, lines[0], "seen by Black")
	require.Contains(t, lines[0], "White to move")
	require.Contains(t, lines[0], "6 pieces, late endgame")
	for h, term := range BuiltIn().Explain(p).Terms {
		line := lines[2+h]
		require.True(t, strings.HasPrefix(line, term.Name+" "), line)
		require.True(t, strings.HasSuffix(line, " "+term.Contribution.String()), line)
		require.Len(t, line, len(lines[1]), "columns")
	}
	require.Contains(t, strings.Join(lines, "\n"), "\nstrongest patterns")
	for _, term := range strongest(BuiltIn().Explain(p).Patterns, shownPatterns) {
		require.Contains(t, lines, fmt.Sprintf("%-*s%*s%*s", patternWidth, term.Name+", "+term.Side.String()+": "+term.Men(),
			weightWidth, term.Weight, contributionWidth, term.Contribution))
	}
	last := len(lines) - 1
	require.True(t, strings.HasPrefix(lines[last-1], "total for Black"))
	require.Equal(t, fmt.Sprintf("score for White, who is to move: %s", BuiltIn().Evaluate(p)), lines[last])
}

func TestExplanationOfTheOtherSide(t *testing.T) {
	p := board.Start()
	p.Turn = board.White
	require.Contains(t, BuiltIn().Explain(p).String(), fmt.Sprintf("score for White, who is to move: %s", BuiltIn().Evaluate(p)))
	require.NotContains(t, BuiltIn().Explain(board.Start()).String(), "White to move")
}

func TestMirroredPositionIsWorthTheSame(t *testing.T) {
	evaltest.Every(t, func(t *rapid.T, p board.Position) {
		require.Equal(t, BuiltIn().Evaluate(p), BuiltIn().Evaluate(p.Mirror()), p.FEN())
	})
}

func TestMirroredTermsChangeSides(t *testing.T) {
	evaltest.Every(t, func(t *rapid.T, p board.Position) {
		mirrored := BuiltIn().Explain(p.Mirror())
		for h, term := range BuiltIn().Explain(p).Terms {
			require.Equal(t, term.Black, mirrored.Terms[h].White, "%s: %s", term.Name, p.FEN())
			require.Equal(t, term.White, mirrored.Terms[h].Black, "%s: %s", term.Name, p.FEN())
			require.Equal(t, term.Contribution, -mirrored.Terms[h].Contribution, "%s: %s", term.Name, p.FEN())
		}
	})
}

func TestOnlyTwoTermsDependOnTheTurn(t *testing.T) {
	evaltest.Every(t, func(t *rapid.T, p board.Position) {
		other := p
		other.Turn = p.Turn.Opponent()
		swapped := BuiltIn().Explain(other)
		for h, term := range BuiltIn().Explain(p).Terms {
			changed := swapped.Terms[h].Contribution - term.Contribution
			switch heuristic(h) {
			case turn:
				require.Equal(t, -2*term.Contribution, changed, p.FEN())
			case theMove:
				require.Equal(t, -2*term.Contribution, changed, p.FEN())
			default:
				require.Zero(t, changed, "%s: %s", term.Name, p.FEN())
			}
		}
	})
}

func TestEvaluationIsNeverProven(t *testing.T) {
	evaltest.Every(t, func(t *rapid.T, p board.Position) {
		require.False(t, BuiltIn().Evaluate(p).IsProven(), p.FEN())
	})
}

func TestStartIsNearlyEven(t *testing.T) {
	const nearlyEven = 10
	require.InDelta(t, 0, int(BuiltIn().Evaluate(board.Start())), nearlyEven)
}

// Evaluations that any player would agree with, with Black to move.
func TestJudgement(t *testing.T) {
	for _, tt := range []struct{ says, better, worse string }{
		{"a man more", "B:W30,31:B1,2,3", "B:W30,31:B1,2"},
		{"a king is more than a man", "B:W21,25,29,30:B1,2,5,K14", "B:W21,25,29,30:B1,2,5,14"},
		{"two men are more than a king", "B:W29,30:B1,3", "B:W29,30:BK3"},
		{"a free king", "B:W31:BK29", "B:W30:BK29"},
		{"a man that runs to crown", "B:W19,20,23,27,28,32:B1,2,3,4,25", "B:W19,20,23,27,28,32:B1,2,3,4,13"},
		{"the enemy king driven out of the double corner", "B:WK31:BK18,K19", "B:WK32:BK18,K19"},
		{"kings near the enemy king", "B:WK29:BK22,K18", "B:WK29:BK3,K4"},
	} {
		better, worse := BuiltIn().Evaluate(position(t, tt.better)), BuiltIn().Evaluate(position(t, tt.worse))
		require.Greater(t, better, worse, tt.says)
	}
}

func TestTrappedKingIsWorthAboutAMan(t *testing.T) {
	trapped, free := BuiltIn().Explain(position(t, "B:W30:BK29")), BuiltIn().Explain(position(t, "B:W31:BK29"))
	require.InDelta(t, 100, (trapped.Terms[kings].Contribution + trapped.Terms[trappedKings].Contribution).Hundredths(), 25)
	require.Zero(t, free.Terms[trappedKings].Contribution)
}

// Positions of random games are rich in kings; those of real games are what the search sees.
func BenchmarkEvaluate(b *testing.B) {
	b.Run("random", func(b *testing.B) { evaluateAll(b, evaltest.Quiet(1<<12)) })
	b.Run("games", func(b *testing.B) { evaluateAll(b, gamePositions(b)) })
}

func evaluateAll(b *testing.B, list []board.Position) {
	b.ReportAllocs()
	w, i := BuiltIn(), 0
	for b.Loop() {
		w.Evaluate(list[i%len(list)])
		i++
	}
}

// A pattern is named by the men on its squares, where they stand on the board.
func TestPatternTerms(t *testing.T) {
	terms := BuiltIn().Explain(position(t, "W:W28,29,K5:B1,2,18,K32")).Patterns
	require.Len(t, terms, 2*len(patterns))
	first, second := terms[0], terms[1]
	require.Equal(t, "rows 1-3", first.Name)
	require.Equal(t, board.Black, first.Side)
	require.Equal(t, "1,2 against none", first.Men())
	require.Equal(t, board.White, second.Side)
	require.Equal(t, "28,29 against none", second.Men(), "its own rows 1 to 3; kings are not seen")
	require.Equal(t, board.Bitboard(0xFFF00000), second.Squares)
	require.Equal(t, "none against 18", terms[5].Men())
	for _, term := range terms {
		if term.Side == board.Black {
			require.Equal(t, term.Weight, term.Contribution)
		} else {
			require.Equal(t, -term.Weight, term.Contribution)
		}
	}
}

func TestStrongestPatterns(t *testing.T) {
	terms := []PatternTerm{{Contribution: 3}, {Contribution: -7}, {Contribution: 5}}
	require.Equal(t, []PatternTerm{{Contribution: -7}, {Contribution: 5}}, strongest(terms, 2))
	require.Len(t, strongest(terms, 9), 3)
}

func TestNoTradeMakesAWeightJump(t *testing.T) {
	const smallStep = 2 // hundredths of a man, for one piece less
	for n := 1; n <= allPieces; n++ {
		for h, name := range descriptions {
			step := BuiltIn().rows[n][h] - BuiltIn().rows[n-1][h]
			require.LessOrEqual(t, max(step, -step), Weight(smallStep*weightUnit), "%s, %d pieces", name.Name, n)
		}
	}
}

func TestEachPhaseHasItsWeightsInFullSomewhere(t *testing.T) {
	for h := range heuristics {
		for ph, pieces := range []int{Opening: 24, Middlegame: 18, EarlyEndgame: 12, LateEndgame: 6} {
			require.Equal(t, BuiltIn().heuristics.byPhase(h)[ph], BuiltIn().rows[pieces][h], descriptions[h].Name)
		}
		require.Equal(t, BuiltIn().rows[6][h], BuiltIn().rows[0][h], descriptions[h].Name)
	}
}

func TestWeightsHalfwayBetweenPhases(t *testing.T) {
	for h := range heuristics {
		require.Equal(t, BuiltIn().rows[24][h]+BuiltIn().rows[18][h], 2*BuiltIn().rows[21][h], descriptions[h].Name)
	}
}

func TestPhaseOf(t *testing.T) {
	for n, want := range map[int]Phase{
		24: Opening, 22: Opening, 21: Middlegame, 18: Middlegame, 16: Middlegame,
		15: EarlyEndgame, 12: EarlyEndgame, 9: LateEndgame, 6: LateEndgame, 0: LateEndgame,
	} {
		require.Equal(t, want, PhaseOf(n), "%d pieces", n)
	}
}

// The weights of a pattern lie on the straight line between early and late: no trade makes
// them jump.
func TestPatternWeights(t *testing.T) {
	w := pairOf(320, -320)
	require.Equal(t, 10.0, patternWeight(w, 24).Hundredths())
	require.Equal(t, 0.0, patternWeight(w, 15).Hundredths())
	require.Equal(t, -10.0, patternWeight(w, 6).Hundredths())
	require.Equal(t, -10.0, patternWeight(w, 2).Hundredths())
}

// The summary begins with the score, names the heaviest terms first and keeps to its
// room.
func TestSummary(t *testing.T) {
	p, err := board.ParseFEN("W:W18,K22:B5,K9")
	require.NoError(t, err)
	e := BuiltIn().Explain(p)
	whole := e.Summary(e.Score(), 1000)
	lines := strings.Split(whole, "\n")
	require.Equal(t, "value="+strings.TrimPrefix(e.Score().String(), "cp ")+" for White, who is to move; a commentary that does not sum to it, seen by Black:", lines[0])
	require.Greater(t, len(lines), 3)
	for room := len(lines[0]); room <= len(whole); room++ {
		short := e.Summary(e.Score(), room)
		require.LessOrEqual(t, len(short), room)
		require.True(t, strings.HasPrefix(whole, short))
	}
	heaviest := Weight(0)
	for _, term := range e.Terms {
		heaviest = max(heaviest, term.Contribution, -term.Contribution)
	}
	require.True(t, strings.HasSuffix(lines[1], heaviest.String()) || strings.HasSuffix(lines[1], (-heaviest).String()))
}

// TestEvaluateIsNeverProven, not even with the largest weights that a file may hold.
func TestEvaluateIsNeverProven(t *testing.T) {
	p := position(t, "B:W32:BK1,K2,K3,K5,K6,K7,K9,K10,K11,K13,K14,K15")
	for weight, want := range map[Weight]Score{math.MaxInt16: MaxUnproven, math.MinInt16: -MaxUnproven} {
		var numbers weightTable
		for h := range numbers {
			for phase := range numbers[h] {
				numbers[h][phase] = weight
			}
		}
		require.Equal(t, want, newWeights("", numbers, make([]byte, len(patterns)*tableBytes)).Evaluate(p))
	}
}
