package main

import (
	"math"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// TestDatabasesWorth plays the search with the databases in the program against
// itself with those of ZONDA_AGAINST pieces (0 for none), over the three-move ballots
// in play, each with both colours, at ZONDA_MS milliseconds or ZONDA_NODES nodes a move,
// ZONDA_WORKERS games at a time.
//
//	ZONDA_AGAINST=0 go test -v -timeout 80m -run TestDatabasesWorth ./cmd/zonda
func TestDatabasesWorth(t *testing.T) {
	if os.Getenv("ZONDA_AGAINST") == "" {
		t.Skip("set ZONDA_AGAINST to a number of pieces to play for the databases' worth")
	}
	all, problems := egdb.Open(egdb.Options{BuiltIn: true})
	require.Empty(t, problems)
	few := search.Databases(nil)
	if pieces := setting("ZONDA_AGAINST", 0); pieces > 0 {
		few, problems = open(pieces)
		require.Empty(t, problems)
	}
	limits := search.Limits{MoveRule: board.DefaultMoveRule, Nodes: uint64(setting("ZONDA_NODES", 0))}
	if limits.Nodes == 0 {
		limits.MoveTime = time.Duration(setting("ZONDA_MS", 10)) * time.Millisecond
	}
	type pairing struct {
		ballot string
		side   board.Color
	}
	games := make(chan pairing)
	var count [board.Win + 1]int
	var mu sync.Mutex
	var players sync.WaitGroup
	for range setting("ZONDA_WORKERS", 1) {
		players.Go(func() {
			for p := range games {
				result := playWith(t, p.ballot, p.side, all, few, limits)
				mu.Lock()
				count[result]++
				mu.Unlock()
			}
		})
	}
	for _, ballot := range readBallots(t) {
		games <- pairing{ballot, board.Black}
		games <- pairing{ballot, board.White}
	}
	close(games)
	players.Wait()
	won, drawn, lost := float64(count[board.Win]), float64(count[board.Draw]), float64(count[board.Loss])
	n := won + drawn + lost
	score := (won + drawn/2) / n
	deviation := math.Sqrt((won*math.Pow(1-score, 2)+drawn*math.Pow(0.5-score, 2)+lost*math.Pow(score, 2))/n) / math.Sqrt(n)
	elo := func(s float64) float64 { return -400 * math.Log10(1/s-1) }
	t.Logf("with against %s: +%d =%d -%d, %+.0f Elo (95 %%: %+.0f to %+.0f)", os.Getenv("ZONDA_AGAINST"),
		count[board.Win], count[board.Draw], count[board.Loss], elo(score), elo(score-1.96*deviation), elo(score+1.96*deviation))
}

func open(pieces int) (search.Databases, []error) {
	return egdb.Open(egdb.Options{BuiltIn: true, Pieces: pieces})
}

// playWith returns the result of one game for the search with all databases, which
// plays side.
func playWith(t *testing.T, ballot string, side board.Color, all, few search.Databases, limits search.Limits) board.Result {
	const hash = 16 // MiB of each side
	with, without := search.New(hash, 1), search.New(hash, 1)
	with.SetDatabases(all)
	without.SetDatabases(few)
	g := board.NewGame(board.Start())
	for _, text := range strings.Fields(ballot) {
		play(t, g, text)
	}
	for {
		if result, ending := g.Outcome(board.DefaultMoveRule); ending != board.Ongoing {
			if g.Position().Turn == side {
				return result
			}
			return result.Opposite()
		}
		mover := without
		if g.Position().Turn == side {
			mover = with
		}
		g.Play(mover.NewRun(g, limits, nil).Search().Move())
	}
}
