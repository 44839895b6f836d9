package searchtune

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/search"
)

// run runs a tuning of the settings with some workers into a journal, and returns what was reported.
func run(t *testing.T, ctx context.Context, s Settings, workers int, name string) (reported []Iteration, err error) {
	t.Helper()
	suite, err := openings.Open("3move", true)
	require.NoError(t, err)
	j, err := OpenJournal(name, s)
	require.NoError(t, err)
	tuning := Tuning{Settings: s, Suites: [][]openings.Opening{suite[:20], suite[20:]}, Databases: flat{}, Workers: workers}
	err = tuning.Run(ctx, j, func(i Iteration) { reported = append(reported, i) })
	require.NoError(t, j.Close())
	return reported, err
}

// wholeRun returns the journal of a tuning that ran through on one worker.
func wholeRun(t *testing.T, s Settings) (journal []byte, reported []Iteration) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "whole")
	reported, err := run(t, t.Context(), s, 1, name)
	require.NoError(t, err)
	require.Len(t, reported, s.Iterations)
	return read(t, name), reported
}

// moving is a tuning whose point has moved after each of its first two iterations: one that goes on must read the
// point.
var moving struct {
	once     sync.Once
	settings Settings
	journal  []byte
}

// movingRun returns moving. The first call looks for a seed.
func movingRun(t *testing.T) (s Settings, journal []byte) {
	t.Helper()
	moving.once.Do(func() {
		start := someSettings()
		start.Seed = 5 // with the search of today it moves: another costs one more run, or some
		for s = start; ; s.Seed++ {
			whole, reported := wholeRun(t, s)
			if first := reported[0].Point; !slices.Equal(first, s.ascent().Point) && !slices.Equal(first, reported[1].Point) {
				moving.settings, moving.journal = s, whole
				return
			}
			require.Less(t, s.Seed, start.Seed+10, "no tuning moves")
		}
	})
	return moving.settings, moving.journal
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return text
}

// The number of workers changes nothing, and another seed does.
func TestTuningIsDeterministic(t *testing.T) {
	s, whole := movingRun(t)
	name := filepath.Join(t.TempDir(), "journal")
	_, err := run(t, t.Context(), s, 3, name)
	require.NoError(t, err)
	require.Equal(t, string(whole), string(read(t, name)))
	reported, err := run(t, t.Context(), s, 3, name)
	require.NoError(t, err)
	require.Empty(t, reported, "everything was done")
	s.Seed++
	other, _ := wholeRun(t, s)
	_, after, _ := bytes.Cut(other, []byte("\n"))
	_, before, _ := bytes.Cut(whole, []byte("\n"))
	require.NotEqual(t, string(before), string(after))
}

// Programs are killed at any byte: a resumed tuning ends as one that ran through.
func TestTuningCutAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	s, whole := movingRun(t)
	header := bytes.IndexByte(whole, '\n') + 1
	name := filepath.Join(t.TempDir(), "journal")
	cuts := 3
	if os.Getenv("ZONDA_LONG") != "" {
		cuts = 9
	}
	for n := range cuts {
		cut := header + n*(len(whole)-header)/(cuts-1)
		require.NoError(t, os.WriteFile(name, whole[:cut], 0o600))
		_, err := run(t, t.Context(), s, 2, name)
		require.NoError(t, err)
		require.Equal(t, string(whole), string(read(t, name)), "cut at %d", cut)
	}
	require.NoError(t, os.WriteFile(name, whole[:header-1], 0o600))
	j, err := OpenJournal(name, s)
	require.NoError(t, err)
	require.NoError(t, j.Close())
	require.Equal(t, string(whole[:header]), string(read(t, name)))
}

