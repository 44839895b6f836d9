package evaltune

import (
	"context"
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// A man is worth the unit of the logistic function to these weights, and nothing else counts.
const manAlone = logisticUnit

func menAlone() *eval.Learned {
	l := eval.NewLearned()
	for ph := range l.Heuristics[0] {
		l.Heuristics[0][ph] = manAlone / eval.LearnedUnit
	}
	return l
}

// point returns a position with Black to move, with its result.
func point(t *testing.T, fen string, result float32) Point {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return Point{Position: p, Result: result, games: 1}
}

// manUp, even and manDown are what Black can be with few pieces, quiet all of them.
const (
	manUp   = "B:W31,32:B1,2,3"
	even    = "B:W31,32:B1,2"
	manDown = "B:W30,31,32:B1,2"
)

// judged4 is a judgement of four positions held out by the weights of men alone, on results.
func judged4(t *testing.T) *Judgement {
	t.Helper()
	start := Point{Position: board.Start(), Result: 0.5, games: 1}
	set := &Set{
		Training: []Point{start},
		Held:     []Point{start, point(t, manUp, 1), point(t, manUp, 0.5), point(t, manDown, 0)},
	}
	judgement, err := Fit{ResultShare: 1}.Judge(context.Background(), set, ByWeights(menAlone()), func(int) {})
	require.NoError(t, err)
	return judgement
}

func TestLosses(t *testing.T) {
	judgement := judged4(t)
	up := 1 / (1 + math.Exp(-1))                       // a man is the unit of the logistic function
	win, draw := -math.Log(up), -math.Log(up*(1-up))/2 // losses of a man up that wins, and that draws
	guess := func(mean float64) float64 { return -mean*math.Log(mean) - (1-mean)*math.Log(1-mean) }
	const rounding = 1e-6
	require.Len(t, judgement.Training, 2)
	require.InDelta(t, math.Ln2, judgement.Training[0].Loss.Result, rounding)
	require.InDelta(t, math.Ln2, judgement.Training[0].Constant.Result, rounding)

	require.Len(t, judgement.Held, 3, "all, 24 to 19 and 6 to 1 pieces")
	for i, want := range []Losses{
		{24, 1, 4, Loss{Result: (math.Ln2 + win + draw + win) / 4}, Loss{Result: guess(0.5)}},
		{24, 19, 1, Loss{Result: math.Ln2}, Loss{Result: guess(0.5)}},
		{6, 1, 3, Loss{Result: (win + draw + win) / 3}, Loss{Result: guess(0.5)}},
	} {
		got := judgement.Held[i]
		require.Equal(t, []int{want.Most, want.Least, want.Positions}, []int{got.Most, got.Least, got.Positions})
		require.InDelta(t, want.Loss.Result, got.Loss.Result, rounding)
		require.InDelta(t, want.Constant.Result, got.Constant.Result, rounding)
		require.InDelta(t, got.Loss.Result, got.Loss.Target, rounding, "the target is the result")
	}
}

// The constant is the best for its row, and the target has its share of the score.
func TestLossesAgainstATarget(t *testing.T) {
	p := point(t, even, 1)
	p.Score = -logisticUnit
	set := &Set{Training: []Point{p}, Held: []Point{p}}
	judgement, err := Fit{ResultShare: 0.25}.Judge(context.Background(), set, ByWeights(menAlone()), func(int) {})
	require.NoError(t, err)
	target := 0.25 + 0.75/(1+math.E)
	row := judgement.Held[0]
	require.InDelta(t, -target*math.Log(target)-(1-target)*math.Log(1-target), row.Constant.Target, 1e-6)
	require.InDelta(t, 0, row.Constant.Result, 1e-4, "a constant that is always right")
	require.InDelta(t, math.Ln2, row.Loss.Target, 1e-6)
}

func TestCalibration(t *testing.T) {
	list := judged4(t).Calibration
	require.Len(t, list, 3)
	up := 1 / (1 + math.Exp(-1))
	for i, want := range []Band{
		{From: -60, To: -40, Positions: 1, Score: -manAlone, Predicted: 1 - up, Actual: 0, Error: 0.5},
		{From: 0, To: 20, Positions: 1, Score: 0, Predicted: 0.5, Actual: 0.5, Error: 0.5},
		{From: 40, To: 60, Positions: 2, Score: manAlone, Predicted: up, Actual: 0.75, Error: 0.25},
	} {
		got := list[i]
		require.Equal(t, []any{want.From, want.To, want.Positions}, []any{got.From, got.To, got.Positions})
		require.InDelta(t, want.Score, got.Score, 1e-4)
		require.InDelta(t, want.Predicted, got.Predicted, 1e-6)
		require.InDelta(t, want.Actual, got.Actual, 1e-6)
		require.InDelta(t, want.Error, got.Error, 1e-6)
	}
}

// The bands of the rows are those of all positions, divided by pieces.
func TestCalibrationByPieces(t *testing.T) {
	rows := judged4(t).ByPieces
	require.Len(t, rows, 2)
	opening, ending := rows[0], rows[1]
	require.Equal(t, []int{24, 19, 6, 1}, []int{opening.Most, opening.Least, ending.Most, ending.Least})
	require.Len(t, opening.Bands, 1)
	require.Equal(t, eval.Score(0), opening.Bands[0].From)
	require.Equal(t, 0.5, opening.Bands[0].Actual)
	require.Len(t, ending.Bands, 2, "a man down and a man up")
	require.Equal(t, 2, ending.Bands[1].Positions)
	require.InDelta(t, 0.75, ending.Bands[1].Actual, 1e-6)
}

func TestBandOf(t *testing.T) {
	for score, want := range map[float32][2]eval.Score{
		-5000: {-eval.Bound, -200}, -200.01: {-eval.Bound, -200}, -200: {-200, -180}, -180.01: {-200, -180},
		-0.01: {-20, 0}, 0: {0, 20}, 19.99: {0, 20}, 199.99: {180, 200}, 200: {200, eval.Bound}, 5000: {200, eval.Bound},
	} {
		var s scoreSums
		s.include(score, 0)
		list := s.bands()
		require.Len(t, list, 1)
		require.Equal(t, want, [2]eval.Score{list[0].From, list[0].To}, "%v", score)
	}
}

// Without the men all positions are even; without anything else nothing changes.
func TestImportance(t *testing.T) {
	list := judged4(t).Importance
	require.Len(t, list, len(eval.PartNames()))
	up := 1 / (1 + math.Exp(-1))
	first := list[0]
	require.Equal(t, "men", first.Name)
	grows := 3*math.Ln2 - 2*-math.Log(up) - -math.Log(up*(1-up))/2 // of four losses, one is the same
	require.InDelta(t, grows/4, first.Loss.Target, 1e-6)
	require.InDelta(t, manAlone*3./4, first.Absolute, 1e-4)
	mean := manAlone * (2. - 1) / 4
	require.InDelta(t, math.Sqrt(manAlone*manAlone*3./4-mean*mean), first.Deviation, 1e-3)
	for _, other := range list[1:] {
		require.Equal(t, Importance{Name: other.Name}, other)
	}
}

// The losses are those of a fit, and do not depend on the number of CPUs.
func TestJudge(t *testing.T) {
	set, fit := smallSet(t), defaultFit()
	fit.ResultShare = 0.7
	judge := func(cpus int) (judgement *Judgement, done int) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cpus))
		judgement, err := fit.Judge(context.Background(), set, ByWeights(eval.BuiltIn().Learned()), func(n int) { done = n })
		require.NoError(t, err)
		return judgement, done
	}
	one, done := judge(1)
	require.Equal(t, len(set.Training)+len(set.Held), done)
	two, _ := judge(2)
	require.Equal(t, one, two)

	sum, positions := Loss{}, 0
	for _, p := range set.Held {
		var f eval.Features
		f.Take(p.Position)
		weights := eval.BuiltIn().Learned()
		parts := weights.Parts(&f)
		x := float64(parts.Sum()) / logisticUnit
		expected := 1 / (1 + math.Exp(-x))
		target := 0.7*float64(p.Result) + 0.3/(1+math.Exp(-float64(p.Score)/logisticUnit))
		sum.Target -= target*math.Log(expected) + (1-target)*math.Log(1-expected)
		sum.Result -= float64(p.Result)*math.Log(expected) + (1-float64(p.Result))*math.Log(1-expected)
	}
	for _, b := range one.Calibration {
		positions += b.Positions
	}
	require.Equal(t, len(set.Held), positions)
	require.Equal(t, len(set.Held), one.Held[0].Positions)
	require.InDelta(t, sum.Target/float64(positions), one.Held[0].Loss.Target, 1e-4)
	require.InDelta(t, sum.Result/float64(positions), one.Held[0].Loss.Result, 1e-4)
}

