package analyze

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
	run(t, c, Settings{Nodes: DefaultNodes, Threads: 1, HashMiB: 16, Concurrency: 2})
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

	moves, faults, alarms, blunders, found := 0, 0, 0, 0, 0
	for _, s := range c.Studies {
		for _, j := range s.Judgements() {
			want := judge(Judgement{Ply: j.Ply, At: j.At, Move: j.Move, Before: long[j.At], After: long[j.At.Play(j.Move)]})
			if j.Mark != Forced {
				moves++
			}
			if j.Mark.Fault() {
				faults++
			}
			if j.Mark.Fault() && !want.Mark.Fault() {
				alarms++
			}
			if want.Mark == Blunder {
				blunders++
			}
			if want.Mark == Blunder && j.Mark.Fault() {
				found++
			}
			if j.Mark.Fault() || want.Mark.Fault() {
				t.Logf("game %d, %s: %s %.2f, the long search: %s %.2f", s.Number, j.At.MoveText(j.Move), j.Mark, j.Lost, want.Mark, want.lost())
			}
		}
	}
	t.Logf("%d moves of %d games: %d faults, %d of them false alarms; %d of %d blunders found", moves, len(c.Studies), faults, alarms, found, blunders)
	require.LessOrEqual(t, 10*alarms, len(c.Studies), "more than one false alarm in ten games")
	require.GreaterOrEqual(t, 10*found, 9*blunders, "fewer than nine of ten blunders found")
}

// longVerdicts returns what the long search says of all positions: what the file of values holds, and else a search.
func longVerdicts(t *testing.T, c *Collection, values string) map[board.Position]Verdict {
	t.Helper()
	long := readLong(t, values)
	missing := &Study{Game: &pdn.Game{}, found: findings{}}
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
	all := &Collection{Studies: []*Study{missing}, found: missing.found}
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
