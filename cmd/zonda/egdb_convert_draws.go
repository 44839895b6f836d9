package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// drawnSum counts the results of games that began in a drawn ending, for the side to move in the beginning.
type drawnSum struct {
	Games   int     `json:"games"`
	Won     int     `json:"won"`
	Drawn   int     `json:"drawn"`
	Lost    int     `json:"lost"` // the side has given a draw away: an error of the search
	Seconds float64 `json:"seconds"`
}

func (s *drawnSum) add(result board.Result) {
	s.Games++
	switch result {
	case board.Win:
		s.Won++
	case board.Loss:
		s.Lost++
	default:
		s.Drawn++
	}
}

// runDraws plays the games of --draws and prints their results.
func (c egdbConvertCommand) runDraws(ctx context.Context) error {
	library, err := endgames.OpenFilled(c.Values)
	if err != nil {
		return err
	}
	defer library.Close()
	began, meter := time.Now(), cli.NewMeter(os.Stdout)
	sum, err := c.playDraws(ctx, library, func(done int) { meter.Step("games", "games", uint64(done), uint64(c.Draws)) })
	meter.Clear()
	if err != nil {
		return err
	}
	sum.Seconds = time.Since(began).Seconds()
	if c.JSON {
		err = json.NewEncoder(os.Stdout).Encode(sum)
	} else {
		_, err = fmt.Printf("%s from drawn endings: %d won, %d drawn, %d lost; %.0f s\n",
			cli.Count(sum.Games, "game", "games"), sum.Won, sum.Drawn, sum.Lost, sum.Seconds)
	}
	return errors.Join(err, cli.Interrupted(ctx, ctx.Err(), fmt.Sprintf("%d of %d games were played", sum.Games, c.Draws)))
}

// playDraws plays random drawn endings of the databases against a search of a few plies without databases. Report
// gets the number of games played so far. If ctx ends, the sum holds the games up to then.
func (c egdbConvertCommand) playDraws(ctx context.Context, d search.Databases, report func(done int)) (sum drawnSum, err error) {
	use, err := search.AllTechniques().Without(c.Without...)
	if err != nil {
		return sum, err
	}
	random := map[int]*rand.Rand{} // by pieces
	for _, pieces := range c.Pieces {
		if pieces < 2 || pieces > d.Pieces() {
			return sum, fmt.Errorf("pieces %d is not between 2 and %d", pieces, d.Pieces())
		}
		random[pieces] = rand.New(rand.NewPCG(c.Seed, uint64(pieces)))
	}
	var mu sync.Mutex // guards sum
	var players errgroup.Group
	players.SetLimit(c.Concurrency)
	for i := 0; i < c.Draws && ctx.Err() == nil; i++ {
		pieces := c.Pieces[i%len(c.Pieces)]
		start := search.KnownEnding(random[pieces], d, pieces, board.Draw)
		players.Go(func() error {
			r := search.Conversion{
				Databases: d, Hash: c.Hash, Techniques: use, Defend: shortSighted(c.OpponentDepth),
				Limits: search.Limits{MoveTime: c.Movetime, Nodes: c.Nodes, MoveRule: board.DefaultMoveRule},
			}.Play(start)
			mu.Lock()
			defer mu.Unlock()
			sum.add(r.Result)
			report(sum.Games)
			return nil
		})
	}
	_ = players.Wait() // no game returns an error
	return sum, nil
}

// shortSighted returns a player that searches to the given depth in plies and has no databases.
func shortSighted(depth int) func(g *board.Game) board.Move {
	s := search.New(1, 1)
	limits := search.Limits{Depth: search.Depth(depth), MoveRule: board.DefaultMoveRule}
	return func(g *board.Game) board.Move { return s.NewRun(g, limits, nil).Search().Move() }
}
