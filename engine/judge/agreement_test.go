package judge

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/eval"
)

// The games of masters, and what a search of longer times the nodes says of their positions.
const (
	famousGames = "testdata/famous.pdn"
	longVerdict = "testdata/famous.csv"
	longer      = 100
)

// TestAgreement compares the judgement of ten games of masters with a search of 100 times the nodes, and prints the figures of
// docs/analysis.md. What the long search says is read from a file; positions that the file lacks are searched and added.
// ZONDA_GAMES=FILE.pdn judges other games, and keeps the values in FILE.pdn.csv.
func TestAgreement(t *testing.T) {
	if os.Getenv("ZONDA_LONG") == "" {
		t.Skip("set ZONDA_LONG=1")
	}
	games, values := famousGames, longVerdict
	if name := os.Getenv("ZONDA_GAMES"); name != "" {
		games, values = name, name+".csv"
	}
	text, err := os.ReadFile(games)
	require.NoError(t, err)
	c := readGames(t, string(text))
	run(t, c, Settings{Nodes: DefaultNodes, Threads: 1, HashMiB: 16, Concurrency: 2, Rating: DefaultRating})
	long := longVerdicts(t, c, values)

	var noise [len(closerLooks) + 1][]float64 // of each look: how far its chances are from those of the long search
	for _, f := range c.found {
		if f.Before.Source == Searched {
			noise[f.Look] = append(noise[f.Look], math.Abs(f.Before.Chance()-long[f.At].Chance()))
		}
	}
	t.Logf("| look | positions | median | 80 %% within | 90 %% within |")
	t.Logf("|---|---|---|---|---|")
	for look, of := range noise {
		slices.Sort(of)
		at := func(percent int) float64 { return of[len(of)*percent/100] }
		t.Logf("| %d | %d | %.3f | %.3f | %.3f |", look, len(of), at(50), at(80), at(90))
	}

	moves, studies := 0, len(c.Studies)
	var perfect, whole agreement // of the marks of perfect play alone, and of all marks
	for _, s := range c.Studies {
		for _, j := range s.Judgements() {
			if j.Mark != Forced {
				moves++
			}
			want := Judgement{
				Ply: j.Ply, At: j.At, Move: j.Move, Before: long[j.At], After: long[j.At.Play(j.Move)], rating: j.rating, material: j.material,
			}
			perfect.add(j.perfect().Mark, want.perfect().Mark)
			if judged := judge(want); whole.add(j.Mark, judged.Mark) {
				t.Logf("game %d, %s: %s %s %.2f, the long search: %s %s %.2f", s.Number, j.At.MoveText(j.Move),
					j.Mark, j.Reason, j.Lost, judged.Mark, judged.Reason, judged.lost())
			}
		}
	}
	t.Logf("%d moves of %d games; perfect play: %v; with what people lose at %d: %v", moves, studies, perfect, DefaultRating, whole)
	require.LessOrEqual(t, 10*perfect.alarms, studies, "more than one false alarm of perfect play in ten games")
	require.LessOrEqual(t, whole.alarms, studies, "more than one false alarm a game")
	require.GreaterOrEqual(t, 10*perfect.found, 9*perfect.blunders, "fewer than nine of ten blunders found")
}

// agreement counts marks against those of a long search.
type agreement struct{ faults, alarms, blunders, found int }

// add counts a move, and reports whether one of the marks is a fault.
func (a *agreement) add(mark, long Mark) bool {
	if mark.Fault() {
		a.faults++
	}
	if mark.Fault() && !long.Fault() {
		a.alarms++
	}
	if long == Blunder {
		a.blunders++
	}
	if long == Blunder && mark.Fault() {
		a.found++
	}
	return mark.Fault() || long.Fault()
}

func (a agreement) String() string {
	return fmt.Sprintf("%d faults, %d of them false alarms; %d of %d blunders found", a.faults, a.alarms, a.found, a.blunders)
}

// longVerdicts returns what the long search says of all positions: what the file of values holds, and else a search.
func longVerdicts(t *testing.T, c *Collection, values string) map[board.Position]Verdict {
	t.Helper()
	long := readLong(t, values)
	all := &Collection{found: findings{}}
	missing := &Study{Game: &pdn.Game{}, of: all}
	all.Studies = []*Study{missing}
	for _, s := range c.Studies {
		for _, p := range s.positions {
			if _, known := long[p]; !known && p.HasMove() {
				missing.positions = append(missing.positions, p)
			} else if !known {
				long[p] = finished()
			}
		}
	}
	out, err := os.OpenFile(values, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	require.NoError(t, err)
	defer out.Close()
	settings := Settings{Nodes: longer * DefaultNodes, Threads: 1, HashMiB: 128, Concurrency: 2}
	require.NoError(t, Run(t.Context(), all, settings, func(f Finding) error {
		long[f.At] = f.Before
		value := f.Before.Result.String()
		if f.Before.Result == board.Unknown {
			value = strconv.Itoa(int(f.Before.Score))
		}
		_, err := fmt.Fprintf(out, "%q,%s\n", f.At.FEN(), value)
		return err
	}))
	return long
}

// readLong reads the file with the values of the long search: a result, or else hundredths of a man for the side to move.
func readLong(t *testing.T, values string) map[board.Position]Verdict {
	t.Helper()
	long := map[board.Position]Verdict{}
	in, err := os.Open(values)
	if errors.Is(err, fs.ErrNotExist) {
		return long
	}
	require.NoError(t, err)
	defer in.Close()
	rows, err := csv.NewReader(in).ReadAll()
	require.NoError(t, err)
	for _, row := range rows {
		p, err := board.ParseFEN(row[0])
		require.NoError(t, err)
		v := Verdict{Line: []board.Move{{}}} // no move of a game: the long search is asked for values alone
		for result := board.Loss; result <= board.Win; result++ {
			if row[1] == result.String() {
				v.Result = result
			}
		}
		if v.Result == board.Unknown {
			score, err := strconv.Atoi(row[1])
			require.NoError(t, err)
			v.Score = eval.Score(score)
		}
		long[p] = v
	}
	return long
}
