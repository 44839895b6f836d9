package search

import (
	"encoding/csv"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/board"
)

// TestWorth plays the whole search against the one without the techniques named in
// ZONDA_WITHOUT, over the three-move ballots in play, each with both colours, and
// prints the result: the Elo column of docs/search.md. Nodes are limited, not time, so
// that the games are the same on every machine.
//
//	ZONDA_WITHOUT=half-depth go test -v -run TestWorth ./search
func TestWorth(t *testing.T) {
	names := os.Getenv("ZONDA_WITHOUT")
	if names == "" {
		t.Skip("set ZONDA_WITHOUT to a technique to play for its worth")
	}
	without, err := AllTechniques().Without(strings.Split(names, ",")...)
	require.NoError(t, err)
	ballots := ballotsInPlay(t)
	results := make(chan board.Result, 2*len(ballots))
	t.Run("games", func(t *testing.T) {
		for _, ballot := range ballots {
			t.Run(ballot, func(t *testing.T) {
				t.Parallel()
				for _, side := range []board.Color{board.Black, board.White} {
					results <- playForWorth(t, ballot, side, without)
				}
			})
		}
	})
	close(results)
	var count [board.Win + 1]int
	for r := range results {
		count[r]++
	}
	elo, margin := eloOf(count[board.Win], count[board.Draw], count[board.Loss])
	t.Logf("whole against without %s: +%d =%d -%d, %+.0f +- %.0f Elo",
		names, count[board.Win], count[board.Draw], count[board.Loss], elo, margin)
}

// ballotsInPlay returns the moves of the ballots that are not barred.
func ballotsInPlay(t *testing.T) (ballots []string) {
	t.Helper()
	file, err := os.Open("../testdata/ballots3.csv")
	require.NoError(t, err)
	defer file.Close()
	in := csv.NewReader(file)
	in.Comment = '#'
	rows, err := in.ReadAll()
	require.NoError(t, err)
	for _, row := range rows[1:] {
		if row[2] == "play" {
			ballots = append(ballots, row[1])
		}
	}
	return ballots
}

// playForWorth returns the result of one game for the whole search, which plays side.
func playForWorth(t *testing.T, ballot string, side board.Color, without Techniques) board.Result {
	t.Helper()
	const nodes, hash = 10_000, 16 // of each move; of each side, in MiB
	whole, other := New(hash, 1), New(hash, 1)
	other.SetTechniques(without)
	g := game(t, board.Start().FEN(), ballot)
	for {
		if result, ending := g.Outcome(board.DefaultMoveRule); ending != board.Ongoing {
			if g.Position().Turn == side {
				return result
			}
			return result.Opposite()
		}
		mover := other
		if g.Position().Turn == side {
			mover = whole
		}
		limits := Limits{Nodes: nodes, MoveRule: board.DefaultMoveRule}
		g.Play(mover.NewRun(g, limits, nil).Search().Move())
	}
}

// eloOf returns the Elo difference of a match result and half its 95 % interval.
func eloOf(wins, draws, losses int) (elo, margin float64) {
	const deviations = 1.96
	games := float64(wins + draws + losses)
	score := (float64(wins) + float64(draws)/2) / games
	variance := (float64(wins)*math.Pow(1-score, 2) + float64(draws)*math.Pow(0.5-score, 2) +
		float64(losses)*math.Pow(score, 2)) / games
	at := func(s float64) float64 { return -400 * math.Log10(1/s-1) }
	spread := deviations * math.Sqrt(variance/games)
	return at(score), (at(score+spread) - at(score-spread)) / 2
}