func TestInterruptedJudge(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	start := []Point{{Position: board.Start()}}
	_, err := defaultFit().Judge(ctx, &Set{Training: start, Held: start}, ByWeights(menAlone()), func(int) {})
	require.ErrorIs(t, err, context.Canceled)
}

// What is good for White to move is as good for Black to move in the mirrored position:
// results and scores are those of the side to move, and keep their sign.
func TestPointOfWhite(t *testing.T) {
	p, err := board.ParseFEN("W:W28,31,32:B1,2")
	require.NoError(t, err)
	s := sampleOf(p, board.Win, 100).mirrored()
	require.Equal(t, sampleOf(p.Mirror(), board.Win, 100), s)
	require.Equal(t, s, s.mirrored())
	point := merged([]Sample{s})[0]
	require.Equal(t, board.Black, point.Position.Turn)
	require.Equal(t, 3, point.Position.Black.Count())
	require.Equal(t, float32(1), point.Result)
	require.Equal(t, float32(100), point.Score)
	p.Turn = board.Black
	require.Equal(t, Point{Position: p, Result: 0, Score: -100, games: 1}, merged([]Sample{sampleOf(p, board.Loss, -100).mirrored()})[0])
}

// Samples count for the side that is ahead, whoever is to move, in the band of their score and the row of their pieces.
func TestOutcomes(t *testing.T) {
	sample := func(fen string, result board.Result, score eval.Score) Sample {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		return sampleOf(p, result, score)
	}
	o := NewOutcomes(&Data{
		Training: []Sample{sample(manUp, board.Win, 25), sample(manUp, board.Draw, 39), sample(manDown, board.Win, -30)},
		Held:     []Sample{sample(manDown, board.Loss, -20), sampleOf(board.Start(), board.Loss, 0)},
	})
	require.Len(t, o.Rows, 2)
	opening, ending := o.Rows[0], o.Rows[1]
	require.Equal(t, []int{24, 19, 6, 1}, []int{opening.Most, opening.Least, ending.Most, ending.Least})
	require.Equal(t, []OutcomeBand{
		{From: 0, To: 20, Positions: 1, Games: eval.Chances{Loss: 1}, Program: eval.Draw.Chances(24)},
	}, opening.Bands)
	require.Len(t, ending.Bands, 1)
	band := ending.Bands[0]
	require.Equal(t, []any{eval.Score(20), eval.Score(40), 4}, []any{band.From, band.To, band.Positions})
	require.Equal(t, eval.Chances{Win: 0.5, Draw: 0.25, Loss: 0.25}, band.Games)
	require.InDelta(t, (eval.Score(25).Chances(5).Win+eval.Score(39).Chances(5).Win+eval.Score(30).Chances(5).Win+eval.Score(20).Chances(5).Win)/4,
		band.Program.Win, 1e-9)
}

// The fit finds the curve that the outcomes were made by, and no other curve has a lower loss.
func TestFitOfOutcomes(t *testing.T) {
	var made eval.Curve
	for ph := range made.Centre {
		made.Centre[ph], made.Width[ph] = 20+15*float64(ph), 35-5*float64(ph)
	}
	var counts outcomeCounts
	for pieces := 6; pieces <= allPieces; pieces++ {
		for score := range counts[pieces] {
			c := made.Chances(eval.Score(score), pieces)
			counts[pieces][score] = [3]float64{1000 * c.Loss, 1000 * c.Draw, 1000 * c.Win}
		}
	}
	fitted, loss := counts.fit()
	for ph := range made.Centre {
		require.InDelta(t, made.Centre[ph], fitted.Centre[ph], 0.5)
		require.InDelta(t, made.Width[ph], fitted.Width[ph], 0.5)
	}
	require.InDelta(t, counts.loss(made.Chances), loss, 1e-5)
	require.Greater(t, counts.loss(eval.Score.Chances), loss+1e-4)
}