// An interruption in any iteration leaves what was complete, and the tuning goes on.
func TestTuningInterrupted(t *testing.T) {
	s, whole := movingRun(t)
	name := filepath.Join(t.TempDir(), "journal")
	j, err := OpenJournal(name, s)
	require.NoError(t, err)
	suite, err := openings.Open("3move", true)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	tuning := Tuning{Settings: s, Suites: [][]openings.Opening{suite[:20], suite[20:]}, Databases: flat{}, Workers: 2}
	err = tuning.Run(ctx, j, func(i Iteration) {
		if i.Number == 2 {
			cancel()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, j.Iterations(), 2)
	_, err = OpenJournal(name, s)
	require.EqualError(t, err, "journal "+name+": another program is writing it")
	require.NoError(t, j.Close())
	reported, err := run(t, t.Context(), s, 1, name)
	require.NoError(t, err)
	require.Len(t, reported, 2)
	require.Equal(t, string(whole), string(read(t, name)))
}

// The point moves to the side that won, and games are counted.
func TestIterationCounts(t *testing.T) {
	i := Iteration{Won: 3, Drawn: 4, Lost: 1}
	require.Equal(t, 8, i.Games())
	require.EqualValues(t, 1, i.difference())
	s, whole := movingRun(t)
	for n, line := range strings.Split(strings.TrimSpace(string(whole)), "\n")[1:] {
		j := &Journal{iterations: make([]Iteration, n)}
		require.NoError(t, j.restore([]byte(line), s))
		require.Equal(t, 2*s.Pairs, j.iterations[n].Games())
	}
}

// headerLine returns the first line of a journal of the settings.
func headerLine(t testing.TB, s Settings) string {
	line, err := json.Marshal(journalHeader{journalFormat, s})
	require.NoError(t, err)
	return string(line) + "\n"
}

const goodLine = `{"iteration":1,"won":1,"drawn":3,"lost":0,"point":[61.5,5]}` + "\n"

func TestJournalIsRead(t *testing.T) {
	s, name := someSettings(), filepath.Join(t.TempDir(), "j")
	require.NoError(t, os.WriteFile(name, []byte(headerLine(t, s)+goodLine+`{"iter`), 0o600))
	j, err := OpenJournal(name, s)
	require.NoError(t, err)
	require.Equal(t, []Iteration{{Number: 1, Won: 1, Drawn: 3, Point: []float64{61.5, 5}}}, j.Iterations())
	require.NoError(t, j.Close())
	require.Equal(t, headerLine(t, s)+goodLine, string(read(t, name)))
}

// A wrong journal is one clear error, and stays as it is.
func TestWrongJournals(t *testing.T) {
	s := someSettings()
	header := headerLine(t, s)
	line := func(text string) string { return header + text + "\n" }
	name := filepath.Join(t.TempDir(), "j")
	for text, message := range map[string]string{
		"hello":                            "line 1: this is no journal of zonda tune search",
		"hello\n":                          "line 1: this is no journal of zonda tune search",
		"{}\n":                             "line 1: this is no journal of zonda tune search",
		`{"zonda_search_tuning":2}` + "\n": "line 1: the journal has format 2, this program knows 1",
		line("{}"):                         "line 2: iteration 0 is out of turn",
		line("x"):                          "line 2: damaged: ",
		header + goodLine + goodLine:       "line 3: iteration 1 is out of turn",
		line(`{"iteration":1,"won":5,"drawn":-1,"point":[60,5]}`):           "line 2: iteration 1 has not 4 games",
		line(`{"iteration":1,"won":3,"point":[60,5]}`):                      "line 2: iteration 1 has not 4 games",
		line(`{"iteration":1,"won":4,"point":[60]}`):                        "line 2: iteration 1 has values of 1 parameters, not of 2",
		line(`{"iteration":1,"won":4,"point":[301,5]}`):                     "line 2: iteration 1: parameter deficit 301 is not between 5 and 300",
		line(`{"iteration":1,"won":4,"point":[60,1.5]}`):                    "line 2: iteration 1: parameter internal-min 1.5 is not between 2 and 20",
		line(`{"iteration":1,"won":4,"point":[60,5],"games":4}`):            "line 2: damaged: ",
		line(`{"iteration":1,"won":4,"point":[1e999,5]}`):                   "line 2: damaged: ",
		header + goodLine + `{"iteration":3,"won":4,"point":[60,5]}` + "\n": "line 3: iteration 3 is out of turn",
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		_, err := OpenJournal(name, s)
		require.ErrorContains(t, err, "journal "+name+": "+message)
		require.Equal(t, text, string(read(t, name)))
	}
	_, err := OpenJournal(t.TempDir(), s)
	require.ErrorContains(t, err, "journal: ")
}

// The error says which settings differ.
func TestOtherSettings(t *testing.T) {
	name := filepath.Join(t.TempDir(), "j")
	j, err := OpenJournal(name, someSettings())
	require.NoError(t, err)
	require.NoError(t, j.Close())
	for message, change := range map[string]func(*Settings){
		"seed 3 instead of 4":                                    func(s *Settings) { s.Seed = 4 },
		"iterations 4 instead of 5":                              func(s *Settings) { s.Iterations = 5 },
		"movetime 0s instead of 20ms, nodes 300 instead of 0":    func(s *Settings) { s.MoveTime, s.Nodes = 20*time.Millisecond, 0 },
		"openings 3move instead of wide":                         func(s *Settings) { s.Openings = "wide" },
		"evaluation note instead of other":                       func(s *Settings) { s.Evaluation = "other" },
		"start deficit 60 instead of 61, rate 2 instead of 1":    func(s *Settings) { s.Start.Deficit, s.Rate = 61, 1 },
		"tuned [deficit internal-min] instead of [internal-min]": func(s *Settings) { s.Tuned = s.Tuned[1:] },
	} {
		s := someSettings()
		change(&s)
		_, err := OpenJournal(name, s)
		require.EqualError(t, err, fmt.Sprintf("journal %s: line 1: the journal has other settings: %s", name, message))
	}
}

// Any file is either a journal of the settings, whose iterations are in turn, or an error that leaves it as it is.
func FuzzJournal(f *testing.F) {
	s := someSettings()
	f.Add(headerLine(f, s) + goodLine)
	f.Add(headerLine(f, s) + goodLine + `{"iteration":2`)
	f.Add(headerLine(f, s)[:20])
	f.Fuzz(func(t *testing.T, text string) {
		name := filepath.Join(t.TempDir(), "j")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		j, err := OpenJournal(name, s)
		if err != nil {
			require.Equal(t, text, string(read(t, name)))
			return
		}
		for n, i := range j.Iterations() {
			require.Equal(t, n+1, i.Number)
			require.NoError(t, s.Parameters(i.Point).Check())
		}
		require.NoError(t, j.Close())
	})
}

// hill is a function with its top at a point, measured with noise.
func hill(top, at []float64, random *rand.Rand) (height float64) {
	for i := range top {
		const steepness = 0.01 // a difference of 0.2 between experiments five steps from the top
		height -= steepness * (at[i] - top[i]) * (at[i] - top[i])
	}
	const noise = 0.5
	return height + noise*random.NormFloat64()
}

// climbed returns the ascent after all its iterations on the hill.
func climbed(seed uint64, top []float64) *Ascent {
	a := &Ascent{Iterations: 20000, Rate: 0.05}
	for range top {
		a.Dimensions = append(a.Dimensions, Dimension{-10, 10, 1})
		a.Point = append(a.Point, 0)
	}
	random := rand.New(rand.NewPCG(seed, 0))
	for a.Done < a.Iterations {
		e := a.Experiment(random)
		a.Climb(e, hill(top, e.Plus, random)-hill(top, e.Minus, random))
	}
	return a
}

// The ascent finds the top of a hill under noise that is far greater than the difference that it measures.
func TestAscentFindsTheTop(t *testing.T) {
	top := []float64{5, -4, 0, 8}
	for seed := range uint64(3) {
		require.InDeltaSlice(t, top, climbed(seed, top).Point, 2.5)
	}
}

// A top beyond the range is the range's end.
func TestAscentStaysInRange(t *testing.T) {
	point := climbed(1, []float64{50, -50}).Point
	require.InDeltaSlice(t, []float64{10, -10}, point, 0.5)
}

// The schedule begins with two steps and the rate, and shrinks.
func TestSchedule(t *testing.T) {
	a := &Ascent{Iterations: 1000, Rate: 0.3}
	require.EqualValues(t, 2, a.perturbation())
	require.InDelta(t, 0.3, a.move(), 1e-12)
	a.Done = 999
	require.InDelta(t, 2/math.Pow(1000, 0.101), a.perturbation(), 1e-12)
	require.InDelta(t, 0.3*math.Pow(101.0/1100, 0.602)*math.Pow(1000, 0.101), a.move(), 1e-12)
}

// Whatever the differences are, points stay within the dimensions, and experiments on both sides of them.
func TestExperiments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := Dimension{Lowest: rapid.Float64Range(-100, 0).Draw(t, "lowest"), Highest: 50, Step: rapid.Float64Range(0.1, 30).Draw(t, "step")}
		a := &Ascent{Dimensions: []Dimension{d}, Iterations: 20, Rate: 1, Point: []float64{0}}
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for a.Done < a.Iterations {
			e := a.Experiment(random)
			for _, v := range []float64{e.Plus[0], e.Minus[0], a.Point[0]} {
				require.Equal(t, d.within(v), v)
			}
			require.LessOrEqual(t, e.signs[0]*(e.Minus[0]-a.Point[0]), 0.0)
			require.GreaterOrEqual(t, e.signs[0]*(e.Plus[0]-a.Point[0]), 0.0)
			before := a.Point[0]
			difference := rapid.Float64Range(-8, 8).Draw(t, "difference")
			a.Climb(e, difference)
			require.GreaterOrEqual(t, (a.Point[0]-before)*e.signs[0]*difference, 0.0, "the point moves to the better side")
		}
	})
}

// someSettings are those of a short tuning of two parameters.
func someSettings() Settings {
	return Settings{
		Seed: 3, Iterations: 4, Pairs: 2, Rate: 2, Nodes: 300, Openings: "3move", Evaluation: "note",
		Start: search.DefaultParameters(), Tuned: []string{"deficit", "internal-min"},
	}
}

func TestSettingsCheck(t *testing.T) {
	good := someSettings()
	require.NoError(t, good.Check())
	for message, spoil := range map[string]func(*Settings){
		"iterations 0 is not between 1 and":            func(s *Settings) { s.Iterations = 0 },
		"iterations 1000001 is not between 1 and":      func(s *Settings) { s.Iterations = 1000001 },
		"pairs 0 is not between 1 and 1000":            func(s *Settings) { s.Pairs = 0 },
		"rate NaN is not above 0 and at most 10":       func(s *Settings) { s.Rate = math.NaN() },
		"rate 0 is not above 0 and at most 10":         func(s *Settings) { s.Rate = 0 },
		"rate +Inf is not above 0 and at most 10":      func(s *Settings) { s.Rate = math.Inf(1) },
		"movetime -1s is less than 0":                  func(s *Settings) { s.MoveTime = -time.Second },
		"a move needs either movetime or nodes":        func(s *Settings) { s.MoveTime = time.Second },
		"no parameter is to be tuned":                  func(s *Settings) { s.Tuned = nil },
		`no parameter "x"; there are half-depth-min`:   func(s *Settings) { s.Tuned = []string{"x"} },
		"parameter deficit is to be tuned twice":       func(s *Settings) { s.Tuned = []string{"deficit", "deficit"} },
		"parameter deficit 0 is not between 5 and 300": func(s *Settings) { s.Start.Deficit = 0 },
	} {
		s := someSettings()
		spoil(&s)
		require.ErrorContains(t, s.Check(), message)
	}
	good.Nodes = 0
	require.EqualError(t, good.Check(), "a move needs either movetime or nodes")
}

// Rounding is right in its expectation, never leaves the neighbours of a value, and is the same for both sides.
func TestRandomRounding(t *testing.T) {
	s := someSettings()
	e := Experiment{Plus: []float64{60.25, 7}, Minus: []float64{59.25, 5.5}}
	random := rand.New(rand.NewPCG(1, 2))
	const draws = 20000
	var deficit, internal float64
	for range draws {
		plus, minus := s.pairOf(e, random)
		require.Contains(t, []int{60, 61}, plus.Deficit)
		require.Equal(t, 1, plus.Deficit-minus.Deficit)
		require.Equal(t, 7, plus.InternalMin, "a whole number stays")
		deficit += float64(plus.Deficit) / draws
		internal += float64(minus.InternalMin) / draws
		plus.Deficit, plus.InternalMin = s.Start.Deficit, s.Start.InternalMin
		require.Equal(t, s.Start, plus, "the others stay")
	}
	require.InDelta(t, 60.25, deficit, 0.02)
	require.InDelta(t, 5.5, internal, 0.02)
	require.Equal(t, 61, s.Parameters([]float64{60.5, 5}).Deficit)
	require.Equal(t, 60, s.Parameters([]float64{60.49, 5}).Deficit)
}
